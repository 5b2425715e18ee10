package rotation

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Nearest returns the rotation R [3, 3] for which the trace of R^T m is largest; if proper is
// false, R may also reflect. If m is the sum of y x^T over points, R takes the points x nearest
// to the points y, by least squares (Kabsch 1976). It returns the identity if m has no singular
// value decomposition.
func Nearest(m mat.Matrix, proper bool) mat.Matrix {
	var factors mat.SVD
	if !factors.Factorize(m, mat.SVDFull) {
		return mat.NewDiagDense(3, []float64{1, 1, 1})
	}
	var u, v, nearest mat.Dense
	factors.UTo(&u)
	factors.VTo(&v)
	if proper {
		sign := math.Copysign(1, mat.Det(&u)*mat.Det(&v))
		u.Mul(&u, mat.NewDiagDense(3, []float64{1, 1, sign}))
	}
	nearest.Mul(&u, v.T())
	return &nearest
}
