package graph

import (
	"gmnc/internal/articulated"
	"gmnc/ir"
)

// InertiaSolver returns a function that solves I w = z for the angular velocity w. The inertia
// is I = trace S - S, where S is the sum of r r^T. If all particles are on a line, I is
// singular; z is then perpendicular to the line, and so is w. floorOf returns what is added to
// the diagonal of I, given the trace of S.
func (n *Networks) InertiaSolver(s Symmetric, floorOf func(trace *ir.Value) *ir.Value) func(z *ir.Value) *ir.Value {
	trace := n.Add(n.Add(s.XX, s.YY), s.ZZ)
	inertia := Symmetric{n.Sub(trace, s.XX), n.Sub(trace, s.YY), n.Sub(trace, s.ZZ), n.Neg(s.XY), n.Neg(s.XZ), n.Neg(s.YZ)}
	squares := n.SumColumns(n.Square(n.Concat(s.XX, s.YY, s.ZZ, s.XY, s.XZ, s.YZ, s.XY, s.XZ, s.YZ)))
	isLine := n.Greater(squares, n.Mul(n.Scalar(1-2*articulated.Straight), n.Square(trace)))
	solve := n.solver(inertia, n.Add(n.Mul(isLine, trace), floorOf(trace)))
	return func(z *ir.Value) *ir.Value {
		return n.Select(isLine, n.Div(z, n.Maximum(trace, floorOf(trace))), solve(z))
	}
}

// FloorAtZero is a floor for InertiaSolver that does not depend on units: 1 where the trace is
// 0, as in rows of no body, and 0 elsewhere.
func (n *Networks) FloorAtZero(trace *ir.Value) *ir.Value {
	return n.Sub(n.Scalar(1), n.Greater(trace, n.Scalar(0)))
}

// Symmetric holds the entries of symmetric matrices 3 x 3, [particles,1] each.
type Symmetric ir.Symmetric

// OuterProduct returns the entries of r r^T for vectors r [rows,3]: the diagonal, [rows,3], and
// then xy, xz and yz, [rows,1] each.
func (n *Networks) OuterProduct(r *ir.Value) []*ir.Value {
	x, y, z := n.Components(r)
	return []*ir.Value{n.Square(r), n.Mul(x, y), n.Mul(x, z), n.Mul(y, z)}
}

// SymmetricOf takes the first six columns of a value as a symmetric matrix.
func (n *Networks) SymmetricOf(s *ir.Value) Symmetric {
	at := func(i int) *ir.Value { return n.Columns(s, i, i+1) }
	return Symmetric{at(0), at(1), at(2), at(3), at(4), at(5)}
}

// SymmetricColumns returns the entries of symmetric matrices: [rows,6].
func (n *Networks) SymmetricColumns(s Symmetric) *ir.Value {
	return n.Concat(s.XX, s.YY, s.ZZ, s.XY, s.XZ, s.YZ)
}

// solver solves (a + shift) w = z for w, [particles,3], as ir.Builder.Solver does.
func (n *Networks) solver(a Symmetric, shift *ir.Value) func(z *ir.Value) *ir.Value {
	solve := n.Solver(ir.Symmetric(a), shift)
	return func(z *ir.Value) *ir.Value {
		z1, z2, z3 := n.Components(z)
		w := solve([3]*ir.Value{z1, z2, z3})
		return n.Concat(w[:]...)
	}
}
