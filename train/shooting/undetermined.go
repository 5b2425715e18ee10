package shooting

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gmnc/internal/identify"
	"gmnc/train/shooting/normal"
	"gmnc/train/shooting/stretches"
)

const (
	// unknown is the information below which a direction of parameters counts as not
	// determined: a standard deviation of 1.
	unknown = 1
	// factorMoved is by how much parameters are moved along a direction that may have no
	// effect.
	factorMoved = 0.5
	// shrunk is the largest share of a direction's information that large moves show if small
	// moves changed only rounding.
	shrunk = 0.1
	// inexact is the share of a change that derivatives by states may miss.
	inexact = 1e-3
	// correlated is the share of a parameter's information that remains after the others, below
	// which a direction of both may have no effect.
	correlated = 1e-2
	// separation is by how much parameters are moved to both sides along such a direction.
	separation = 0.1
	// fewTested is the number of stretches that test such a direction before all do.
	fewTested = 60
)

// fixAll fixes a parameter for each direction that find returns, until it returns none.
func (f *fit) fixAll(find func(others []int) ([][]float64, error), found *Fit) error {
	for range f.at {
		others := f.others()
		if len(others) == 0 {
			return nil
		}
		directions, err := find(others)
		if err != nil || len(directions) == 0 {
			return err
		}
		ranks := make([]int, len(others))
		for k, i := range others {
			ranks[k] = f.Parameters[i].Rank
		}
		if err := f.fix(identify.Fix(directions, ranks), found); err != nil {
			return err
		}
	}
	return nil
}

// undetermined returns the directions of parameters that the recordings do not determine. It
// returns parameters without effect if there are any, else directions without effect, else what
// the noise hides.
func (f *fit) undetermined(others []int) (none [][]float64, err error) {
	products, _ := f.sum(0)
	information := normal.Part(products, others)
	if !normal.Finite(information) {
		return nil, nil
	}
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
		if none, err = f.doNothing(others); err != nil {
			return nil, err
		}
	}
	if none == nil {
		none = identify.Undetermined(information, unknown)
	}
	return none, nil
}

// doNothing returns the directions of several parameters along which predictions do not change.
// Derivatives alone cannot tell them from directions that change little, because derivatives
// are differences, with relative errors. So it tests predictions at parameters far apart. A
// parameter whose value may be 0 is in no such direction. If it found none before, of the same
// parameters at the same values, it does not test them again.
func (f *fit) doNothing(others []int) (none [][]float64, err error) {
	if slices.Equal(f.acting.others, others) && slices.Equal(f.acting.at, f.at) {
		return nil, nil
	}
	information, _ := f.sum(0)
	var open []int
	for _, i := range others {
		if known := information.At(i, i); known > unknown && !f.maybeZero(i, f.alone(information)) {
			open = append(open, i)
		}
	}
	slices.SortStableFunc(open, func(i, k int) int { return cmp.Compare(f.Parameters[i].Rank, f.Parameters[k].Rank) })
	for _, k := range slices.Clone(open) {
		rest := slices.DeleteFunc(slices.Clone(open), func(i int) bool { return i == k })
		along, left := normal.Profile(information, k, rest)
		if !(left < correlated*information.At(k, k)) {
			continue
		}
		nothing, err := f.cancels(along, k, left, rest)
		if err != nil {
			return nil, err
		}
		if nothing {
			none, open = append(none, pick(along, others)), rest
		}
	}
	if none == nil {
		f.acting = tested{others, slices.Clone(f.at)}
	}
	return none, nil
}

// tested holds parameters that are not fixed, with the values of all, of which no direction does
// nothing.
type tested struct {
	others []int
	at     []float64
}

// alone returns the standard deviations of parameters if all others were known.
func (f *fit) alone(information *mat.SymDense) []float64 {
	deviations := make([]float64, len(f.at))
	for k := range deviations {
		deviations[k] = 1 / math.Sqrt(information.At(k, k))
	}
	return deviations
}

// pick returns the values at some indices.
func pick(values []float64, numbers []int) (some []float64) {
	for _, i := range numbers {
		some = append(some, values[i])
	}
	return some
}

