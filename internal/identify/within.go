package identify

import "gonum.org/v1/gonum/mat"

// Within returns the information of parameters along directions, which are the columns of a
// matrix: columns^T information columns.
func Within(information mat.Symmetric, columns mat.Matrix) *mat.SymDense {
	_, count := columns.Dims()
	var half, whole mat.Dense
	half.Mul(information, columns)
	whole.Mul(columns.T(), &half)
	along := mat.NewSymDense(count, nil)
	for k := range count {
		for l := range k + 1 {
			along.SetSym(k, l, (whole.At(k, l)+whole.At(l, k))/2)
		}
	}
	return along
}
