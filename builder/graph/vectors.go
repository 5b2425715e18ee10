package graph

import "gmnc/ir"

// ThreeVectors splits v [rows,9] into its three vectors, [rows,3] each.
func (n *Networks) ThreeVectors(v *ir.Value) (first, second, third *ir.Value) {
	return n.Columns(v, 0, 3), n.Columns(v, 3, 6), n.Columns(v, 6, 9)
}

// Components splits vectors [rows,3] into their components, [rows,1] each.
func (n *Networks) Components(v *ir.Value) (x, y, z *ir.Value) {
	return n.Columns(v, 0, 1), n.Columns(v, 1, 2), n.Columns(v, 2, 3)
}

// Axis returns the unit vector along axis k of space, 0 to 2: [particles,3].
func (w *Writer) Axis(k int) *ir.Value {
	values := make([]float64, 3)
	values[k] = 1
	return w.Broadcast(w.Const(1, 3, values...), Particles)
}

// SkewMatrix returns the matrices whose product with r is n x r: [rows,9].
func (w *Writer) SkewMatrix(n *ir.Value) *ir.Value {
	x, y, z, none := w.Columns(n, 0, 1), w.Columns(n, 1, 2), w.Columns(n, 2, 3), w.Mul(w.Scalar(0), w.Columns(n, 0, 1))
	return w.Concat(none, w.Neg(z), y, z, none, w.Neg(x), w.Neg(y), x, none)
}

// IdentityMatrix returns the identity matrix of that size, row by row: [1,size*size].
func (w *Writer) IdentityMatrix(size int) *ir.Value {
	values := make([]float64, size*size)
	for i := range size {
		values[i*size+i] = 1
	}
	return w.Const(1, len(values), values...)
}

// SumOf adds up terms of one shape. It returns nil if there are none.
func (w *Writer) SumOf(terms []*ir.Value) (sum *ir.Value) {
	for _, term := range terms {
		if sum == nil {
			sum = term
		} else {
			sum = w.Add(sum, term)
		}
	}
	return sum
}
