package articulated_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/articulated"
)

// TestSumPaths: values add up from the root to each row, or over its descendants, in any order of rows;
// rows in a cycle are ground.
func TestSumPaths(t *testing.T) {
	for _, c := range []struct {
		parents         []int
		values          []float64
		paths, branches []float64
	}{
		{nil, nil, nil, nil},
		{[]int{0}, []float64{7}, []float64{7}, []float64{7}},
		{[]int{0, 0, 1, 0}, []float64{1, 2, 4, 8}, []float64{1, 3, 7, 9}, []float64{15, 6, 4, 8}},
		{[]int{2, 0, 2}, []float64{1, 2, 4}, []float64{5, 7, 4}, []float64{3, 2, 7}},                             // children before parents
		{[]int{0, 1, 1}, []float64{1, 2, 4}, []float64{1, 2, 6}, []float64{1, 6, 4}},                             // two trees
		{[]int{1, 0, 1, 3}, []float64{1, 2, 4, 8}, []float64{0, 0, 4, 8}, []float64{0, 0, 4, 8}},                 // rows 0 and 1 are in a cycle
		{[]int{1, 2, 0, 0, 3}, []float64{1, 2, 4, 8, 16}, []float64{0, 0, 0, 8, 24}, []float64{0, 0, 0, 24, 16}}, // a cycle of three
	} {
		sums := make([]float64, len(c.values))
		articulated.SumPaths(sums, c.values, c.parents, false)
		require.Equal(t, append([]float64{}, c.paths...), sums, c.parents)
		articulated.SumPaths(sums, c.values, c.parents, true)
		require.Equal(t, append([]float64{}, c.branches...), sums, c.parents)
	}
	wide := make([]float32, 4)
	articulated.SumPaths(wide, []float32{1, 10, 2, 20}, []int64{0, 0}, false)
	require.Equal(t, []float32{1, 10, 3, 30}, wide)
}

// TestLimitsOfTurns: a revolute joint is beyond the nearer limit by the sine of its excess, which is 0 at
// a limit and where the limits are a whole turn apart.
func TestLimitsOfTurns(t *testing.T) {
	for _, c := range []struct{ lower, upper, angle, beyond float64 }{
		{-1, 0.5, 0.75, math.Sin(0.25)},
		{-1, 0.5, 0.5 - 1e-9, 0},
		{-1, 0.5, -1.25, -math.Sin(0.25)},
		{-1, 0.5, -1 + 1e-9, 0},
		{2, 3, 3.5, math.Sin(0.5)},
		{2, 3, 1.5, -math.Sin(0.5)},
		{-3, 3, math.Pi, math.Sin(math.Pi - 3)},
		{-math.Pi, math.Pi, 3, 0},
		{-4, 4, 3.5, 0},
		{1, 1, 2, 0},
		{1, 0, 2, 0},
	} {
		stop := articulated.Stop{Lower: c.lower, Upper: c.upper, Inertia: 1, Time: 1}
		sine, cosine := math.Sincos(c.angle)
		require.InDelta(t, c.beyond, stop.Push(true, [3]float64{cosine, sine, 0}, 0, 1).Beyond, 1e-12, "%+v", c)
	}
	sliding := articulated.Stop{Lower: 1, Upper: 0, Inertia: 1, Time: 1}
	require.Zero(t, sliding.Push(false, [3]float64{1, 0, 5}, 0, 1).Beyond, "no limits")
}

// TestFarBeyond: a revolute joint may exceed its limits by half a radian, whole turns apart, and a prismatic
// one by half of the distance between them.
func TestFarBeyond(t *testing.T) {
	for _, c := range []struct {
		lower, upper float64
		turns        bool
		at           float64
		far          bool
	}{
		{-1, 1, true, 1.499, false}, {-1, 1, true, 1.501, true}, {-1, 1, true, -1.501, true}, {-1, 1, true, 2*math.Pi + 1.4, false},
		{0, 1, false, 1.499, false}, {0, 1, false, 1.501, true}, {0, 1, false, -0.499, false}, {0, 1, false, -0.501, true},
		{1, 1, true, 9, false}, {1, 0, false, 9, false},
	} {
		require.Equal(t, c.far, articulated.Stop{Lower: c.lower, Upper: c.upper}.FarBeyond(c.turns, c.at), "%+v", c)
	}
}
