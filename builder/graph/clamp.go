package graph

import (
	"gmnc/builder/config"
	"gmnc/ir"
)

// BoundedForce is a force of edges [rows,3]: a factor [rows,1] of directions [rows,3], whose squared
// lengths are given, too. The force is no longer than most; a shorter one keeps its bits.
// With ComponentClamp each of its components is within +-most in place of that.
func (w *Writer) BoundedForce(b *Networks, direction, square, factor *ir.Value, most float64, mask *ir.Value) *ir.Value {
	if w.Config.Clamp == config.ComponentClamp {
		force := b.Mul(direction, factor)
		b.NoteLimit(ComponentLimit, func() *ir.Value {
			return b.ofReceivers(b.SumColumns(b.Greater(b.Square(force), b.Scalar(most*most))), mask)
		})
		return b.Clamp(force, -most, most)
	}
	long := b.Mul(b.Mul(b.Square(factor), square), b.Scalar(1/(most*most)))
	b.NoteLimit(ForceLimit, func() *ir.Value { return b.ofReceivers(b.Greater(long, b.Scalar(1)), mask) })
	return b.Mul(direction, b.Div(factor, b.Sqrt(b.Maximum(long, b.Scalar(1)))))
}

// ofReceivers adds up numbers of edges [edges,1] by receivers: [particles,1].
func (n *Networks) ofReceivers(count, mask *ir.Value) *ir.Value {
	if mask != nil {
		count = n.Mul(count, mask)
	}
	return n.SumGroups(count, Neighbors)
}
