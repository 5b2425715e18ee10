package graph

import "gmnc/ir"

// Gram says what the perceptron of an equivariant layer sees of its vectors.
type Gram bool

const (
	// Normalized is the Gram matrix divided by its norm, Eq. 10 of the
	// paper; the norm is floored at 1e-12.
	Normalized Gram = false
	// Raw is the Gram matrix as it is, Eq. 8.
	Raw Gram = true
)

// Equivariant is the general equivariant layer of the paper, Eq. 10 or 8,
//
//	phi(Z, h) = Z sigma(Z^T Z / |Z^T Z|_F, h)
//	phi(Z, h) = Z sigma(Z^T Z, h)
//
// for the m 3-vectors of z [rows,3m], m 1 or more, and the features h
// [rows,c] of any width, or nil: out vectors, [rows,3 out]. It turns and
// reflects as z does, whatever sigma is. With m of 3 or more it can be any
// such function (Theorem 1), with less any whose vectors are sums of the vectors of z
// (Corollary 2).
//
// Sigma writes the network: from in, m*m+c numbers a row (the matrix by
// rows, then the features), to width numbers, the weights of the vectors of
// z in each vector that comes out. The normalized Gram matrix of a single
// vector is the number 1 everywhere: of one vector in and one out, without
// features, in has one row for all.
func Equivariant(b *ir.Builder, z, h *ir.Value, out int, gram Gram, sigma func(in *ir.Value, width int) *ir.Value) *ir.Value {
	m := z.Type.Columns() / 3
	if m == 1 && out == 1 && h == nil && gram == Normalized {
		return b.Mul(z, sigma(b.Scalar(1), 1))
	}
	in := b.Inner(z, z)
	if gram == Normalized {
		norm := b.Sqrt(b.Maximum(b.SumColumns(b.Square(in)), b.Scalar(SmallSquare)))
		in = b.Div(in, norm)
	}
	if h != nil {
		in = b.Concat(in, h)
	}
	return b.Mix(sigma(in, m*out), z, false)
}

// Equivariant is the general equivariant layer with the normalized Gram matrix and a perceptron
// with a hidden layer of the given width. It maps the vectors of z [rows,3m] and the features h
// [rows,c], which may be nil, to vectors [rows,3 out].
func (n *Networks) Equivariant(name string, z, h *ir.Value, out, hidden int) *ir.Value {
	return Equivariant(n.Builder, z, h, out, Normalized, func(in *ir.Value, width int) *ir.Value {
		return n.MLP(name, in, hidden, width)
	})
}

// VectorsToVector is an equivariant layer with one output vector and a perceptron with hidden
// layers of the given widths.
func (n *Networks) VectorsToVector(name string, z *ir.Value, gram Gram, hidden ...int) *ir.Value {
	return Equivariant(n.Builder, z, nil, 1, gram, func(in *ir.Value, width int) *ir.Value {
		return n.MLP(name, in, append(hidden, width)...)
	})
}