// cancels reports whether predictions are the same along a direction of this information, apart
// from what other parameters and states compensate. Each stretch adds information, so a few
// stretches can show that predictions change.
func (f *fit) cancels(along []float64, k int, known float64, rest []int) (bool, error) {
	enough := max(unknown, shrunk*known)
	if len(f.stretches) > fewTested {
		left, err := f.some(fewTested).informationAlong(along, k, rest)
		if err != nil || left >= enough {
			return false, err
		}
	}
	left, err := f.informationAlong(along, k, rest)
	return left < enough, err
}

// informationAlong returns the information of a direction by predictions far apart, after what
// other parameters and states compensate. It is infinite if some of them are not finite.
func (f *fit) informationAlong(along []float64, k int, rest []int) (float64, error) {
	largest := floats.Norm(along, math.Inf(1))
	ahead, behind := slices.Clone(f.at), slices.Clone(f.at)
	floats.AddScaled(ahead, separation/largest, along)
	floats.AddScaled(behind, -separation/largest, along)
	above, err := f.roll(ahead, f.offset)
	if err != nil {
		return 0, err
	}
	below, err := f.roll(behind, f.offset)
	if err != nil {
		return 0, err
	}
	column := make([]stretches.Rows, len(f.stretches))
	for i := range column {
		if above[i] == nil || below[i] == nil {
			return math.Inf(1), nil
		}
		column[i] = f.stretches[i].Difference(above[i], below[i])
		floats.Scale(largest/(2*separation), column[i])
	}
	return f.informationOf(k, column, rest), nil
}

// doesNothing reports whether a direction, which has this information by small moves, has no
// effect. It has none if large moves change no more than rounding did, or no more than first
// states compensate.
func (f *fit) doesNothing(others []int, direction []float64, known float64) (bool, error) {
	if f.jointed() {
		return known < unknown || known <= inexact*inexact*f.information(others, direction), nil // derivatives are exact
	}
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
		change := s.Difference(ahead[i], behind[i])
		for row := range change {
			change[row] /= f.scale(i, row)
			raw += float64(change[row] * change[row])
		}
		reduced += f.afterState(i, change)
	}
	byLarge := reduced / (4 * factorMoved * factorMoved)
	return known < unknown || byLarge < shrunk*known || reduced <= inexact*inexact*raw, nil
}

// information returns the information of a direction if first states are known.
func (f *fit) information(others []int, direction []float64) (sum float64) {
	for i := range f.equations {
		own := f.equations[i].Parameters
		for k := 0; own != nil && k < len(others); k++ {
			for l := range others {
				sum += float64(direction[k] * direction[l] * own.At(others[k], others[l]))
			}
		}
	}
	return sum
}

// afterState returns the square of the part of a stretch's change that its state does not
// compensate.
func (f *fit) afterState(i int, change stretches.Rows) float64 {
	s, b := &f.stretches[i], &f.equations[i]
	left := mat.NewVecDense(len(change), change)
	square := mat.Dot(left, left)
	if b.States == nil {
		return square
	}
	factors := b.Factors(0)
	if factors == nil {
		return square
	}
	states := s.States.Size()
	slope := mat.NewVecDense(states, nil)
	for k := range states {
		for row, value := range f.columns[i][k] {
			slope.SetVec(k, slope.AtVec(k)+float64(value/f.scale(i, row)*change[row]))
		}
	}
	var solved mat.VecDense
	if factors.SolveVecTo(&solved, slope) != nil {
		return square
	}
	return max(square-mat.Dot(slope, &solved), 0)
}

// fix returns parameters to their nominal values along directions without effect, and moves the
// others to the minimum.
func (f *fit) fix(directions []identify.Direction, found *Fit) error {
	others := f.others()
	var names []string
	var factors []bool
	for _, i := range others {
		names, factors = append(names, f.Parameters[i].Name), append(factors, f.Parameters[i].Factor)
	}
	f.at = slices.Clone(f.at)
	for _, d := range directions {
		fixed := others[d.Fixed]
		for _, values := range append(slices.Clone(f.vanished), f.at) {
			by := values[fixed]
			for k, along := range d.Along {
				values[others[k]] -= float64(by * along)
			}
			values[fixed] = 0
		}
		f.fixed[fixed], f.now = true, nil
		found.Found[fixed].Fixed = d.Words(names, factors)
	}
	if err := f.minimize(f.ctx, max(2, MostPasses-f.pass), lastMove); err != nil {
		return err
	}
	f.estimate()
	return nil
}
