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
