package shooting

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
	"gmnc/internal/test/moving"
	"gmnc/internal/vector"
	"gmnc/system"
)

// TestMotionsOfJoints: the motion of each stretch has the positions and rates of its joints in all frames, and those of particles have none.
func TestMotionsOfJoints(t *testing.T) {
	f := cartProblem(carts(t, cartTruth, 2, 5, 0, false)).begin(4, 9, true)
	f.ctx, f.at = t.Context(), cartTruth
	var err error
	f.now, err = f.roll(f.at, f.offset)
	require.NoError(t, err)
	require.NoError(t, f.derive())
	motions, err := f.motions()
	require.NoError(t, err)
	require.Len(t, motions, 2)
	for i, m := range motions {
		require.Equal(t, cartTime, m.Time)
		require.Len(t, m.JointPositions, 5)
		for frame := range m.JointPositions {
			size := f.stretches[i].PerFrame()
			want := f.now[i][frame*size:][:size]
			allclose.Within(t, []float64(want[:2]), m.JointPositions[frame], 1e-5)
			allclose.Within(t, []float64(want[2:]), m.JointRates[frame], 1e-4)
			require.Len(t, m.Positions[frame], 24)
		}
	}
	p := Problem{Samples: moving.Polynomials(1, 4, 2, 0.5, 0, 0), Time: 0.5, Parameters: []Parameter{{}}, Roll: pushed}.begin(3, 9, true)
	p.ctx = t.Context()
	p.now, err = p.roll(p.at, p.offset)
	require.NoError(t, err)
	require.NoError(t, p.derive())
	motions, err = p.motions()
	require.NoError(t, err)
	require.Nil(t, motions[0].JointPositions)
	require.Len(t, motions[0].Velocities, p.stretches[0].Frames())
	allclose.Within(t, vector.Widened(p.stretches[0].Start.Position), vector.Widened(motions[0].Positions[0]), 1e-6)
}

// TestFieldsThatAct: more of a field is added to what acts in each frame, to a constant of the sample or to nothing. Other
// fields stay.
func TestFieldsThatAct(t *testing.T) {
	frames := [2][]float64{make([]float64, 6), make([]float64, 6)}
	plain := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3)}
	constant := plain
	system.Force.Set(&constant, []float32{1, 2, 3})
	framed := plain.Along(&system.Trajectory{Particles: 1, Positions: frames[0], Velocities: frames[1], Given: system.Given{
		{Field: system.Torque, Values: []float32{7, 8}}, {Field: system.Force, Values: []float32{1, 1, 1, 2, 2, 2}},
	}})
	for _, c := range []struct {
		name  string
		start system.Sample
		want  system.Given
	}{
		{"nothing", plain, system.Given{{Field: system.Force, Values: []float32{0.5, 1, 1.5, 2, 2.5, 3}}}},
		{"a constant", constant, system.Given{{Field: system.Force, Values: []float32{1.5, 3, 4.5, 3, 4.5, 6}}}},
		{"frames", framed, system.Given{{Field: system.Torque, Values: []float32{7, 8}}, {Field: system.Force, Values: []float32{1.5, 2, 2.5, 4, 4.5, 5}}}},
	} {
		s := acting(c.start, frames, system.Force, []float32{1, 2, 3, 4, 5, 6}, 0.5)
		require.Equal(t, c.want, s.Trajectory.Given, c.name)
		require.Equal(t, 2, s.Trajectory.Frames())
	}
	require.Equal(t, []float32{1, 1, 1, 2, 2, 2}, framed.Trajectory.Given[1].Values, "the sample stays")
}
