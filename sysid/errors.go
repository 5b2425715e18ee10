package sysid

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// uncertainty is what a fit does not know about its constants.
type uncertainty struct {
	covariance *mat.SymDense // of the free constants
	before     []float64     // their standard deviations by the prior alone
	told       int           // directions that the data tell
}

// blockSeconds is the least length of a block of the recordings. Residuals of different
// blocks are taken to be independent.
const blockSeconds = 0.5

// deviations are standard errors that hold where residuals are correlated, from row to row and
// from joint to joint: H^-1 (B + P) H^-1, the sandwich of Huber and White. H is the curvature,
// P the prior's, and B the sum of g g^T over blocks of the recordings, g being a block's
// gradient. Where blocks are too few for this, H^-1 stands in: a constant's variance is the
// larger of the two.
func (f *fit) deviations() (*uncertainty, error) {
	n := len(f.free)
	information, held := mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
	gradient, last := make([]float64, n), make([]float64, n)
	meat := mat.NewSymDense(n, nil)
	blocks := 0
	for _, m := range f.motions {
		m.cut(blockSeconds)
		f.normal(m, gradient, information, func() {
			g := mat.NewVecDense(n, nil)
			for i := range gradient {
				g.SetVec(i, gradient[i]-last[i])
			}
			copy(last, gradient)
			meat.SymRankOne(meat, 1, g)
			blocks++
		})
	}
	if math.IsInf(f.add(f.law, f.constants, last, held), 1) {
		panic("sysid: a fit ended outside of the physical constants")
	}
	meat.ScaleSym(float64(blocks)/float64(max(1, blocks-1)), meat)
	u := &uncertainty{before: make([]float64, n)}
	var prior, all, told mat.Dense
	if err := prior.Inverse(held); err != nil {
		return nil, err
	}
	for i := range n {
		u.before[i] = math.Sqrt(prior.At(i, i))
	}
	var total, inner mat.SymDense
	total.AddSym(information, held)
	if err := all.Inverse(&total); err != nil {
		return nil, err
	}
	inner.AddSym(meat, held)
	told.Product(&all, &inner, &all)
	u.covariance = mat.NewSymDense(n, nil)
	for i := range n {
		for k := i; k < n; k++ {
			u.covariance.SetSym(i, k, (told.At(i, k)+told.At(k, i))/2)
		}
	}
	for i := range n {
		u.covariance.SetSym(i, i, max(told.At(i, i), all.At(i, i)))
	}
	u.told = directions(information, held)
	return u, nil
}

// directions is how many directions of the constants data tell better than the prior.
func directions(information, held *mat.SymDense) (told int) {
	var factor mat.Cholesky
	if !factor.Factorize(held) {
		return 0
	}
	n := information.SymmetricDim()
	var l mat.TriDense
	factor.LTo(&l)
	var half, whole mat.Dense
	if half.Solve(&l, information) != nil || whole.Solve(&l, half.T()) != nil {
		return 0
	}
	sym := mat.NewSymDense(n, nil)
	for i := range n {
		for k := i; k < n; k++ {
			sym.SetSym(i, k, (whole.At(i, k)+whole.At(k, i))/2)
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(sym, false) {
		return 0
	}
	for _, value := range eigen.Values(nil) {
		if value > 1 {
			told++
		}
	}
	return told
}
