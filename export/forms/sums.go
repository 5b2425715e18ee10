package forms

import (
	"slices"

	"gmnc/ir"
)

// product is x times a constant matrix.
type product struct {
	x      string
	matrix []float64
}

// product writes v as x times a constant matrix.
func (e *Emitter) product(v *ir.Value, x string, matrix []float64) string {
	columns := v.Type.Columns()
	e.products[v] = product{x, matrix}
	return e.Op("MatMul", nil, x, e.Floats(matrix, int64(len(matrix)/columns), int64(columns)))
}

// sumForm writes the sum of a value and such a product as one Gemm, if only sums and choices
// read the product. Choices between sums over members read what these are made of instead.
func sumForm(e *Emitter, v *ir.Value, name func(*ir.Value) string) (string, bool) {
	if e.Trains || !v.Is(ir.Add) && !v.Is(ir.Sub) {
		return "", false
	}
	for i, term := range slices.Backward(v.Node.Args) {
		other, p := v.Node.Args[1-i], e.products[term]
		if i == 0 && v.Is(ir.Sub) || p.x == "" || !e.isInSums(term) || !other.Type.Equal(v.Type) {
			continue
		}
		matrix := p.matrix
		if v.Is(ir.Sub) {
			matrix = times(matrix, -1)
		}
		columns := v.Type.Columns()
		if own := e.ownOf[term]; own.x == other {
			return e.product(v, p.x, sumOf(own.matrix, matrix)), true
		}
		if q := e.products[other]; q.x != "" && v.Is(ir.Add) && e.isInCrosses(v) {
			e.sums[v] = [2]product{p, q}
		}
		return e.Op("Gemm", nil, p.x, e.Floats(matrix, int64(len(matrix)/columns), int64(columns)), name(other)), true
	}
	return "", false
}

// isInSums reports whether only sums and choices read v.
func (e *Emitter) isInSums(v *ir.Value) bool {
	return !slices.ContainsFunc(e.readBy[v], func(n *ir.Node) bool {
		return n == nil || !n.Is(ir.Add) && !n.Is(ir.Sub) && !n.Is(ir.Select)
	})
}

// isInCrosses reports whether only cross products read v.
func (e *Emitter) isInCrosses(v *ir.Value) bool {
	return !slices.ContainsFunc(e.readBy[v], func(n *ir.Node) bool { return n == nil || !n.Is(ir.Cross) })
}

// sumOf returns the sum of two matrices.
func sumOf(a, b []float64) []float64 {
	sum := slices.Clone(a)
	for i, entry := range b {
		sum[i] += entry
	}
	return sum
}
