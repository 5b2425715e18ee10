package shooting

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gmnc/internal/median"
)

const (
	// rounding is the least noise, as a share of a coordinate: that of float32.
	rounding = 3e-8
	// outlying is how many times the median of all stretches the mean square of a channel in one of them is from
	// which on it counts less.
	outlying = 9
	// settledWithin is the share by which an estimate of the noise may change and count as settled, and by how
	// much a weight may.
	settledWithin = 0.05
)

// estimate estimates the noise and the weights of channels by what is left: the weights by the noise, then the
// noise by the weights. It reports whether they are as before. The equations become those of the new noise,
// and of what is left now.
func (f *fit) estimate() (settled bool) {
	f.equate()
	noise, weights := slices.Clone(f.noise), f.weights
	f.weights = make([][]float64, len(weights))
	for i := range weights {
		f.weights[i] = slices.Clone(weights[i])
	}
	f.estimateOnce()
	f.equate()
	settled = similar(f.noise, noise)
	for i := range weights {
		settled = settled && floats.Distance(f.weights[i], weights[i], math.Inf(1)) < settledWithin
	}
	return settled
}

// similar reports whether positive values are those of another list within a share.
func similar(values, others []float64) bool {
	for k, other := range others {
		if math.Abs(math.Log(values[k]/other)) >= settledWithin {
			return false
		}
	}
	return true
}

// estimateOnce is estimate by the equations there are, which it leaves.
func (f *fit) estimateOnce() {
	all := make([]freeSquares, len(f.stretches))
	f.each(func(i int) { all[i] = f.freeSquares(i) })
	means := make([][]float64, len(f.noise)) // of each channel, of the stretches that have it
	for i := range all {
		for number, free := range all[i].free {
			if free > 0 {
				means[number] = append(means[number], all[i].mean(number))
			}
		}
	}
	for number := range f.noise {
		if len(means[number]) == 0 {
			continue
		}
		least := f.rounding(number) / f.noise[number]
		far := outlying * max(median.Of(means[number]), float64(least*least))
		for i := range all {
			f.weights[i][number] = weight(all[i].mean(number) / far)
		}
	}
	var freedom float64
	squares, free := make([]float64, len(f.noise)), make([]float64, len(f.noise))
	for i := range all {
		for number, weight := range f.weights[i] {
			weight *= weight // of the noise, what is far off tells nothing
			squares[number] += float64(weight * all[i].squares[number])
			free[number] += float64(weight * all[i].free[number])
			freedom += float64(weight * all[i].free[number])
		}
	}
	ofParameters := 1 - float64(len(f.at))/max(freedom, 1) // the share of freedom that is left beside them
	f.freedom = free
	for number := range f.noise {
		free[number] *= ofParameters
		if free[number] > 0 {
			f.noise[number] *= math.Sqrt(squares[number] / free[number])
		}
		f.noise[number] = max(f.noise[number], f.rounding(number))
	}
}

// freeSquares are the sums of squares of a stretch in units of the noise, and how many of them its state
// leaves free, of each channel.
type freeSquares struct{ squares, free []float64 }

// mean is the mean square of a channel.
func (s freeSquares) mean(number int) float64 { return s.squares[number] / max(s.free[number], 1) }

func (f *fit) freeSquares(i int) freeSquares {
	sums := freeSquares{make([]float64, len(f.noise)), make([]float64, len(f.noise))}
	leverages := f.equations[i].leverages()
	for row, r := range f.residuals(i, f.now[i]) {
		number := f.stretches[i].channel(row)
		sums.squares[number] += float64(r*r) / f.weights[i][number]
		sums.free[number]++
		if leverages != nil {
			sums.free[number] -= leverages[row]
		}
	}
	return sums
}

// weight is that of a channel of a stretch whose mean square is so many times one that is far off, as Huber (1964)
// has it: 1 up to there, and so that its mean square counts as there beyond.
func weight(times float64) float64 { return 1 / max(times, 1) }

// rounding is the least noise of a channel, by its largest value.
func (f *fit) rounding(number int) float64 {
	largest := 0.
	for i := range f.stretches {
		s := &f.stretches[i]
		for row, value := range s.recorded {
			if s.channel(row) == number {
				largest = max(largest, math.Abs(value))
			}
		}
	}
	return max(rounding*largest, math.SmallestNonzeroFloat32)
}
