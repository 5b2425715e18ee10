package excite

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// TestBeyond: a torque counts from the margin of its limit on, and a link by its depth below the floor.
func TestBeyond(t *testing.T) {
	tree := twoLinks()
	d := &design{tree: tree, options: Options{Torque: []float64{10, 20}}}
	moved := func(first, second float64) *Motion {
		return &Motion{Time: []float64{0}, Angle: matrix(2, 1), Torque: [][]float64{{first}, {second}}}
	}
	for _, c := range []struct{ first, second, want float64 }{
		{9.5, -19, 0}, {-9.5 * 1.1, 0, 0.1}, {0, 19 * 1.2, 0.2}, {9.5 * 1.1, 19 * 1.2, 0.2},
	} {
		torque, floor := d.beyond(moved(c.first, c.second))
		require.InDelta(t, c.want, torque, 1e-12, "%+v", c)
		require.Zero(t, floor, "there is none")
	}
	low := lowest(tree, moved(0, 0).Angle, 0)
	for depth, want := range map[float64]float64{-0.1: 0, 0: 0, 0.1: 0.1} {
		height := low + depth
		d.options.Floor = &height
		_, floor := d.beyond(moved(0, 0))
		require.InDelta(t, want, floor, 1e-12, "%g", depth)
	}
}

// TestCheck: a motion may need a torque up to its limit, in both directions, and stay on the floor.
func TestCheck(t *testing.T) {
	tree := twoLinks()
	d := &design{tree: tree, options: Options{Torque: []float64{10, 20}}}
	for torque, wrong := range map[float64]bool{10: false, -10: false, 10.1: true, -10.1: true} {
		m := &Motion{Time: []float64{0}, Angle: matrix(2, 1), Torque: [][]float64{{torque}, {0}}}
		err := d.check(m)
		require.Equal(t, wrong, err != nil, "%g: %v", torque, err)
	}
	m := &Motion{Time: []float64{0}, Angle: matrix(2, 1), Torque: matrix(2, 1)}
	low := lowest(tree, m.Angle, 0)
	d.options.Floor = &low
	require.NoError(t, d.check(m))
	higher := low + 1e-3
	d.options.Floor = &higher
	require.ErrorContains(t, d.check(m), "links would be 0.001 m below it")
}

// TestMissing: information of 3 about each of two combinations leaves half of their uncertainty; what
// is no information has no logarithm.
func TestMissing(t *testing.T) {
	require.Zero(t, missing(mat.NewSymDense(2, nil)))
	require.InDelta(t, math.Log(0.5), missing(mat.NewSymDense(2, []float64{3, 0, 0, 3})), 1e-12)
	require.InDelta(t, math.Log(0.5)/2, missing(mat.NewSymDense(2, []float64{3, 0, 0, 0})), 1e-12)
	require.True(t, math.IsInf(missing(mat.NewSymDense(1, []float64{-2})), 1))
}

// TestMove: a motion reaches the margin of its range or of its rate, whichever is first, about a
// middle that its first parameter moves by half of the range at most.
func TestMove(t *testing.T) {
	tree := twoLinks() // the first from -1 to 2
	x := make([]float64, perJoint)
	x[1] = 1
	extent := func(rate, middle float64) (low, high, fastest float64) {
		d := &design{tree: tree, options: Options{Seconds: 4, Rate: []float64{rate}}}
		m := &Motion{Angle: matrix(2, 201), Rate: matrix(2, 201), Acceleration: matrix(2, 201)}
		for row := range 201 {
			m.Time = append(m.Time, 0.02*float64(row))
		}
		x[0] = middle
		d.move(m, 0, x)
		low, high = math.Inf(1), math.Inf(-1)
		for row := range m.Time {
			low, high, fastest = min(low, m.Angle[0][row]), max(high, m.Angle[0][row]), max(fastest, math.Abs(m.Rate[0][row]))
		}
		return low, high, fastest
	}
	low, high, fastest := extent(0.1, 0)
	require.InDelta(t, 0.095, fastest, 1e-9)
	require.InDelta(t, 1, low+high, 1e-9, "about the middle")
	low, high, fastest = extent(100, 0)
	require.InDelta(t, 0.5+0.95*1.5, max(high, 1-low), 1e-9)
	require.Less(t, fastest, 95.)
	low, high, _ = extent(100, 50)
	require.InDelta(t, 0.5+0.95*1.5, high, 1e-9, "at its end")
	require.InDelta(t, 0.5, low, 0.95*1.5)
	require.Greater(t, low, 0.4)
}

// TestRootMeanSquare: of 3 and 4 it is 5 over the root of 2.
func TestRootMeanSquare(t *testing.T) {
	require.InDelta(t, 5/math.Sqrt2, rootMeanSquare([]float64{3, -4}), 1e-12)
}

// TestLinkWithoutMass: a link without mass has no center that could be low.
func TestLinkWithoutMass(t *testing.T) {
	tree := twoLinks()
	tree.Links[1].Mass = 0
	require.Len(t, positions(tree, matrix(2, 1), 0), 3)
}
