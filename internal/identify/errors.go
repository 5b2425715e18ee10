package identify

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// fewGroups is how many groups beyond the parameters the scatter of their scores needs to say
// anything of its own.
const fewGroups = 5

// Covariance is the covariance of least-squares estimates. It takes their information H, of
// residuals with a variance of 1, and scores [groups, parameters]: the slopes of half the sum
// of squares on each of several independent groups.
//
// If residuals are independent noise, the covariance is H^-1. Whatever they are, it is
// H^-1 C H^-1, with C the sum of the outer products of the scores (Huber 1967), which is taken
// times G / (G - parameters) for G groups. Each variance is the larger of the two. The second
// says nothing where groups are few. Covariance returns nil where H has no inverse.
func Covariance(information mat.Symmetric, scores mat.Matrix) *mat.SymDense {
	groups, parameters := scores.Dims()
	var factors mat.Cholesky
	var inverse mat.SymDense
	if !factors.Factorize(information) || factors.InverseTo(&inverse) != nil {
		return nil
	}
	if groups < parameters+fewGroups {
		return &inverse
	}
	var steps, between mat.Dense // of Newton's, to the minimum of each group
	steps.Mul(scores, &inverse)
	between.Mul(steps.T(), &steps)
	between.Scale(float64(groups)/float64(groups-parameters), &between)
	for i := range parameters {
		factor := max(1, math.Sqrt(between.At(i, i)/inverse.At(i, i)))
		for k := range parameters {
			if k != i {
				inverse.SetSym(i, k, inverse.At(i, k)*factor)
			}
		}
		inverse.SetSym(i, i, inverse.At(i, i)*factor*factor)
	}
	return &inverse
}

// Deviations are the roots of the diagonal of a covariance.
func Deviations(covariance mat.Symmetric) (errors []float64) {
	for i := range covariance.SymmetricDim() {
		errors = append(errors, math.Sqrt(covariance.At(i, i)))
	}
	return errors
}
