package predict

import (
	"math"
	"slices"
)

// Spread describes a distribution: a tenth of the numbers is below Low, half below Median, and
// a tenth above High. All are NaN if there are no numbers.
type Spread struct{ Low, Median, High float64 }

// SpreadOf returns the spread of numbers, with interpolation. NaN counts as the largest.
func SpreadOf(values []float64) Spread {
	sorted := slices.Clone(values)
	for i, value := range sorted {
		if math.IsNaN(value) {
			sorted[i] = math.Inf(1)
		}
	}
	slices.Sort(sorted)
	return Spread{quantile(sorted, 0.1), quantile(sorted, 0.5), quantile(sorted, 0.9)}
}

// quantile returns the number below which a share of the sorted numbers is.
func quantile(sorted []float64, share float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := share * float64(len(sorted)-1)
	below := int(at)
	above := min(below+1, len(sorted)-1)
	part := at - float64(below)
	if part == 0 || sorted[below] == sorted[above] { // the one above may be infinite, or both
		return sorted[below]
	}
	return float64((1-part)*sorted[below]) + float64(part*sorted[above])
}

// rootSpread returns the spread of the square roots of squared errors.
func rootSpread(squared []float64) Spread {
	roots := make([]float64, len(squared))
	for i, value := range squared {
		roots[i] = math.Sqrt(value)
	}
	return SpreadOf(roots)
}
