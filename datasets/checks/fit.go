package checks

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// ridge is the regularization that distinguishes equal columns, relative to their squares.
const ridge = 1e-9

// sweeps is the greatest number of times that each factor of unexplained is adjusted.
const sweeps = 300

// fit is a least squares fit of columns to numbers.
type fit struct {
	columns  *mat.Dense    // scaled to length 1
	lengths  []float64     // their lengths before that
	products *mat.SymDense // of each column with each
	normal   mat.Cholesky  // factors of the products, with a ridge
}

func newFit(columns *mat.Dense) (f *fit, ok bool) {
	rows, n := columns.Dims()
	f = &fit{columns: columns, lengths: make([]float64, n)}
	for k := range n {
		f.lengths[k] = mat.Norm(columns.ColView(k), 2)
		if f.lengths[k] == 0 {
			continue
		}
		for row := range rows {
			columns.Set(row, k, columns.At(row, k)/f.lengths[k])
		}
	}
	normal := mat.NewSymDense(n, nil)
	f.products = mat.NewSymDense(n, nil)
	f.products.SymOuterK(1, columns.T())
	normal.CopySym(f.products)
	for k := range n {
		normal.SetSym(k, k, normal.At(k, k)+ridge)
	}
	return f, f.normal.Factorize(normal)
}

// factors returns the factors of the columns, scaled to length 1, that explain the numbers
// best, or nil if there are none.
func (f *fit) factors(values []float64) *mat.VecDense {
	_, n := f.columns.Dims()
	factors := mat.NewVecDense(n, nil)
	factors.MulVec(f.columns.T(), mat.NewVecDense(len(values), values))
	if f.normal.SolveVecTo(factors, factors) != nil {
		return nil
	}
	return factors
}

func (f *fit) residuals(values []float64) []float64 {
	if factors := f.factors(values); factors != nil {
		return f.without(factors, values)
	}
	return values
}

// without returns what is left of numbers after the columns times their factors.
func (f *fit) without(factors *mat.VecDense, values []float64) []float64 {
	left := mat.NewVecDense(len(values), nil)
	left.MulVec(f.columns, factors)
	left.SubVec(mat.NewVecDense(len(values), values), left)
	return left.RawVector().Data
}

func sumOfSquares(values []float64) float64 { return floats.Dot(values, values) }

// first returns the factor of the first column before scaling. fraction is the fraction of the
// squares which the other columns leave that the first column explains.
func (f *fit) first(values []float64) (factor, fraction float64) {
	_, n := f.columns.Dims()
	factors, unit := f.factors(values), mat.NewVecDense(n, nil)
	unit.SetVec(0, 1)
	if factors == nil || f.normal.SolveVecTo(unit, unit) != nil || f.lengths[0] == 0 {
		return 0, 0
	}
	residuals := f.residuals(values)
	own := factors.AtVec(0) * factors.AtVec(0) / unit.AtVec(0) // increase of what is left without the first column
	return factors.AtVec(0) / f.lengths[0], own / (own + floats.Dot(residuals, residuals))
}

// unexplained returns what is left of numbers after the columns explain what they can, with factors
// of 0 or more. It adjusts one factor after the other until none changes, or after so many sweeps.
func (f *fit) unexplained(values []float64) []float64 {
	rows, n := f.columns.Dims()
	factors, down, products := make([]float64, n), mat.NewVecDense(n, nil), mat.DenseCopyOf(f.products)
	down.MulVec(f.columns.T(), mat.NewVecDense(rows, values))
	for changed, left := true, sweeps; changed && left > 0; left-- {
		changed = false
		for k := range factors {
			row := products.RawRowView(k)
			if own := row[k]; own > 0 {
				slope := down.AtVec(k)
				for l, factor := range factors {
					slope -= float64(row[l] * factor)
				}
				if next := max(0, factors[k]+slope/own); next != factors[k] {
					factors[k], changed = next, true
				}
			}
		}
	}
	return f.without(mat.NewVecDense(n, factors), values)
}
