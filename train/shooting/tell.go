package shooting

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gmnc/builder"
	"gmnc/internal/identify"
)

const (
	// vague is the standard deviation of a logarithm from which on its value is held against 0.
	vague = 0.25
	// distinct is the square of how many standard deviations from 0 a value has to be to be told from
	// it. Near 0 they hold badly, and 0 with a bound is true of a small value, too.
	distinct = 16
	// unknown is the information below which a direction of parameters counts as not determined:
	// a standard deviation of 1.
	unknown = 1
	// factorMoved is by how much parameters are moved along a direction that may do nothing.
	factorMoved = 0.5
	// shrunk is the share of its information by small moves that a direction has at most by large
	// ones, if what small ones changed was rounding.
	shrunk = 0.1
	// inexact is which share of a change derivatives by states may miss.
	inexact = 1e-3
	// exactPasses are how many passes a fit ends with at most.
	exactPasses = 3
	// unbounded is the bound, as a share of the usual value, from which on 0 says nothing.
	unbounded = 100
	// chords are how many steps adjust the others to a parameter that is set to 0.
	chords = 3
)

// tell finds what the recordings tell of the parameters at the minimum: which are 0, which are
// not determined, and the deviations of the others.
func (f *fit) tell(found *Fit) error {
	// From here on derivatives are by the steps of time of the model itself.
	f.Coarse, f.columns = nil, nil
	if err := f.minimize(f.ctx, exactPasses); err != nil {
		return err
	}
	f.estimate()
	deviations := f.deviations()
	for k, p := range f.Parameters {
		if !p.Vanishes || !(f.at[k] <= p.least() || deviations == nil || !(deviations[k] < vague)) {
			continue
		}
		if err := f.vanish(k, found); err != nil {
			return err
		}
	}
	for range f.at {
		held, err := f.undetermined()
		if err != nil {
			return err
		}
		if len(held) == 0 {
			break
		}
		if err := f.hold(held, found); err != nil {
			return err
		}
	}
	shift, err := f.shift()
	if err != nil {
		return err
	}
	deviations = f.deviations()
	for k := range found.Found {
		found.Found[k].At = f.at[k]
		if deviations != nil && found.Free && !f.fixed[k] {
			found.Found[k].Deviation = math.Hypot(deviations[k], shift[k])
			for _, move := range f.vanished {
				found.Found[k].Deviation = math.Hypot(found.Found[k].Deviation, move[k])
			}
		}
	}
	found.Ended = f.ended
	return nil
}

// others are the parameters that are not fixed.
func (f *fit) others() (all []int) {
	for k, fixed := range f.fixed {
		if !fixed {
			all = append(all, k)
		}
	}
	return all
}

// deviations are the standard deviations of parameters, 0 of those that are fixed; nil where
// the information has no inverse.
func (f *fit) deviations() []float64 {
	others := f.others()
	if len(others) == 0 {
		return make([]float64, len(f.at))
	}
	products, _ := f.sum(0)
	scores := f.scores()
	groups, _ := scores.Dims()
	own := mat.NewDense(groups, len(others), nil)
	for k, i := range others {
		own.SetCol(k, mat.Col(nil, i, scores))
	}
	information := part(products, others)
	if !finite(information) {
		return nil
	}
	covariance := identify.Covariance(information, own)
	if covariance == nil {
		return nil
	}
	all := make([]float64, len(f.at))
	for k, deviation := range identify.Deviations(covariance) {
		all[others[k]] = deviation
	}
	return all
}

// part is a symmetric matrix of some rows and columns of another.
func part(of *mat.SymDense, rows []int) *mat.SymDense {
	one := mat.NewSymDense(len(rows), nil)
	for k, i := range rows {
		for l, j := range rows[:k+1] {
			one.SetSym(k, l, of.At(i, j))
		}
	}
	return one
}

