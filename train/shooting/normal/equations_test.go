package normal

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/internal/test/allclose"
)

// derivatives has those of five residuals by two values of a state and two parameters.
var derivatives = mat.NewDense(4, 5, []float64{
	1, 0.5, -0.25, 0, 2,
	0, 1, 0.5, -1, 0.25,
	0.5, -1, 1, 0.25, 0,
	2, 0, 0.75, 1, -0.5,
})

var residuals = []float64{0.5, -1, 2, 0.25, 1}

// whole returns the products and slopes of all values, the states first and raised by factor.
func whole(factor float64) (*mat.SymDense, *mat.VecDense) {
	products, slopes := mat.NewSymDense(4, nil), new(mat.VecDense)
	products.SymOuterK(1, derivatives)
	for k := range 2 {
		products.SetSym(k, k, products.At(k, k)*factor)
	}
	slopes.MulVec(derivatives, mat.NewVecDense(5, residuals))
	return products, slopes
}

// TestEliminatedStates: the parameters move, and the state after them, as in one solution of all
// normal equations.
func TestEliminatedStates(t *testing.T) {
	for _, c := range []struct{ ridge, damping float64 }{{0, 0}, {0.5, 0}, {0, 0.25}, {0.5, 0.25}} {
		equations := New(derivatives, residuals, 2, c.ridge)
		products, slopes := whole((1 + c.ridge) * (1 + c.damping))
		var want mat.VecDense
		require.NoError(t, want.SolveVec(products, slopes))
		want.ScaleVec(-1, &want)

		reduced, slope := equations.Reduced(c.damping)
		var parameters mat.VecDense
		require.NoError(t, parameters.SolveVec(reduced, slope))
		parameters.ScaleVec(-1, &parameters)
		state := equations.State(c.damping, &parameters)
		allclose.Within(t, want.RawVector().Data, append(state.RawVector().Data, parameters.RawVector().Data...), 1e-12)
	}
}

// TestPart: the parts of the products from two kinds of rows add up to all, and rows of which none
// depends on a parameter give no part to it. A stretch without derivatives has no part.
func TestPart(t *testing.T) {
	for _, states := range []int{0, 2} {
		equations := New(derivatives, residuals, states, 0)
		odd, even := equations.Part(func(row int) bool { return row%2 == 1 }), equations.Part(func(row int) bool { return row%2 == 0 })
		require.Positive(t, odd.At(0, 0))
		require.Positive(t, even.At(0, 0))
		odd.AddSym(odd, even)
		reduced, _ := equations.Reduced(0)
		require.True(t, mat.EqualApprox(reduced, odd, 1e-12))
	}
	equations := New(derivatives, residuals, 0, 0)
	alone := equations.Part(func(row int) bool { return row == 3 })
	require.Zero(t, alone.At(0, 0))
	require.Positive(t, alone.At(1, 1))
	require.Nil(t, new(Equations).Part(nil))
}

// TestWithoutStates: a stretch without a state of its own has the equations of the parameters alone.
func TestWithoutStates(t *testing.T) {
	equations := New(derivatives, residuals, 0, 0.5)
	products, slopes := whole(1)
	reduced, slope := equations.Reduced(0.25)
	require.True(t, mat.EqualApprox(products, reduced, 1e-12))
	require.True(t, mat.EqualApprox(slopes, slope, 1e-12))
	require.Nil(t, equations.Leverages())
	require.Nil(t, equations.State(0, slope))
	reduced, slope = new(Equations).Reduced(0)
	require.Nil(t, reduced)
	require.Nil(t, slope)
}

// TestLeverages: two values of a state take up two of five rows, a row of its own whole.
func TestLeverages(t *testing.T) {
	equations := New(derivatives, residuals, 2, 0)
	columns := derivatives.Slice(0, 2, 0, 5)
	var products, inverse, hat mat.Dense
	products.Mul(columns, columns.T())
	require.NoError(t, inverse.Inverse(&products))
	hat.Product(columns.T(), &inverse, columns)
	leverages, sum := equations.Leverages(), 0.0
	for k, leverage := range leverages {
		require.InDelta(t, hat.At(k, k), leverage, 1e-12)
		sum += leverage
	}
	require.InDelta(t, 2, sum, 1e-12)
	own := New(mat.NewDense(2, 2, []float64{1, 0, 0, 1}), []float64{1, 1}, 1, 0)
	require.Equal(t, []float64{1, 0}, own.Leverages())
}

// TestStatesWithoutDerivatives: a value of a state that moves nothing stays, and equations without
// numbers have no solution.
func TestStatesWithoutDerivatives(t *testing.T) {
	still := New(mat.NewDense(2, 2, []float64{0, 0, 1, 2}), []float64{1, 1}, 1, 0)
	reduced, slope := still.Reduced(0)
	require.Equal(t, []float64{5}, reduced.RawSymmetric().Data)
	require.Equal(t, []float64{3}, slope.RawVector().Data)
	require.Zero(t, still.State(0, mat.NewVecDense(1, []float64{7})).AtVec(0))

	none := New(mat.NewDense(2, 2, []float64{math.NaN(), 0, 1, 2}), []float64{1, 1}, 1, 0)
	require.Nil(t, none.Factors(0))
	reduced, slope = none.Reduced(0)
	require.Nil(t, reduced)
	require.Nil(t, slope)
	require.Nil(t, none.State(0, mat.NewVecDense(1, nil)))
	require.Nil(t, none.Part(func(int) bool { return true }))
	require.Equal(t, []float64{0, 0}, none.Leverages())
}
