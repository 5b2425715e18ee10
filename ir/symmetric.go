package ir

// Symmetric holds the entries of symmetric 3 x 3 matrices, [rows,1] each.
type Symmetric struct{ XX, YY, ZZ, XY, XZ, YZ *Value }

// Solver returns a function that solves (a + shift) w = z for w by the factors L D L^T of a +
// shift, which is positive definite. Entries of z and w are [rows,columns].
func (b *Builder) Solver(a Symmetric, shift *Value) func(z [3]*Value) (w [3]*Value) {
	d1 := b.Add(a.XX, shift)
	l21, l31 := b.Div(a.XY, d1), b.Div(a.XZ, d1)
	d2 := b.Sub(b.Add(a.YY, shift), b.Mul(l21, a.XY))
	reduced := b.Sub(a.YZ, b.Mul(l31, a.XY))
	l32 := b.Div(reduced, d2)
	d3 := b.Sub(b.Add(a.ZZ, shift), b.Add(b.Mul(l31, a.XZ), b.Mul(l32, reduced)))
	return func(z [3]*Value) (w [3]*Value) {
		z[1] = b.Sub(z[1], b.Mul(l21, z[0]))
		z[2] = b.Sub(z[2], b.Add(b.Mul(l31, z[0]), b.Mul(l32, z[1])))
		w[2] = b.Div(z[2], d3)
		w[1] = b.Sub(b.Div(z[1], d2), b.Mul(l32, w[2]))
		w[0] = b.Sub(b.Div(z[0], d1), b.Add(b.Mul(l21, w[1]), b.Mul(l31, w[2])))
		return w
	}
}
