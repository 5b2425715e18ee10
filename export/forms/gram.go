package forms

import (
	"slices"

	"gmnc/ir"
)

// mostInGram is the largest number of vectors in gramForm, whose constants grow with its fourth
// power.
const mostInGram = 4

// gramForm writes the inner products of a few vectors with each other by squares: 4 x . y = |x
// + y|^2 - |x - y|^2. The products must only be divided by their own length.
func gramForm(e *Emitter, v *ir.Value, name func(*ir.Value) string) (string, bool) {
	if !v.Is(ir.Inner) || v.Node.Args[0] != v.Node.Args[1] || v.Type.Columns() == 1 || !e.isNormalized(v) {
		return "", false
	}
	count := v.Node.Args[0].Type.Columns() / 3
	if count > mostInGram {
		return "", false
	}
	vectors, products := gramFactors(count)
	x := e.timesConstant(v.Node.Args[0], blocks(transposed(vectors), false), name)
	var squares []float64
	for _, row := range products {
		squares = slices.Concat(squares, row, row, row)
	}
	return e.Op("MatMul", nil, e.Op("Mul", nil, x, x), e.Floats(squares, int64(3*len(products)), int64(v.Type.Columns()))), true
}

// gramFactors returns the factors by which each of count vectors enters those that are squared,
// and the factor of each square in every inner product.
func gramFactors(count int) (vectors, products [][]float64) {
	for i := range count {
		for j := range i + 1 {
			for _, sign := range []float64{1, -1} {
				vector, product := make([]float64, count), make([]float64, count*count)
				vector[i]++
				vector[j] += sign
				product[i*count+j] = sign / 4
				product[j*count+i] = sign / 4
				if i != j || sign > 0 { // a vector minus itself is zero
					vectors, products = append(vectors, vector), append(products, product)
				}
			}
		}
	}
	return vectors, products
}

// transposed returns the columns of rows.
func transposed(rows [][]float64) [][]float64 {
	columns := make([][]float64, len(rows[0]))
	for _, row := range rows {
		for at, entry := range row {
			columns[at] = append(columns[at], entry)
		}
	}
	return columns
}

// isNormalized reports whether v is divided by its length, and nothing else reads it.
func (e *Emitter) isNormalized(v *ir.Value) bool {
	isDivided := func(n *ir.Node) bool {
		if n == nil || !n.Is(ir.Div) || n.Args[0] != v {
			return false
		}
		of, _ := lengthOf(n.Args[1])
		return of == v
	}
	return len(e.readBy[v]) == 2 && slices.ContainsFunc(e.readBy[v], isDivided)
}
