package shooting

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

const (
	// quick is the share that a pass leaves of the way to the minimum at most for its derivatives to
	// serve the next pass, too.
	quick = 0.1
	// roughlyLower is the share by which a pass of a rough fit lowers the loss at least.
	roughlyLower = 1e-2

	firstDamping = 1e-3
	leastDamping = 1e-12
	mostDamping  = 1e8
	// nearDamping is the largest of derivatives of an earlier pass. Where the equations promise less than one
	// deviation, one damping is tried: what it does not find is below rounding.
	nearDamping = 1e-2
	mostMove    = 3   // of a parameter in a pass, as a share of the value of a factor
	leastFactor = 0.1 // by which a factor becomes smaller in a pass at most
	// lastMove is the square of a move below which the last passes end, in units of the standard deviations that the
	// mean of what is left makes, and settledMove that of passes after which the noise is estimated anew. A fit that
	// still moves by less than one deviation has ended, too, where passes have.
	lastMove    = 1e-2
	settledMove = 1
	flat        = 1e-7 // the root of the mean square, as a share of the noise, that counts as none
)

// minimize takes parameters and first states to a minimum, by so many passes at most. It is there where the square of
// a move is below enough, or where what moves promise is below one deviation and lost in rounding.
func (f *fit) minimize(ctx context.Context, most int, enough float64) (err error) {
	f.ctx, f.ended = ctx, false
	if f.now == nil {
		if f.now, err = f.roll(f.at, f.offset); err != nil {
			return err
		}
	}
	if !slices.ContainsFunc(f.now, func(r rows) bool { return r != nil }) {
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
		case !lower, math.Sqrt(now/f.count()) < flat, f.rough && before-now < roughlyLower*before:
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

// offset is that of a stretch.
func (f *fit) offset(i int) []float64 { return f.stretches[i].offset }

// try moves parameters and states by the equations, and takes what is lower than the loss before.
func (f *fit) try(damping, before float64) (lower bool, err error) {
	move := f.move(damping)
	if move == nil {
		return false, nil
	}
	largest := mat.Norm(move, math.Inf(1))
	shorter := min(1, mostMove/max(largest, mostMove))
	move.ScaleVec(shorter, move)
	at := slices.Clone(f.at)
	for k := range at {
		if !f.fixed[k] {
			at[k] = f.Parameters[k].moved(at[k], move.AtVec(k))
		}
	}
	offsets := make([][]float64, len(f.stretches))
	for i := range offsets {
		offsets[i] = slices.Clone(f.stretches[i].offset)
		b := &f.equations[i]
		if b.parameters == nil {
			continue
		}
		if state := b.state(damping, move); state != nil {
			for k := range offsets[i] {
				offsets[i][k] += state.AtVec(k)
			}
		}
	}
	there, err := f.roll(at, func(i int) []float64 { return offsets[i] })
	if err != nil || !(f.loss(there) < before) {
		return false, err
	}
	f.at, f.now = at, there
	for i := range f.stretches {
		f.stretches[i].offset = offsets[i]
	}
	return true, nil
}

// moved is a parameter after a step. What a step adds to a logarithm, it adds to the value as a
// share of it: motions are nearly linear in values.
func (p Parameter) moved(at, by float64) float64 {
	if !p.Factor {
		return at + by
	}
	return max(at+math.Log(max(1+by, leastFactor)), p.least())
}

// move is the step of the parameters by the equations with a damping; nil where these have no
// solution.
func (f *fit) move(damping float64) *mat.VecDense {
	products, slope := f.sum(damping)
	for k := range f.at {
		products.SetSym(k, k, cmp.Or(products.At(k, k)*(1+damping), 1))
	}
	for range f.at {
		move := downhill(products, slope)
		k := f.beyond(move)
		if k < 0 {
			return move
		}
		clearRow(products, slope, k)
	}
	return downhill(products, slope)
}

// downhill is the step to the minimum of a quadratic form; nil where there is none.
func downhill(products *mat.SymDense, slope *mat.VecDense) *mat.VecDense {
	var factors mat.Cholesky
	move := mat.NewVecDense(slope.Len(), nil)
	if !finite(products) || !factors.Factorize(products) || factors.SolveVecTo(move, slope) != nil {
		return nil
	}
	move.ScaleVec(-1, move)
	return move
}

// beyond is a parameter that has its least value and would move below it, -1 for none.
func (f *fit) beyond(move *mat.VecDense) int {
	for k, p := range f.Parameters {
		if move != nil && !f.fixed[k] && f.at[k] <= p.least() && move.AtVec(k) < 0 {
			return k
		}
	}
	return -1
}

// clearRow takes a parameter out of equations.
func clearRow(products *mat.SymDense, slope *mat.VecDense, k int) {
	slope.SetVec(k, 0)
	for l := range slope.Len() {
		products.SetSym(k, l, 0)
	}
	products.SetSym(k, k, 1)
}

// moves is by how much the equations, with what is left now, would still lower the sum of
// squares by moves of the parameters.
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
