// Package normal solves the normal equations of stretches: those of the parameters after those
// of the state in which each stretch begins.
package normal

import (
	"cmp"

	"gonum.org/v1/gonum/mat"
)

// Equations holds the normal equations of a stretch: of its state, of the parameters and of both,
// with their slopes. All are nil if the stretch has no derivatives.
type Equations struct {
	States     *mat.SymDense // [states,states]
	between    *mat.Dense    // [states,parameters]
	Parameters *mat.SymDense
	slope      *mat.VecDense // slope of the states
	down       *mat.VecDense // slope of the parameters
	ofState    mat.Matrix    // derivatives by the state, in units of the noise [states,rows]
	ofParams   mat.Matrix    // derivatives by the parameters, in these units [parameters,rows]
}

// New returns the normal equations of a stretch from its derivatives in units of the noise
// [states+parameters,rows], first those by its state, and from its residuals, which left has.
// ridge is the share of their diagonal that is added to the equations of the state.
func New(scaled *mat.Dense, left []float64, states int, ridge float64) (b Equations) {
	columns, _ := scaled.Dims()
	parameters := columns - states
	products := mat.NewSymDense(columns, nil)
	products.SymOuterK(1, scaled)
	var slopes mat.VecDense
	slopes.MulVec(scaled, mat.NewVecDense(len(left), left))
	b.ofParams = scaled.Slice(states, columns, 0, len(left))
	b.Parameters, b.down = mat.NewSymDense(parameters, nil), mat.NewVecDense(parameters, nil)
	for k := range parameters {
		b.down.SetVec(k, slopes.AtVec(states+k))
		for l := range k + 1 {
			b.Parameters.SetSym(k, l, products.At(states+k, states+l))
		}
	}
	if states == 0 {
		return b
	}
	b.States, b.between, b.slope = mat.NewSymDense(states, nil), mat.NewDense(states, parameters, nil), mat.NewVecDense(states, nil)
	for k := range states {
		b.slope.SetVec(k, slopes.AtVec(k))
		for l := range k + 1 {
			b.States.SetSym(k, l, products.At(k, l))
		}
		b.States.SetSym(k, k, cmp.Or(b.States.At(k, k)*(1+ridge), 1))
		for l := range parameters {
			b.between.Set(k, l, products.At(k, states+l))
		}
	}
	b.ofState = scaled.Slice(0, states, 0, len(left))
	return b
}

// Leverages returns how much of each row the state of a stretch takes up: the diagonal of J (J'
// J)^-1 J' for the columns J. It is nil if the stretch has no such equations.
func (b *Equations) Leverages() []float64 {
	if b.States == nil {
		return nil
	}
	states, count := b.ofState.Dims()
	of := make([]float64, count)
	var factors mat.Cholesky
	var solved mat.Dense
	if !factors.Factorize(b.States) || factors.SolveTo(&solved, b.ofState) != nil {
		return of
	}
	for row := range of {
		for k := range states {
			of[row] += float64(b.ofState.At(k, row) * solved.At(k, row))
		}
	}
	return of
}

// Reduced returns the equations of the parameters after those of the states are eliminated,
// with a damping: the products and slopes of a stretch. They are nil if there are none.
func (b *Equations) Reduced(damping float64) (products *mat.SymDense, slope *mat.VecDense) {
	if b.Parameters == nil {
		return nil, nil
	}
	products, slope = mat.NewSymDense(b.Parameters.SymmetricDim(), nil), mat.VecDenseCopyOf(b.down)
	products.CopySym(b.Parameters)
	if b.States == nil {
		return products, slope
	}
	factors := b.Factors(damping)
	if factors == nil {
		return nil, nil
	}
	var solved, taken mat.Dense
	if factors.SolveTo(&solved, b.between) != nil {
		return nil, nil
	}
	taken.Mul(b.between.T(), &solved)
	for k := range slope.Len() {
		for l := range k + 1 {
			products.SetSym(k, l, products.At(k, l)-float64((taken.At(k, l)+taken.At(l, k))/2))
		}
	}
	var ofStates mat.VecDense
	ofStates.MulVec(solved.T(), b.slope)
	slope.SubVec(slope, &ofStates)
	return products, slope
}

// Part returns the part of the products of Reduced, without damping, that comes from some rows. It is
// nil if there are none.
func (b *Equations) Part(from func(row int) bool) *mat.SymDense {
	if b.Parameters == nil {
		return nil
	}
	own := mat.DenseCopyOf(b.ofParams)
	if b.States != nil {
		var solved, taken mat.Dense
		factors := b.Factors(0)
		if factors == nil || factors.SolveTo(&solved, b.between) != nil {
			return nil
		}
		taken.Mul(solved.T(), b.ofState)
		own.Sub(own, &taken)
	}
	parameters, rows := own.Dims()
	for row := range rows {
		for k := 0; k < parameters && !from(row); k++ {
			own.Set(k, row, 0)
		}
	}
	products := mat.NewSymDense(parameters, nil)
	products.SymOuterK(1, own)
	return products
}

// Factors returns the Cholesky factors of the equations of a state, with a damping, or nil if
// they have no solution.
func (b *Equations) Factors(damping float64) *mat.Cholesky {
	raised := mat.NewSymDense(b.States.SymmetricDim(), nil)
	raised.CopySym(b.States)
	for k := range raised.SymmetricDim() {
		raised.SetSym(k, k, raised.At(k, k)*(1+damping))
	}
	var factors mat.Cholesky
	if !factors.Factorize(raised) {
		return nil
	}
	return &factors
}

// State returns the move of a stretch's state that goes with a move of the parameters.
func (b *Equations) State(damping float64, parameters *mat.VecDense) *mat.VecDense {
	if b.States == nil {
		return nil
	}
	factors := b.Factors(damping)
	if factors == nil {
		return nil
	}
	var right mat.VecDense
	right.MulVec(b.between, parameters)
	right.AddVec(&right, b.slope)
	right.ScaleVec(-1, &right)
	var move mat.VecDense
	if factors.SolveVecTo(&move, &right) != nil {
		return nil
	}
	return &move
}
