package residual

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/system"
	"gmnc/train/shooting/states"
)

// TestNamedJoints: where particles have names, so have their joints and links. A delayed torque is that of an earlier
// frame less the one of its own.
func TestNamedJoints(t *testing.T) {
	rest := []float32{0, 0, 0, 1, 0, 0, 0, 1, 0}
	s := system.Sample{Position: rest, Velocity: make([]float32, 9)}
	require.NoError(t, s.Join(rest, []system.Joint{{Parent: -1, Members: []int{0, 1, 2}, Axis: [3]float64{0, 0, 1}}}))
	system.Torque.Set(&s, []float32{5, 0, 0})
	s.Trajectory = &system.Trajectory{Particles: 3, Positions: make([]float64, 18), Given: system.Given{{Field: system.Torque, Values: []float32{5, 0, 0, 8, 0, 0}}}}
	particles := []string{"hip 0", "hip 1", "hip 2"}
	name := datasets.JointNames(s.Objects.Of(system.Body), particles)[0]
	all := suspects(&s, []states.Joint{{Turns: true}}, particles)
	require.Contains(t, of(all, damping), "the joint "+name)
	require.Contains(t, of(all, load), name+"'s link")
	require.Contains(t, of(suspects(&s, []states.Joint{{Turns: true}}, nil), load), "body 0")
	m := twoFrames(s)
	for _, one := range all {
		if one.kind == delay {
			require.Equal(t, map[int][]float32{-1: {3, 0, 0, 0, 0, 0}, 1: {0, 0, 0, -3, 0, 0}, 2: {0, 0, 0, -3, 0, 0}, 3: {0, 0, 0, -3, 0, 0}}[one.lag], one.Columns[0](m))
		}
	}
}

// TestLagsOfSuspects: only a delay has a lag, whether the suspects are those of joints or of
// particles.
func TestLagsOfSuspects(t *testing.T) {
	rest := []float32{0, 0, 0, 1, 0, 0, 0, 1, 0}
	s := system.Sample{Position: rest, Velocity: make([]float32, 9)}
	require.NoError(t, s.Join(rest, []system.Joint{{Parent: -1, Members: []int{0, 1, 2}, Axis: [3]float64{0, 0, 1}}}))
	system.Torque.Set(&s, []float32{5, 0, 0})
	particles := forces(3)
	for _, all := range [][]suspect{suspects(&s, []states.Joint{{Turns: true}}, nil), suspects(&particles, nil, nil)} {
		require.NotEmpty(t, all)
		var seen []int
		for _, one := range all {
			if one.kind == delay {
				seen = append(seen, one.lag)
				continue
			}
			require.Zero(t, one.lag, "%d of %s", one.kind, one.of)
		}
		require.Equal(t, lags, seen)
	}
}
