package excite

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/sysid/rigid"
)

// TestRandomStates: the random states of a joint are drawn in the order angle, rate, acceleration, from a stream of their own.
func TestRandomStates(t *testing.T) {
	tree, o := twoLinks(), Options{Seconds: 4, Rate: []float64{2, 0.5}}
	m := newInformation(tree, o).random(o)
	source := rand.New(rand.NewPCG(1, 3))
	for j, rate := range []float64{2, 0.5} {
		low, high := span(tree, j)
		for row := range states {
			require.Equal(t, low+(high-low)*source.Float64(), m.Angle[j][row])
			require.Equal(t, rate*(2*source.Float64()-1), m.Rate[j][row])
			require.InEpsilon(t, 2*math.Pi*5/4*rate*(2*source.Float64()-1), m.Acceleration[j][row], 1e-12)
		}
	}
}

// TestInformationOfStates: the information is the sum of the products of all columns of the regressor, each in units of its
// uncertainty and of the noise of the joint's torque.
func TestInformationOfStates(t *testing.T) {
	tree := twoLinks()
	d := newInformation(tree, Options{Seconds: 2})
	m := &Motion{Time: []float64{0, 0.5}, Angle: [][]float64{{0.3, -0.2}, {0.1, 0.2}}, Rate: [][]float64{{0.5, -1}, {0.002, 0}}, Acceleration: [][]float64{{2, 1}, {-1, 3}}, Torque: matrix(2, 2)}
	size := len(d.scale)
	want := mat.NewSymDense(size, nil)
	for row := range m.Time {
		rows := matrix(2, 2*rigid.Constants)
		d.rows(m, row, rows)
		for j := range 2 {
			y := append(append([]float64{}, rows[j]...), make([]float64, 2*friction)...)
			own := y[2*rigid.Constants+3*j:]
			own[0], own[1], own[2] = m.Acceleration[j][row], m.Rate[j][row], math.Tanh(m.Rate[j][row]/0.01)
			for i := range y {
				y[i] *= d.scale[i] / d.deviation[j]
			}
			want.SymRankOne(want, 5*0.5/2, mat.NewVecDense(size, y))
		}
	}
	got := d.information(m)
	for i := range size {
		for k := range size {
			require.InDelta(t, want.At(i, k), got.At(i, k), 1e-9*mat.Max(want), "%d %d", i, k)
		}
	}
	require.NotZero(t, m.Torque[0][0], "a motion that has torques gets them")
	twice := d.within(m, m)
	once := d.within(m)
	require.InEpsilon(t, 2*once.At(0, 0), twice.At(0, 0), 1e-9)
	require.Equal(t, 11, once.SymmetricDim())
}

// TestMotionOfParameters: each joint has its own parameters, and rows are evenly spaced from 0 to the end.
func TestMotionOfParameters(t *testing.T) {
	d := &design{tree: twoLinks(), options: Options{Seconds: 4, Rate: []float64{1, 0.1}}, rows: 9}
	x := make([]float64, 2*perJoint)
	x[perJoint+1] = 1
	m := d.motion(x)
	require.Equal(t, 0.5, m.Time[1])
	require.Equal(t, 4., m.Time[8])
	for row := range 9 {
		require.InDelta(t, 0.5, m.Angle[0][row], 1e-9, "the first joint stays in the middle of its range")
	}
	require.NotEqual(t, m.Angle[1][2], m.Angle[1][3])
	require.Len(t, m.Torque[1], 9)
}

// TestSpans: a joint without limits turns by pi to either side, and a sliding one moves by half a meter; equal limits are none.
func TestSpans(t *testing.T) {
	tree := twoLinks()
	tree.Links[0].Range, tree.Links[1].Range = [2]float64{1, 1}, [2]float64{0.2, 0.3}
	low, high := span(tree, 0)
	require.Equal(t, []float64{-math.Pi, math.Pi}, []float64{low, high})
	low, high = span(tree, 1)
	require.Equal(t, []float64{0.2, 0.3}, []float64{low, high})
}
