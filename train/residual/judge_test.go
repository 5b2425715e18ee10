package residual

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
	"gmnc/train/shooting"
)

// forced rolls particles of mass 1 by forces alone, with frames 1 apart.
func forced(_ context.Context, _ []float64, starts []system.Sample, steps int) (positions, velocities [][]float32, err error) {
	for range steps + 1 {
		positions, velocities = append(positions, nil), append(velocities, nil)
	}
	for i := range starts {
		for k := range starts[i].Position {
			x, v := starts[i].Position[k], starts[i].Velocity[k]
			for frame := range steps + 1 {
				positions[frame], velocities[frame] = append(positions[frame], x), append(velocities[frame], v)
				now := starts[i].InFrame(frame)
				if force := system.Force.Of(&now); force != nil {
					v += force[k]
				}
				x += v
			}
		}
	}
	return positions, velocities, nil
}

// TestJudge: the verdict has the residual of the worst channel. What it depends on is searched if the law takes forces and
// recordings begin in states of their own, and an error of that search is the error.
func TestJudge(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var samples []system.Sample
	for range 20 {
		start := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3)}
		trajectory := &system.Trajectory{Particles: 1}
		for frame := range 8 {
			now := float64(frame)
			for k := range 3 {
				x, v := 0.0, 0.0
				if k == 0 {
					x, v = 0.01*now*(now+1)/2, 0.01*now
				}
				trajectory.Positions = append(trajectory.Positions, x+1e-3*random.NormFloat64())
				trajectory.Velocities = append(trajectory.Velocities, v+1e-3*random.NormFloat64())
			}
		}
		samples = append(samples, start.Along(trajectory))
	}
	fit, err := shooting.Problem{Samples: samples, Time: 1, Roll: forced}.States(t.Context())
	require.NoError(t, err)
	require.True(t, fit.Free)
	v, err := Judge(t.Context(), fit, nil, &samples[0], nil)
	require.NoError(t, err)
	require.False(t, v.Measured)
	require.Nil(t, v.Suspects)
	left := fit.Left()
	require.Len(t, left, 2)
	worst := left[0]
	if worse(left[1], left[0]) {
		worst = left[1]
	}
	require.Equal(t, worst, v.Left)
	require.Positive(t, v.Fit)
	v, err = Judge(t.Context(), fit, forced, &samples[0], nil)
	require.NoError(t, err)
	require.NotEmpty(t, v.Suspects)
	require.Contains(t, v.Suspects[0], "on the direction of motion: a friction of -0.0", "a force along x is one, as particles move only there")
	broken := errors.New("broken")
	_, err = Judge(t.Context(), fit, func(context.Context, []float64, []system.Sample, int) (positions, velocities [][]float32, err error) {
		return nil, nil, broken
	}, &samples[0], nil)
	require.ErrorIs(t, err, broken)
	fit.Free = false
	v, err = Judge(t.Context(), fit, forced, &samples[0], nil)
	require.NoError(t, err)
	require.True(t, v.Measured)
	require.Nil(t, v.Suspects)
}
