package shooting

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/moving"
	"gmnc/system"
	"gmnc/train/shooting/noise"
)

// TestLeft: what is left is told of channels that have more numbers than first states take up, and is rounding if it is in all.
func TestLeft(t *testing.T) {
	of := func(freedom, places, rates float64) []Left {
		f := Problem{Samples: moving.Polynomials(20, 4, 2, 0.5, 0.01, 0.01), Time: 0.5, Parameters: []Parameter{{}}, Roll: pushed}.begin(mostSteps, mostFrames, true)
		f.freedom, f.noise = []float64{freedom, 1}, []float64{places * noise.Least(f.stretches, 0), rates * noise.Least(f.stretches, 1)}
		return (&Fit{of: f}).Left()
	}
	require.Len(t, of(0.99, 1, 1), 1)
	require.Len(t, of(1, 1, 1), 2)
	both := of(1, 10, 10)
	require.True(t, both[0].Exact && both[1].Exact)
	require.Equal(t, []bool{false, true}, []bool{both[0].Rate, both[1].Rate})
	for _, one := range [][]Left{of(1, 10.1, 10), of(1, 10, 10.1)} {
		require.False(t, one[0].Exact || one[1].Exact)
	}
	require.Zero(t, both[1].Noise, "rates alone do not tell their noise")
}

// TestNoiseOfPositions: the noise of particles' coordinates is told where recordings are long enough, and 0 otherwise.
func TestNoiseOfPositions(t *testing.T) {
	require.InEpsilon(t, 0.1, NoiseOfPositions(moving.Polynomials(50, 5, 1, 0.5, 0.1, 0)), 0.15)
	require.Zero(t, NoiseOfPositions(moving.Polynomials(50, 4, 1, 0.5, 0.1, 0)))
	require.Zero(t, NoiseOfPositions(nil))
}

// TestStatesMakeUp: a parameter whose changes first states make up for is not said to be 0.
func TestStatesMakeUp(t *testing.T) {
	p := Problem{Samples: moving.Polynomials(5, 2, 1, 1, 1e-3, 0), Time: 1, Roll: pushed, Parameters: []Parameter{{Name: "push", Factor: true, Vanishes: true}}}
	for i := range p.Samples {
		p.Samples[i].Trajectory.Velocities = make([]float64, 6)
		for k := range 6 {
			p.Samples[i].Trajectory.Velocities[k] = p.Samples[i].Trajectory.Positions[3+k%3] - p.Samples[i].Trajectory.Positions[k%3]
		}
	}
	found, err := p.Run(t.Context())
	require.NoError(t, err)
	require.False(t, found.Found[0].Vanished)
	require.NotEmpty(t, found.Found[0].Fixed)
}

// TestTimesOfNoise: what a fit leaves is compared with the noise, else with an upper bound of it, if it is above the bound. What is rounding
// is as much as its noise.
func TestTimesOfNoise(t *testing.T) {
	for _, c := range []struct {
		left           Left
		times          float64
		coarse, misses bool
	}{
		{Left{Fit: 2, Noise: 4, Exact: true, Most: 0.1}, 0.5, false, false},
		{Left{Fit: 5, Noise: 4}, 1.25, false, false},
		{Left{Fit: 5.1, Noise: 4}, 1.275, false, true},
		{Left{Fit: 8, Noise: 4, Steps: 2}, 2, true, false},
		{Left{Fit: 5.1, Noise: 4, Steps: 2}, 1.275, true, false},
		{Left{Fit: 8, Noise: 4, Steps: 1.9}, 2, false, true},
		{Left{Fit: 5, Noise: 4, Steps: 5}, 1.25, false, false},
		{Left{Fit: 8, Exact: true, Most: 1}, 1, false, false},
		{Left{Fit: 5, Most: 4}, 0, false, false},
		{Left{Fit: 5.1, Most: 4}, 1.275, false, true},
		{Left{Fit: 8, Most: math.Inf(1)}, 0, false, false},
	} {
		require.InDelta(t, c.times, c.left.Times(), 1e-12, "%+v", c.left)
		require.Equal(t, [2]bool{c.coarse, c.misses}, [2]bool{c.left.Coarse(), c.left.Misses()}, "%+v", c.left)
	}
	for fit, want := range map[float64]bool{307: true, 307.1: false} {
		require.Equal(t, want, Left{Fit: fit, Rounding: 1, Steps: 7}.Simulated(), "300 roundings, and the error of the steps")
	}
}

// TestNoiseOfJointedPositions: the noise of coordinates is that of particles, also where they move on joints.
func TestNoiseOfJointedPositions(t *testing.T) {
	jointed := carts(t, cartTruth, 4, 13, 1e-3, false)
	var free []system.Sample
	for i := range jointed {
		s := system.Sample{Position: jointed[i].Position, Velocity: jointed[i].Velocity}
		free = append(free, s.Along(&system.Trajectory{Particles: 8, Positions: jointed[i].Trajectory.Positions, Velocities: jointed[i].Trajectory.Velocities}))
	}
	want := NoiseOfPositions(free)
	require.Positive(t, want)
	require.Equal(t, want, NoiseOfPositions(jointed))
}

// TestStatesAlone: a fit of first states takes the exact model, and reports no passes.
func TestStatesAlone(t *testing.T) {
	p := Problem{Samples: moving.Polynomials(4, 4, 2, 0.5, 0.01, 0.01), Time: 0.5, Roll: pushed}
	want, err := p.States(t.Context())
	require.NoError(t, err)
	p.Coarse = func(context.Context, []float64, []system.Sample, int) (positions, velocities [][]float32, err error) {
		return nil, nil, context.DeadlineExceeded
	}
	p.Progress = func(int, float64) { t.Error("it tells of a pass") }
	got, err := p.States(t.Context())
	require.NoError(t, err)
	require.Equal(t, want.Noise, got.Noise)
	require.True(t, got.Free)
	require.True(t, got.Ended)
}
