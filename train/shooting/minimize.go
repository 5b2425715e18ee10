package shooting

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gmnc/train/shooting/normal"
	"gmnc/train/shooting/stretches"
)

const (
	// quick is the largest share of the way to the minimum that a pass may leave if its
	// derivatives are to serve the next pass, too.
	quick = 0.1
	// roughlyLower is the least share by which a pass of a rough fit lowers the loss. Below it,
	// the fit ends. measuredLower is that of a fit whose stretches begin in measured states. Their
	// noise is in its residuals, and it has no standard deviations to be within.
	roughlyLower  = 1e-2
	measuredLower = 1e-3

	firstDamping = 1e-3
	leastDamping = 1e-12
	mostDamping  = 1e8
	// nearDamping is the largest damping with derivatives of an earlier pass. If the equations
	// promise less than one standard deviation, only one damping is tried: what it does not
	// find is below rounding.
	nearDamping = 1e-2
	mostMove    = 3   // largest move of a parameter in a pass, relative to the value if it is a factor
	leastFactor = 0.1 // least ratio by which a pass changes a factor
	// lastMove is the square of a move below which the last passes end, in units of the
	// standard deviations that the mean square residual gives. settledMove is that for the
	// passes after which the noise is estimated anew. A fit whose passes are over also counts
	// as ended if it still moves by less than one standard deviation.
	lastMove    = 1e-2
	settledMove = 1
	flat        = 1e-7 // root mean square, relative to the noise, that counts as 0
)

// minimize moves parameters and first states to a minimum, in most passes at most. It has
// reached the minimum if the square of a move is below enough, or if the equations promise less
// than one standard deviation and the move is lost in rounding.
func (f *fit) minimize(ctx context.Context, most int, enough float64) (err error) {
	f.ctx, f.ended = ctx, false
	if f.now == nil {
		if f.now, err = f.roll(f.at, f.offset); err != nil {
			return err
		}
	}
	if !slices.ContainsFunc(f.now, func(r stretches.Rows) bool { return r != nil }) {
		return errNothing
	}
	damping, kept := firstDamping, f.columns != nil
	for range most {
		before := f.loss(f.now)
		if f.pass++; f.Progress != nil {
			f.Progress(f.pass, math.Sqrt(before/f.count()))
		}
		if !kept {
			if err := f.derive(); err != nil {
				return err
			}
		}
		f.equate()
		left, lower, highest := f.moves(), false, mostDamping
		near := left*f.count() < before
		if kept {
			highest = nearDamping
		}
		for tries := 0; !lower && damping <= highest && (tries == 0 || !near); tries++ {
			if lower, err = f.try(damping, before); err != nil {
				return err
			}
			if lower {
				damping = max(damping/100, leastDamping)
			} else {
				damping = max(10*damping, firstDamping)
			}
		}
		now := f.loss(f.now)
		switch {
		case !lower && near:
			f.ended = true
			return nil
		case !lower && (kept || f.Coarse != nil):
			// the derivatives are too far away, or too coarse
			if !kept {
				f.Coarse = nil
			}
			damping, kept = firstDamping, false
			continue
		case !lower, math.Sqrt(now/f.count()) < flat, before-now < f.leastLower()*before:
			f.ended = true
			return nil
		}
		f.equate()
		after := f.moves()
		f.ended = after*f.count() < now
		if after*f.count() < enough*now {
			return nil
		}
		kept = after < quick*left
	}
	return nil
}

// leastLower returns the least share by which a pass lowers the loss if the fit goes on after it.
func (f *fit) leastLower() float64 {
	switch {
	case f.rough:
		return roughlyLower
	case f.mostStates() == 0:
		return measuredLower
	}
	return 0
}

// offset returns the offset of a stretch.
func (f *fit) offset(i int) []float64 { return f.stretches[i].Offset }

// try moves parameters and states by the equations, and keeps them if the loss becomes lower
// than before.
func (f *fit) try(damping, before float64) (lower bool, err error) {
	move := f.move(damping)
	if move == nil {
		return false, nil
	}
	largest := mat.Norm(move, math.Inf(1))
	move.ScaleVec(mostMove/max(largest, mostMove), move)
	at := slices.Clone(f.at)
	for k := range at {
		if !f.fixed[k] {
			at[k] = f.Parameters[k].moved(at[k], move.AtVec(k))
		}
	}
	offsets := make([][]float64, len(f.stretches))
	f.each(func(i int) {
		offsets[i] = slices.Clone(f.stretches[i].Offset)
		b := &f.equations[i]
		if b.Parameters == nil {
			return
		}
		if state := b.State(damping, move); state != nil {
			for k := range offsets[i] {
				offsets[i][k] += state.AtVec(k)
			}
		}
	})
	there, err := f.roll(at, func(i int) []float64 { return offsets[i] })
	if err != nil || !(f.loss(there) < before) {
		return false, err
	}
	f.at, f.now = at, there
	for i := range f.stretches {
		f.stretches[i].Offset = offsets[i]
	}
	return true, nil
}

// moved returns a parameter after a step. A step of a logarithm is taken as a relative step of
// its value, because motions are nearly linear in values.
func (p Parameter) moved(at, by float64) float64 {
	if !p.Factor {
		return at + by
	}
	return max(at+math.Log(max(1+by, leastFactor)), p.least())
}

// move returns the step of the parameters by the equations with a damping, or nil if they have
// no solution.
func (f *fit) move(damping float64) *mat.VecDense {
	products, slope := f.sum(damping)
	for k := range f.at {
		products.SetSym(k, k, cmp.Or(products.At(k, k)*(1+damping), 1))
	}
	for range f.at {
		move := normal.Downhill(products, slope)
		k := f.beyond(move)
		if k < 0 {
			return move
		}
		normal.ClearRow(products, slope, k)
	}
	return normal.Downhill(products, slope)
}

// beyond returns a parameter that has its least value and would move below it, or -1 if there
// is none.
func (f *fit) beyond(move *mat.VecDense) int {
	for k, p := range f.Parameters {
		if move != nil && !f.fixed[k] && f.at[k] <= p.least() && move.AtVec(k) < 0 {
			return k
		}
	}
	return -1
}

// moves returns by how much moves of the parameters would still lower the sum of squares, by
// the equations of the current residuals.
func (f *fit) moves() float64 {
	move := f.move(0)
	if move == nil {
		return 0
	}
	_, slope := f.sum(0)
	sum := 0.
	for k := range f.at {
		sum -= float64(move.AtVec(k) * slope.AtVec(k))
	}
	return sum
}
