package graph

import "gmnc/ir"

// Rotate rotates the vectors r [rows,3] about w by the angles |w| (Rodrigues).
func (n *Networks) Rotate(r, w *ir.Value) *ir.Value {
	half := n.Mul(n.Scalar(0.5), n.Sqrt(n.Maximum(n.Inner(w, w), n.Scalar(smallAngle))))
	sine := n.Div(n.Sin(half), half)
	along := n.Mul(n.Mul(n.Scalar(0.5), n.Square(sine)), n.Inner(w, r))
	return n.Add(RotateAcross(n.Builder, r, w), n.Mul(along, w))
}

// smallAngle is the smallest squared angle of a rotation. Below it, sin t / t is 1 in float64.
const smallAngle = 1e-16

// RotateAcross rotates the vectors r [rows,3] about w, to which they are perpendicular, by the
// angles |w|.
func RotateAcross(b *ir.Builder, r, w *ir.Value) *ir.Value {
	angle := b.Sqrt(b.Maximum(b.Inner(w, w), b.Scalar(smallAngle)))
	sine := b.Div(b.Sin(angle), angle)
	return b.Add(b.Mul(b.Cos(angle), r), b.Mul(sine, b.Cross(w, r)))
}
