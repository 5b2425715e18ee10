package sysid

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gmnc/internal/identify"
)

// uncertainty holds what the data leave open about the free constants.
type uncertainty struct {
	covariance   *mat.SymDense // of the free constants
	off          float64       // root of the weighted sum of squares of the residuals; 0 if they are noise
	before       []float64     // their standard deviations by the prior alone
	determined   int           // number of directions that the data determine
	undetermined [][]float64   // orthonormal basis of the other directions, in units of before
}

// leastInformation is the least ratio of the data's information to the prior's along a
// direction that the data determine. There the prior has at most a tenth of the weight.
const leastInformation = 10

// maxUndetermined is the largest part of a constant's standard error that may come from undetermined
// directions if the data determine the constant.
const maxUndetermined = 0.5

// undeterminedError returns the part of a constant's standard error that comes from the undetermined
// directions. It is the standard deviation, by the covariance, of the constant's projection on
// them.
func (u *uncertainty) undeterminedError(at int) float64 {
	projection := mat.NewVecDense(len(u.before), nil)
	for _, direction := range u.undetermined {
		for i, along := range direction {
			projection.SetVec(i, projection.AtVec(i)+float64(direction[at]*along)*u.before[at]/u.before[i])
		}
	}
	return math.Sqrt(max(0, mat.Inner(projection, u.covariance, projection)))
}

// blockSeconds is the least length of a block of the recordings. Residuals of different blocks
// are assumed to be independent.
const blockSeconds = 0.5

// deviations returns standard errors that hold for residuals that are correlated between rows
// and between joints. The covariance is H^-1 (B + P) H^-1, the sandwich of Huber and White. H
// is the curvature, P is the prior's curvature, and B is the sum of g g^T over blocks of the
// recordings, where g is a block's gradient. A constant's variance is at least that of H^-1,
// which takes over if there are too few blocks.
func (f *fit) deviations() (*uncertainty, error) {
	n := len(f.free)
	information, priorInformation := mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
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
	if math.IsInf(f.add(f.law, f.constants, last, priorInformation), 1) {
		panic("sysid: a fit ended outside of the physical constants")
	}
	f.widen(f.law, f.constants, priorInformation)
	meat.ScaleSym(float64(blocks)/float64(max(1, blocks-1)), meat)
	u := &uncertainty{before: make([]float64, n)}
	var priorCovariance, all, sandwich mat.Dense
	if err := priorCovariance.Inverse(priorInformation); err != nil {
		return nil, err
	}
	for i := range n {
		u.before[i] = math.Sqrt(priorCovariance.At(i, i))
	}
	var total, inner mat.SymDense
	total.AddSym(information, priorInformation)
	if err := all.Inverse(&total); err != nil {
		return nil, err
	}
	inner.AddSym(meat, priorInformation)
	sandwich.Product(&all, &inner, &all)
	u.covariance = mat.NewSymDense(n, nil)
	for i := range n {
		for k := i; k < n; k++ {
			u.covariance.SetSym(i, k, (sandwich.At(i, k)+sandwich.At(k, i))/2)
		}
	}
	for i := range n {
		u.covariance.SetSym(i, i, max(sandwich.At(i, i), all.At(i, i)))
	}
	u.findUndetermined(information)
	return u, nil
}

// findUndetermined finds the directions that the data do not determine.
func (u *uncertainty) findUndetermined(information *mat.SymDense) {
	u.undetermined = identify.Undetermined(u.scaled(information), leastInformation)
	u.determined = len(u.before) - len(u.undetermined)
}

// determines reports whether the data determine a free constant by itself.
func (u *uncertainty) determines(at int) bool {
	sd := math.Sqrt(u.covariance.At(at, at))
	return sd < mostError*u.before[at] && u.undeterminedError(at) < maxUndetermined*sd
}

// scaled returns the data's information in units of the prior's standard deviations, each
// constant by itself. The prior of a link couples its constants, and this coupling says nothing
// about the robot.
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

// deviation returns the standard deviation of a sum of constants with these factors.
func (u *uncertainty) deviation(factors *mat.VecDense) float64 {
	return math.Sqrt(max(0, mat.Inner(factors, u.covariance, factors)))
}

// most returns an upper bound of the error of a sum of constants with these factors, or 0 if the
// residuals are noise. By the inequality of Cauchy and Schwarz, residuals that all push in one
// direction move the sum by this many standard deviations.
func (u *uncertainty) most(factors *mat.VecDense) float64 { return u.off * u.deviation(factors) }

// off returns the root of the weighted sum of squares of the residuals of all rows.
func (f *fit) off(e *Errors) float64 {
	var sum float64
	for _, m := range f.motions {
		for j, w := range f.weights {
			sum += w * float64(len(m.rows)) * float64(e.Fitted[j]*e.Fitted[j])
		}
	}
	return math.Sqrt(sum)
}
