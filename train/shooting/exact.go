package shooting

import (
	"math"
	"slices"
)

// simulated is the largest ratio of residuals to the rounding of float32 for which they count as
// errors of rounding and of time steps, of the model or of a program that simulated the recordings:
// 1e-5 of the coordinates. What is measured has more noise.
const simulated = 300

// noiseless reports whether what a fit leaves is no noise: in all channels it is at the level of
// rounding, beside what finer time steps change, or these are the reason for more than the noise.
func noiseless(left []Left) bool {
	if slices.ContainsFunc(left, Left.Coarse) {
		return true
	}
	return len(left) > 0 && !slices.ContainsFunc(left, func(l Left) bool { return !l.Simulated() })
}

// Simulated reports whether the residual is as small as the errors of rounding and of time steps that
// simulated recordings have.
func (l Left) Simulated() bool { return l.Fit <= float64(simulated*l.Rounding)+l.Steps }

// farthest returns an upper bound of the error of each parameter, given its standard deviation, if what a
// fit leaves is no noise. All of it may push in one direction. By the inequality of Cauchy and
// Schwarz, n residuals with a mean square of 1 move a parameter by sqrt(n) standard deviations, at
// most. moves holds further errors of all parameters.
func (f *fit) farthest(deviations []float64, moves [][]float64) []float64 {
	most := slices.Clone(deviations)
	for k := range most {
		most[k] *= math.Sqrt(f.count())
		for _, move := range moves {
			most[k] += math.Abs(move[k])
		}
	}
	return most
}
