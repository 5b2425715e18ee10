package series

import "math"

const (
	// widest [s] is the first half-width of a filter that is tried. Each further one is smaller
	// by the factor narrower. The smallest is leastSteps steps of the log, within which a cubic
	// has a few rows.
	widest, narrower, leastSteps = 0.15, 1.5, 4
)

// Widths returns the half-widths [s] to try on a log with a step [s], the widest first.
func Widths(step float64) (halves []float64) {
	for half := widest; half >= leastSteps*step; half /= narrower {
		halves = append(halves, math.Round(half*1e4)/1e4)
	}
	if halves == nil {
		halves = append(halves, leastSteps*step)
	}
	return halves
}

// Width returns the half-width [s], among those of Widths, with which filters predict each
// value of columns best from the others. The measure is the mean over columns of the logarithm
// of the mean squared error. This is leave-one-out cross-validation (Stone, 1974).
func Width(time []float64, columns [][]float64) (best float64) {
	least := math.Inf(1)
	for _, half := range Widths(Step(time)) {
		squares := make([]float64, len(columns))
		for i, t := range time {
			f := NewFilter(time, t, half)
			left := 1 - f.value[i-f.first] // 1 less the value's own weight
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
