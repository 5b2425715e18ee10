package normal

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/internal/test/allclose"
)

// TestProfile: what is left of the information of a parameter beside others that make up for it.
func TestProfile(t *testing.T) {
	information := mat.NewSymDense(3, []float64{4, 2, 0, 2, 2, 0, 0, 0, 1})
	along, left := Profile(information, 0, []int{1})
	require.InDelta(t, 2, left, 1e-9)
	allclose.Within(t, []float64{1, -1, 0}, along, 1e-9)
	_, left = Profile(information, 0, nil)
	require.InDelta(t, 4, left, 0)
	_, left = Profile(mat.NewSymDense(2, []float64{1, 1, 1, -1}), 0, []int{1})
	require.Zero(t, left, "without a solution")
	_, left = Profile(mat.NewSymDense(2, []float64{1, math.NaN(), math.NaN(), 1}), 0, []int{1})
	require.Zero(t, left)
	_, left = Profile(mat.NewSymDense(3, []float64{4, 1, 1, 1, 1, 1, 1, 1, 1}), 0, []int{1, 2})
	require.InDelta(t, 3, left, 1e-6, "others that are alike count once")
}

// TestProfileAlone: a parameter beside which no others move moves alone.
func TestProfileAlone(t *testing.T) {
	along, _ := Profile(mat.NewSymDense(2, []float64{4, 1, 1, 4}), 1, nil)
	require.Equal(t, []float64{0, 1}, along)
	along, _ = Profile(mat.NewSymDense(2, []float64{1, 1, 1, -1}), 0, []int{1})
	require.Equal(t, []float64{1, 0}, along)
	along, _ = Profile(mat.NewSymDense(2, []float64{1, math.NaN(), math.NaN(), 1}), 0, []int{1})
	require.Equal(t, []float64{1, 0}, along)
}

// TestClearRow: a parameter that is removed has the equation x = 0, and the others keep theirs.
func TestClearRow(t *testing.T) {
	products, slope := mat.NewSymDense(3, []float64{4, 2, 3, 2, 5, 6, 3, 6, 7}), mat.NewVecDense(3, []float64{8, 9, 10})
	ClearRow(products, slope, 1)
	require.True(t, mat.Equal(mat.NewSymDense(3, []float64{4, 0, 3, 0, 1, 0, 3, 0, 7}), products))
	require.Equal(t, []float64{8, 0, 10}, slope.RawVector().Data)
}

// TestDownhill: the step to the minimum of a quadratic form solves its equations; a form without a minimum has none.
func TestDownhill(t *testing.T) {
	move := Downhill(mat.NewSymDense(2, []float64{2, 0, 0, 4}), mat.NewVecDense(2, []float64{2, -2}))
	allclose.Within(t, []float64{-1, 0.5}, move.RawVector().Data, 1e-12)
	require.Nil(t, Downhill(mat.NewSymDense(1, []float64{-1}), mat.NewVecDense(1, nil)))
	require.Nil(t, Downhill(mat.NewSymDense(1, []float64{math.Inf(1)}), mat.NewVecDense(1, nil)))
	part := Part(mat.NewSymDense(3, []float64{1, 2, 3, 2, 4, 5, 3, 5, 6}), []int{2, 0})
	require.True(t, mat.Equal(mat.NewSymDense(2, []float64{6, 3, 3, 1}), part))
}
