package normal

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// jitter is the share that is added to a parameter's information, so that equations have a
// solution even if others are not determined.
const jitter = 1e-10

// Downhill returns the step to the minimum of a quadratic form, or nil if there is none.
func Downhill(products *mat.SymDense, slope *mat.VecDense) *mat.VecDense {
	var factors mat.Cholesky
	move := mat.NewVecDense(slope.Len(), nil)
	if !Finite(products) || !factors.Factorize(products) || factors.SolveVecTo(move, slope) != nil {
		return nil
	}
	move.ScaleVec(-1, move)
	return move
}

// Profile returns how other parameters move when one moves by 1, so that they compensate it as
// far as they can, and the information that is left. If the others have no solution, they do
// not move and the information is 0.
func Profile(information *mat.SymDense, k int, others []int) (along []float64, left float64) {
	along = make([]float64, information.SymmetricDim())
	along[k] = 1
	if len(others) == 0 {
		return along, information.At(k, k)
	}
	if !Finite(information) {
		return along, 0
	}
	of, slope := Part(information, others), mat.NewVecDense(len(others), nil)
	for l, i := range others {
		slope.SetVec(l, information.At(i, k))
		of.SetSym(l, l, of.At(l, l)*(1+jitter))
	}
	move := Downhill(of, slope)
	if move == nil {
		return along, 0
	}
	for l, i := range others {
		along[i] = move.AtVec(l)
	}
	return along, max(information.At(k, k)+mat.Dot(move, slope), 0)
}

// Part returns the symmetric matrix of some rows and columns of another.
func Part(of *mat.SymDense, rows []int) *mat.SymDense {
	one := mat.NewSymDense(len(rows), nil)
	for k, i := range rows {
		for l, j := range rows[:k+1] {
			one.SetSym(k, l, of.At(i, j))
		}
	}
	return one
}

// ClearRow removes a parameter from equations.
func ClearRow(products *mat.SymDense, slope *mat.VecDense, k int) {
	slope.SetVec(k, 0)
	for l := range slope.Len() {
		products.SetSym(k, l, 0)
	}
	products.SetSym(k, k, 1)
}

// Finite reports whether all numbers of a symmetric matrix are finite.
func Finite(m *mat.SymDense) bool {
	sum := mat.Sum(m)
	return !math.IsNaN(sum) && !math.IsInf(sum, 0)
}
