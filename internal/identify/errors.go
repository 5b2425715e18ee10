package identify

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// fewGroups is the number of groups, beyond the number of parameters, below which the scatter
// of scores says nothing.
const fewGroups = 5

// Covariance returns the covariance of least-squares estimates. It takes their information H,
// for residuals with a variance of 1, and scores [groups, parameters]. These are the gradients
// of half the sum of squares for each of several independent groups.
//
// If residuals are independent noise, the covariance is H^-1. In general it is H^-1 C H^-1,
// where C is the sum of the outer products of the scores (Huber 1967), multiplied by G / (G -
// parameters) for G groups. Each variance is the larger of the two; if there are few groups,
// only the first is used. Covariance returns nil if H has no inverse.
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
	var steps, between mat.Dense // Newton's steps to the minimum of each group
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

// Deviations returns the square roots of the diagonal of a covariance.
func Deviations(covariance mat.Symmetric) (errors []float64) {
	for i := range covariance.SymmetricDim() {
		errors = append(errors, math.Sqrt(covariance.At(i, i)))
	}
	return errors
}
