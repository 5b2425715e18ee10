package system

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPair: a pair has the positions of two frames and the difference to the next one. It shares
// what does not move with the other sample, and changes nothing of it.
func TestPair(t *testing.T) {
	like := Sample{Position: []float32{7}, Velocity: []float32{8, 8, 8}, TargetPosition: []float32{9}, Charge: []float32{1}}
	r := Trajectory{Particles: 1, Positions: []float64{0, 0, 0, 1, 2, 3, 3, 5, 7, 8, 9, 9}}
	require.Equal(t, Sample{
		Position: []float32{1, 2, 3}, Velocity: []float32{2, 3, 4}, TargetPosition: []float32{8, 9, 9}, Charge: []float32{1},
	}, r.Pair(1, 2, like))
	require.Equal(t, []float32{7}, like.Position)
	require.Equal(t, []float32{8, 8, 8}, like.Velocity)
	require.Equal(t, []float32{9}, like.TargetPosition)
}

// TestPairOfTwoParticles: each particle has its own positions in every frame.
func TestPairOfTwoParticles(t *testing.T) {
	r := Trajectory{Particles: 2}
	for frame := range 4 {
		r.Positions = append(r.Positions, float64(frame), 0, 0, 0, float64(10*frame), 0)
	}
	s := r.Pair(1, 2, Sample{})
	require.Equal(t, []float32{1, 0, 0, 0, 10, 0}, s.Position)
	require.Equal(t, []float32{1, 0, 0, 0, 10, 0}, s.Velocity)
	require.Equal(t, []float32{3, 0, 0, 0, 30, 0}, s.TargetPosition)
}
