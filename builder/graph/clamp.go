package graph

import (
	"gmnc/builder/config"
	"gmnc/ir"
)

// BoundedForce returns a force on edges [rows,3]: factors [rows,1] times directions [rows,3],
// whose squared lengths are square. A force longer than most is shortened to that length; any
// other keeps its bits. With ComponentClamp each component is limited to +-most instead.
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

// ofReceivers adds up numbers of edges [edges,1] by receiver: [particles,1].
func (n *Networks) ofReceivers(count, mask *ir.Value) *ir.Value {
	if mask != nil {
		count = n.Mul(count, mask)
	}
	return n.SumGroups(count, Neighbors)
}
