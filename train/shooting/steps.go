package shooting

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gmnc/train/shooting/stretches"
)

// shift returns by how much the parameters would move if the model took finer time steps. It takes
// all stretches, because the steps of a few close encounters may be off more than all others.
func (f *fit) shift() ([]float64, error) {
	moves := make([]float64, len(f.at))
	finer, now, err := f.finer()
	if finer == nil || err != nil {
		return moves, err
	}
	f.now = finer
	f.equate()
	after := f.move(0)
	adjusted := f.adjusted(after)
	f.now = now
	f.equate()
	before := f.move(0)
	f.steps = f.apartByChannel(adjusted, f.adjusted(before))
	if after == nil || before == nil {
		return moves, nil
	}
	for k := range moves {
		moves[k] = after.AtVec(k) - before.AtVec(k)
	}
	return moves, nil
}

// adjusted returns the current predictions, to first order, after first states and parameters have
// adjusted to them. move is the move of the parameters; if it is nil, nothing adjusts.
func (f *fit) adjusted(move *mat.VecDense) []stretches.Rows {
	all := slices.Clone(f.now)
	if move == nil {
		return all
	}
	f.each(func(i int) {
		b := &f.equations[i]
		if b.Parameters == nil { // also where there are no predictions
			return
		}
		moves := move.RawVector().Data
		if state := b.State(0, move); state != nil {
			moves = append(slices.Clone(state.RawVector().Data), moves...)
		}
		all[i] = slices.Clone(all[i])
		of := f.columns[i]
		for k, column := range of[len(of)-len(moves):] {
			floats.AddScaled(all[i], moves[k], column)
		}
	})
	return all
}

// apartByChannel returns the root mean square difference of two predictions in each channel.
func (f *fit) apartByChannel(some, others []stretches.Rows) []float64 {
	squares, counts := make([]float64, len(f.noise)), make([]float64, len(f.noise))
	for i := range some {
		if some[i] == nil || others[i] == nil {
			continue
		}
		s := &f.stretches[i]
		for row, change := range s.Difference(some[i], others[i]) {
			weight := f.weights[i][s.Channel(row)]
			weight = float64(weight * weight) // as for the noise, of which outliers say nothing
			squares[s.Channel(row)] += float64(weight * float64(change*change))
			counts[s.Channel(row)] += weight
		}
	}
	for number := range squares {
		squares[number] = math.Sqrt(squares[number] / max(counts[number], 1))
	}
	return squares
}

// finer returns predictions in finer time steps, and those in the model's own. The former are
// nil if there are no finer steps.
func (f *fit) finer() (finer, now []stretches.Rows, err error) {
	if f.jointed() {
		finer, err = f.rollBodies(f.at, f.offset, 2*f.Bodies.Steps, nil)
		return finer, f.now, err
	}
	if f.Finer == nil {
		return nil, f.now, nil
	}
	own := f.Problem.Roll
	f.Problem.Roll = f.Finer
	finer, err = f.roll(f.at, f.offset)
	f.Problem.Roll = own
	return finer, f.now, err
}
