package shooting

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gmnc/internal/workerpool"
	"gmnc/train/shooting/normal"
)

// simulated is the largest ratio of residuals to the rounding of float32 for which they count as
// errors of rounding and of time steps, of the model or of a program that simulated the recordings:
// 1e-5 of the coordinates. What is measured has more noise.
const simulated = 300

// Simulated reports whether the residual is as small as the errors of rounding and of time steps that
// simulated recordings have.
func (l Left) Simulated() bool { return l.Fit <= float64(simulated*l.Rounding)+l.Steps }

// systematic returns a function that reports whether the residuals of a channel are no noise: time
// steps are the reason for them, or all channels have such residuals or those of rounding.
func systematic(left []Left) func(channel int) bool {
	coarse, all := map[int]bool{}, len(left) > 0
	for _, l := range left {
		coarse[l.Channel] = l.Coarse()
		all = all && (l.Coarse() || l.Simulated())
	}
	return func(channel int) bool { return all || coarse[channel] }
}

// farthest returns an upper bound of the error of each parameter, given its standard deviation, where
// residuals that are no noise may move it by more than that, and 0 elsewhere. All of them may push
// in one direction. By the inequality of Cauchy and Schwarz, n residuals with a mean square of 1
// move a parameter by sqrt(n) of the standard deviations that are theirs, at most. moves holds
// further errors of all parameters.
func (f *fit) farthest(deviations []float64, of func(channel int) bool, moves [][]float64) []float64 {
	most, rows := make([]float64, len(deviations)), 0.
	for i := range f.stretches {
		for row := range f.stretches[i].Recorded {
			if of(f.stretches[i].Channel(row)) {
				rows++
			}
		}
	}
	if rows == 0 {
		return most
	}
	shares := f.shares(of)
	for k, deviation := range deviations {
		times := shares[k] * math.Sqrt(rows)
		if times <= 1 {
			continue
		}
		most[k] = deviation * times
		for _, move := range moves {
			most[k] += math.Abs(move[k])
		}
	}
	return most
}

// shares returns, for each parameter, the share of its standard deviation that comes from the
// residuals of some channels.
func (f *fit) shares(of func(channel int) bool) []float64 {
	shares, others := make([]float64, len(f.at)), f.others()
	if len(others) == 0 {
		return shares
	}
	parts := make([]*mat.SymDense, len(f.equations))
	workerpool.Each(len(parts), func(i int) {
		parts[i] = f.equations[i].Part(func(row int) bool { return of(f.stretches[i].Channel(row)) })
	})
	part := mat.NewSymDense(len(f.at), nil)
	for _, one := range parts {
		if one != nil {
			part.AddSym(part, one)
		}
	}
	products, _ := f.sum(0)
	var inverse, between mat.Dense
	if inverse.Inverse(normal.Part(products, others)) != nil {
		return shares
	}
	between.Product(&inverse, normal.Part(part, others), &inverse)
	for k, i := range others {
		shares[i] = math.Sqrt(max(between.At(k, k)/inverse.At(k, k), 0))
	}
	return shares
}
