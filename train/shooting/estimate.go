package shooting

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gmnc/internal/median"
	"gmnc/train/shooting/noise"
)

const (
	// outlying is the ratio of a stretch's mean square in a channel to the median of all
	// stretches above which the stretch counts less.
	outlying = 9
	// settledWithin is the share by which an estimate of the noise may change and still count
	// as settled. It is also the largest such change of a weight.
	settledWithin = 0.05
)

// estimate estimates the noise and the weights of channels from the residuals. It finds the
// weights by the noise, and then the noise by the weights. It reports whether both changed
// little. It sets up the equations anew for the new noise and the current residuals.
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

// similar reports whether positive values agree with those of another list within
// settledWithin.
func similar(values, others []float64) bool {
	for k, other := range others {
		if math.Abs(math.Log(values[k]/other)) >= settledWithin {
			return false
		}
	}
	return true
}

// estimateOnce is estimate with the equations as they are, which it does not change.
func (f *fit) estimateOnce() {
	all := make([]freeSquares, len(f.stretches))
	f.each(func(i int) { all[i] = f.freeSquares(i) })
	means := make([][]float64, len(f.noise)) // the mean squares of each channel in the stretches that have it
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
		least := noise.Least(f.stretches, number) / f.noise[number]
		far := outlying * max(median.Of(means[number]), float64(least*least))
		for i := range all {
			f.weights[i][number] = weight(all[i].mean(number) / far)
		}
	}
	var freedom float64
	squares, free := make([]float64, len(f.noise)), make([]float64, len(f.noise))
	for i := range all {
		for number, weight := range f.weights[i] {
			weight *= weight // outliers say nothing of the noise
			squares[number] += float64(weight * all[i].squares[number])
			free[number] += float64(weight * all[i].free[number])
			freedom += float64(weight * all[i].free[number])
		}
	}
	ofParameters := 1 - float64(len(f.at))/max(freedom, 1) // the share of freedom that the parameters leave
	f.freedom = free
	for number := range f.noise {
		free[number] *= ofParameters
		if free[number] > 0 {
			f.noise[number] *= math.Sqrt(squares[number] / free[number])
		}
		f.noise[number] = max(f.noise[number], noise.Least(f.stretches, number))
	}
}

// freeSquares holds the sums of squares of each channel in a stretch, in units of the noise,
// and how many of them its state leaves free.
type freeSquares struct{ squares, free []float64 }

// mean returns the mean square of a channel.
func (s freeSquares) mean(number int) float64 { return s.squares[number] / max(s.free[number], 1) }

func (f *fit) freeSquares(i int) freeSquares {
	sums := freeSquares{make([]float64, len(f.noise)), make([]float64, len(f.noise))}
	leverages := f.equations[i].Leverages()
	for row, r := range f.residuals(i, f.now[i]) {
		number := f.stretches[i].Channel(row)
		sums.squares[number] += float64(r*r) / f.weights[i][number]
		sums.free[number]++
		if leverages != nil {
			sums.free[number] -= leverages[row]
		}
	}
	return sums
}

// weight returns the weight of a channel in a stretch, as in Huber (1964). times is the ratio
// of its mean square to one that counts as an outlier. The weight is 1 up to a ratio of 1.
// Beyond it, the mean square counts as if the ratio were 1.
func weight(times float64) float64 { return 1 / max(times, 1) }
