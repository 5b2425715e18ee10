package states

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/vector"
	"gmnc/system"
)

// TestJoints: the state of a joint is how far it has turned and its rate, which it observes at any
// offset; positions and velocities are those of its body.
func TestJoints(t *testing.T) {
	rest := []float32{0, 0, 0, 1, 0, 0, 0, 1, 0}
	s := system.Sample{Position: []float32{0, 0, 0, 0, 1, 0, -1, 0, 0}, Velocity: []float32{0, 0, 0, -2, 0, 0, 0, -2, 0}}
	require.NoError(t, s.Join(rest, []system.Joint{{Parent: -1, Members: []int{0, 1, 2}, Axis: [3]float64{0, 0, 1}}}))
	of := Of(&s)
	require.Equal(t, 2, of.Size())
	position, velocity := of.At([]float64{0, 0})
	require.InDeltaSlice(t, vector.Widened(s.Position), position, 1e-6)
	require.InDeltaSlice(t, vector.Widened(s.Velocity), velocity, 1e-6)
	position, velocity = of.At([]float64{0.25, 0.5})
	require.InDeltaSlice(t, []float64{1.5707963 + 0.25, 2.5}, of.Observe(position, velocity), 1e-6)
	number, turns := of.Channel(0)
	require.True(t, number == 0 && turns)
	number, turns = of.Channel(1)
	require.True(t, number == 1 && !turns)
}
