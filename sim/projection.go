package sim

import "math"

const (
	// Newton's corrections of lengths converge quadratically. One more after this relative
	// error leaves its square, which is rounding.
	smallMiss = 1e-7
	// mostCorrections suffices for steps with large errors.
	mostCorrections = 12
)

// restore moves positions by the least-squares displacements so that every body has its shape
// and every bar its length. scratch is [n]. It reports whether the corrections converge.
func (a *articulation) restore(position [][3]float64, scratch []vector) bool {
	for i := range a.pieces {
		if p := &a.pieces[i]; p.degrees == 6 {
			p.settle(position)
		}
	}
	for range mostCorrections {
		largest := a.arrangeMisses(position)
		if largest == 0 {
			return true
		}
		clear(scratch)
		a.nearest(position, scratch, scratch)
		for i := range a.pieces {
			a.pieces[i].displace(position)
		}
		if largest < smallMiss {
			return true
		}
	}
	return false
}

// arrangeMisses sets the stretch of every bar to its error and returns the largest error
// relative to the length.
func (a *articulation) arrangeMisses(position [][3]float64) (largest float64) {
	a.arrange(position)
	for i := range a.pieces {
		if p := &a.pieces[i]; p.parent >= 0 {
			// |span + miss e|^2 = length^2, to first order in the miss.
			p.stretch = (float64(p.length*p.length) - p.span.dot(p.span)) / (2 * p.span.norm())
			largest = max(largest, math.Abs(p.stretch)/p.length)
		}
	}
	return largest
}

// displace moves the piece by its motion.
func (p *piece) displace(position [][3]float64) {
	p.center = p.center.add(p.motion.linear())
	if p.degrees == 3 {
		position[p.members[0]] = p.center.store()
		return
	}
	p.turn(p.motion.angular())
	p.put(position)
}

// constrain removes from velocities what would stretch a bar or deform a body, by least
// squares. scratch is [n].
func (a *articulation) constrain(position, velocity [][3]float64, scratch []vector) {
	a.arrange(position)
	for i := range velocity {
		scratch[i] = load(velocity[i])
	}
	a.nearest(position, scratch, scratch)
	for i := range velocity {
		velocity[i] = scratch[i].store()
	}
}
