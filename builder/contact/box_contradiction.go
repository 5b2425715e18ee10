package contact

import (
	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/system"
)

// roundedSkew is slightly larger than system.MostSkew, because models compute in float32. A box
// that data sets allow is therefore not refused.
const roundedSkew = 1.1 * system.MostSkew

// contradiction is NaN in all rows of a system that has a box whose edges are not at right
// angles or whose particles are not at its corners, and 0 in all others: [particles,1]. arm is
// the position of each particle from the center of its body. Particles in no body are no box.
func (b *boxes) contradiction(arm *ir.Value) (mark *ir.Value) {
	b.Scope("contradiction", func() {
		first, second, third := b.ThreeVectors(b.halves(arm))
		one := b.Broadcast(b.Scalar(1), graph.Particles)
		var off, skew []*ir.Value
		pairs := [][2]*ir.Value{{first, second}, {second, third}, {third, first}}
		for _, pair := range pairs {
			half, next := pair[0], pair[1]
			square := b.Divisor(b.Inner(half, half))
			// at is the square of the particle's coordinate along the edge, which is 1 at a
			// corner.
			at := b.Square(b.Div(b.Inner(arm, half), square))
			off = append(off, b.Square(b.Sub(at, one)))
			allowed := b.Mul(b.Mul(b.Scalar(roundedSkew*roundedSkew), square), b.Inner(next, next))
			skew = append(skew, b.Greater(allowed, b.Square(b.Inner(half, next))))
		}
		sums := b.contact.sum(b.Concat(append(off, one)...))
		most := b.Mul(b.Scalar(system.OffCorners*system.OffCorners), b.Columns(sums, 3, 4))
		isRight := b.Greater(most, b.Columns(sums, 0, 1))
		for k := range pairs {
			if k > 0 {
				isRight = b.Mul(isRight, b.Greater(most, b.Columns(sums, k, k+1)))
			}
			isRight = b.Mul(isRight, skew[k])
		}
		isWrong := b.Greater(b.SumSystem(b.Mul(b.hasSize, b.Sub(one, isRight))), b.Scalar(0))
		mark = b.Div(b.Mul(b.Scalar(0), isWrong), b.Sub(b.Scalar(1), isWrong))
	})
	return mark
}