// vanish sets a parameter's value to 0, if the recordings do not contradict it, and adjusts the
// others. A value that is small and not 0 would have left them where they were, so their errors
// take in how far they move.
func (f *fit) vanish(k int, found *Fit) error {
	at, now, loss := f.at, f.now, f.loss(f.now)
	var offsets [][]float64
	for i := range f.stretches {
		offsets = append(offsets, f.stretches[i].offset) // which steps replace
	}
	f.at, f.fixed[k] = slices.Clone(f.at), true
	f.at[k] = builder.Vanished
	var err error
	if f.now, err = f.roll(f.at, f.offset); err != nil {
		return err
	}
	for range chords {
		f.equate()
		if lower, err := f.try(0, f.loss(f.now)); !lower || err != nil {
			break
		}
	}
	restore := func() {
		f.at, f.now, f.fixed[k] = at, now, false
		for i := range f.stretches {
			f.stretches[i].offset = offsets[i]
		}
		f.equate()
	}
	if f.loss(f.now)-loss > distinct {
		restore()
		return nil
	}
	below, err := f.bound(k)
	if err != nil {
		return err
	}
	if below > unbounded {
		restore() // nothing may depend on it
		return nil
	}
	found.Found[k].Vanished, found.Found[k].Below = true, below+math.Exp(at[k])
	move := make([]float64, len(f.at))
	floats.SubTo(move, f.at, at)
	f.vanished = append(f.vanished, move)
	return nil
}

// bound is two standard deviations of a share that has vanished, by what the recordings would
// show of one of about that size.
func (f *fit) bound(k int) (below float64, err error) {
	share := 0.1
	for range 6 {
		ahead, err := f.roll(moved(f.at, k, math.Log(share)-f.at[k]), f.offset)
		if err != nil {
			return 0, err
		}
		information := 0.
		column := make([]rows, len(f.stretches))
		for i := range column {
			if ahead[i] != nil && f.now[i] != nil {
				column[i] = f.stretches[i].difference(ahead[i], f.now[i])
			}
		}
		information = f.informationOf(k, column)
		deviation := share / math.Sqrt(information)
		if below = 2 * deviation; below > share/3 && below < share*3 {
			return below, nil
		}
		share = min(max(below, share*1e-2), share*1e2, 1e3)
	}
	return below, nil
}

// informationOf is the information of a column in the place of a parameter's, after the states
// and all other parameters that are not fixed.
func (f *fit) informationOf(k int, column []rows) float64 {
	kept := make([]rows, len(f.columns))
	for i := range f.columns {
		at := f.stretches[i].states.size() + k
		kept[i], f.columns[i][at] = f.columns[i][at], column[i]
	}
	f.equate()
	f.fixed[k] = false
	products, _ := f.sum(0)
	f.fixed[k] = true
	for i := range f.columns {
		f.columns[i][f.stretches[i].states.size()+k] = kept[i]
	}
	f.equate()
	order := append(f.others(), k)
	var factors mat.Cholesky
	var inverse mat.SymDense
	if one := part(products, order); !finite(one) || !factors.Factorize(one) || factors.InverseTo(&inverse) != nil {
		return 0
	}
	return 1 / inverse.At(len(order)-1, len(order)-1)
}

// undetermined are the directions of the parameters that are not fixed which the recordings do
// not determine: parameters that do nothing, then what derivatives do not tell apart, then
// what the noise hides.
func (f *fit) undetermined() ([]identify.Direction, error) {
	others := f.others()
	if len(others) == 0 {
		return nil, nil
	}
	products, _ := f.sum(0)
	information := part(products, others)
	if !finite(information) {
		return nil, nil
	}
	var none [][]float64
	for k := range others {
		direction := make([]float64, len(others))
		direction[k] = 1
		nothing, err := f.doesNothing(others, direction, information.At(k, k))
		if err != nil {
			return nil, err
		}
		if nothing {
			none = append(none, direction)
		}
	}
	if none == nil {
		none = alike(information)
	}
	if none == nil {
		none = identify.Undetermined(information, unknown)
	}
	ranks := make([]int, len(others))
	for k, i := range others {
		ranks[k] = f.Parameters[i].Rank
	}
	return identify.Hold(none, ranks), nil
}

