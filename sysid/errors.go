package sysid

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gmnc/internal/identify"
)

// uncertainty is what a fit does not know about its constants.
type uncertainty struct {
	covariance *mat.SymDense // of the free constants
	before     []float64     // their standard deviations by the prior alone
	told       int           // directions that the data tell
	untold     [][]float64   // the others, of the free constants over before: an orthonormal basis
}

// leastInformation is that of data along a direction, over the prior's, from which on they tell
// it: the prior has a tenth of the weight or less.
const leastInformation = 10

// mostUntold is how large the part of a constant's standard error may be that untold directions
// leave to it, if the data determine it.
const mostUntold = 0.5

// part is a free constant's part in the untold directions, 0 to 1.
func (u *uncertainty) part(at int) float64 {
	var squares float64
	for _, direction := range u.untold {
		squares += direction[at] * direction[at]
	}
	return math.Sqrt(squares)
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
	f.widen(f.law, f.constants, held)
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
	u.tell(information)
	return u, nil
}

// tell finds the directions that the information of data tells.
func (u *uncertainty) tell(information *mat.SymDense) {
	u.untold = identify.Undetermined(u.scaled(information), leastInformation)
	u.told = len(u.before) - len(u.untold)
}

// determines reports whether the data tell a free constant by itself.
func (u *uncertainty) determines(at int) bool {
	sd := math.Sqrt(u.covariance.At(at, at))
	return sd < mostError*u.before[at] && u.part(at)*u.before[at] < mostUntold*sd
}

// scaled is the information of data in units of the prior's standard deviations, each constant
// by itself: the prior of a link ties its constants together, which tells nothing of the robot.
func (u *uncertainty) scaled(information *mat.SymDense) *mat.SymDense {
	n := information.SymmetricDim()
	sym := mat.NewSymDense(n, nil)
	for i := range n {
		for k := i; k < n; k++ {
			sym.SetSym(i, k, information.At(i, k)*u.before[i]*u.before[k])
		}
	}
	return sym
}
