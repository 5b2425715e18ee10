package shooting

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gmnc/builder/config"
	"gmnc/train/shooting/normal"
	"gmnc/train/shooting/stretches"
)

const (
	// distinct is the square of the number of standard deviations from 0 at which a value is
	// distinct from it. Near 0 the standard deviations are inaccurate, and 0 with a bound is
	// true of a small value, too.
	distinct = 16
	// unbounded is the bound, as a ratio to the nominal value, above which 0 says nothing.
	unbounded = 100
	// chords is the number of steps that adjust the others to a parameter that is set to 0.
	chords = 3
)

// vanish sets a parameter's value to 0, if the recordings do not contradict it, and adjusts the
// others. A small value other than 0 would have left them unchanged, so their errors include
// how far they move.
func (f *fit) vanish(k int, found *Fit) error {
	at, now, loss := f.at, f.now, f.loss(f.now)
	var offsets [][]float64
	for i := range f.stretches {
		offsets = append(offsets, f.stretches[i].Offset) // steps replace these slices
	}
	f.at, f.fixed[k] = slices.Clone(f.at), true
	f.at[k] = config.Vanished
	var err error
	if f.now, err = f.roll(f.at, f.offset); err != nil {
		return err
	}
	for range chords {
		f.equate()
		lower, err := f.try(0, f.loss(f.now))
		if err != nil {
			return err
		}
		if !lower {
			break
		}
	}
	restore := func() {
		f.at, f.now, f.fixed[k] = at, now, false
		for i := range f.stretches {
			f.stretches[i].Offset = offsets[i]
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
		restore() // perhaps nothing depends on it
		return nil
	}
	found.Found[k].Vanished, found.Found[k].Below = true, below+math.Exp(at[k])
	move := make([]float64, len(f.at))
	floats.SubTo(move, f.at, at)
	f.vanished = append(f.vanished, move)
	return nil
}

// bound returns two standard deviations of a ratio that has vanished, from what the recordings
// would show of a value of about that size.
func (f *fit) bound(k int) (below float64, err error) {
	share := 0.1
	for range 6 {
		ahead, err := f.roll(moved(f.at, k, math.Log(share)-f.at[k]), f.offset)
		if err != nil {
			return 0, err
		}
		column := make([]stretches.Rows, len(f.stretches))
		for i := range column {
			if ahead[i] != nil && f.now[i] != nil {
				column[i] = f.stretches[i].Difference(ahead[i], f.now[i])
			}
		}
		information := f.informationOf(k, column, f.others())
		if information <= inexact*inexact*f.squares(column) {
			return math.Inf(1), nil // first states compensate it
		}
		deviation := share / math.Sqrt(information)
		if below = 2 * deviation; below > share/3 && below < share*3 {
			return below, nil
		}
		share = min(max(below, share*1e-2), share*1e2, 1e3)
	}
	return below, nil
}

// informationOf returns the information of a column in the position of a parameter's, after the
// states and other parameters. It is 0 if their equations have no solution.
func (f *fit) informationOf(k int, column []stretches.Rows, others []int) float64 {
	at := func(i int) *stretches.Rows { return &f.columns[i][f.stretches[i].States.Size()+k] }
	for i := range f.columns {
		*at(i), column[i] = column[i], *at(i)
	}
	f.equate()
	fixed := f.fixed[k]
	f.fixed[k] = false
	products, _ := f.sum(0)
	f.fixed[k] = fixed
	for i := range f.columns {
		*at(i), column[i] = column[i], *at(i)
	}
	f.equate()
	_, left := normal.Profile(products, k, others)
	return left
}