// alike are the directions along which columns of derivatives cancel, but for what they are off by.
func alike(information *mat.SymDense) [][]float64 {
	count := information.SymmetricDim()
	scaled := mat.NewSymDense(count, nil)
	for k := range count {
		for l := range k + 1 {
			scaled.SetSym(k, l, information.At(k, l)/math.Sqrt(information.At(k, k)*information.At(l, l)))
		}
	}
	directions := identify.Undetermined(scaled, inexact*inexact)
	for _, direction := range directions {
		for k := range direction {
			direction[k] /= math.Sqrt(information.At(k, k))
		}
	}
	return directions
}

// doesNothing reports whether a direction of this information by small moves does nothing: large
// moves change no more than rounding did, or no more than first states make up for.
func (f *fit) doesNothing(others []int, direction []float64, known float64) (bool, error) {
	sides := [2][]float64{slices.Clone(f.at), slices.Clone(f.at)}
	for k, i := range others {
		sides[0][i] += float64(factorMoved * direction[k])
		sides[1][i] -= float64(factorMoved * direction[k])
	}
	ahead, err := f.roll(sides[0], f.offset)
	if err != nil {
		return false, err
	}
	behind, err := f.roll(sides[1], f.offset)
	if err != nil {
		return false, err
	}
	var reduced, raw float64
	for i := range f.stretches {
		if ahead[i] == nil || behind[i] == nil {
			continue
		}
		s := &f.stretches[i]
		change := s.difference(ahead[i], behind[i])
		for row := range change {
			change[row] /= f.noise[s.channel(row)]
			raw += float64(f.weights[i] * float64(change[row]*change[row]))
		}
		reduced += float64(f.weights[i] * f.afterState(i, change))
	}
	byLarge := reduced / (4 * factorMoved * factorMoved)
	return known < unknown || byLarge < shrunk*known || reduced <= inexact*inexact*raw, nil
}

// afterState is the square of a change of a stretch that its state does not make up for.
func (f *fit) afterState(i int, change rows) float64 {
	s, b := &f.stretches[i], &f.equations[i]
	left := mat.NewVecDense(len(change), change)
	square := mat.Dot(left, left)
	if b.states == nil {
		return square
	}
	factors := b.factors(0)
	if factors == nil {
		return square
	}
	states := s.states.size()
	slope := mat.NewVecDense(states, nil)
	for k := range states {
		for row, value := range f.columns[i][k] {
			slope.SetVec(k, slope.AtVec(k)+float64(value/f.noise[s.channel(row)]*change[row]))
		}
	}
	var solved mat.VecDense
	if factors.SolveVecTo(&solved, slope) != nil {
		return square
	}
	return max(square-mat.Dot(slope, &solved), 0)
}

// hold returns parameters to their usual values along directions that do nothing, and goes on to
// the minimum of the others.
func (f *fit) hold(directions []identify.Direction, found *Fit) error {
	others := f.others()
	var names []string
	var factors []bool
	for _, i := range others {
		names, factors = append(names, f.Parameters[i].Name), append(factors, f.Parameters[i].Factor)
	}
	f.at = slices.Clone(f.at)
	for _, d := range directions {
		held := others[d.Held]
		for _, values := range append(slices.Clone(f.vanished), f.at) {
			by := values[held]
			for k, along := range d.Along {
				values[others[k]] -= float64(by * along)
			}
			values[held] = 0
		}
		f.fixed[held] = true
		found.Found[held].Held = d.Words(names, factors)
	}
	if err := f.minimize(f.ctx, max(2, MostPasses-f.pass)); err != nil {
		return err
	}
	f.estimate()
	return nil
}

// shift is by how much the parameters would move if the model took finer steps of time.
func (f *fit) shift() ([]float64, error) {
	moves := make([]float64, len(f.at))
	if f.Finer == nil {
		return moves, nil
	}
	coarse, now := f.Problem.Roll, f.now
	f.Problem.Roll = f.Finer
	finer, err := f.roll(f.at, f.offset)
	f.Problem.Roll = coarse
	if err != nil {
		return moves, err
	}
	f.now = finer
	f.equate()
	after := f.move(0)
	f.now = now
	f.equate()
	before := f.move(0)
	if after == nil || before == nil {
		return moves, nil
	}
	for k := range moves {
		moves[k] = after.AtVec(k) - before.AtVec(k)
	}
	return moves, nil
}
