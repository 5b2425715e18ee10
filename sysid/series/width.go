package series

import "math"

const (
	// widest [s] is the first half-width of a filter that is tried. Each further one is narrower
	// by a factor, down to a number of steps of the log, within which a cubic has a few rows.
	widest, narrower, leastSteps = 0.15, 1.5, 4
)

// Widths are the half-widths [s] that are tried on a log with a step [s], the widest first.
func Widths(step float64) (halves []float64) {
	for half := widest; half >= leastSteps*step; half /= narrower {
		halves = append(halves, math.Round(half*1e4)/1e4)
	}
	if halves == nil {
		halves = append(halves, leastSteps*step)
	}
	return halves
}

// Width is the half-width [s], of those that are tried, with which filters predict each value of
// columns best from the others: with the least mean, over columns, of the logarithm of the mean
// square of what is off. This is cross-validation, leaving one out (Stone, 1974).
func Width(time []float64, columns [][]float64) (best float64) {
	least := math.Inf(1)
	for _, half := range Widths(Step(time)) {
		squares := make([]float64, len(columns))
		for i, t := range time {
			f := NewFilter(time, t, half)
			left := 1 - f.value[i-f.first] // of the value's own weight
			for k, values := range columns {
				off := (values[i] - f.Value(values)) / left
				squares[k] += off * off
			}
		}
		var sum float64
		for _, square := range squares {
			sum += math.Log(max(square, math.SmallestNonzeroFloat64))
		}
		if sum < least {
			least, best = sum, half
		}
	}
	return best
}
