package system

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestJoin: bodies hang on each other by their first particles, and the trees of these
// keep no distances.
func TestJoin(t *testing.T) {
	s := Sample{Position: make([]float32, 12), Velocity: make([]float32, 12)}
	rest := []float32{0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 1}
	joints := []Joint{
		{Parent: -1, Members: []int{0, 1}, Axis: [3]float64{0, 0, 1}, Damping: 2},
		{Parent: 0, Members: []int{2, 3}, Anchor: [3]float64{0, 0, 1}, Axis: [3]float64{1, 0, 0}, Slides: true, Damping: 3},
	}
	require.NoError(t, s.Join(rest, joints))
	require.Equal(t, []float32{0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0}, TurnAxis.Of(&s))
	require.Equal(t, []float32{0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0}, SlideAxis.Of(&s))
	require.Equal(t, []float32{2, 2, 0, 0}, TurnDamping.Of(&s))
	require.Equal(t, []float32{0, 0, 3, 3}, SlideDamping.Of(&s))
	require.Equal(t, []int64{-1, -1, 0, -1}, s.Objects.Numbers(Tree, 4))
	require.Empty(t, s.Objects.Bars(Tree))
	require.Len(t, s.Objects.Bars(Body), 2)
	require.Equal(t, []float32{5, 5, 7, 7}, OfJoints(4, joints, []float32{5, 7}))

	joints[0].Parent = 1
	require.ErrorContains(t, s.Join(rest, joints), "one before it")
	joints[0] = Joint{Parent: -1}
	require.ErrorContains(t, s.Join(rest, joints), "no particles")
}
