// Package median computes the median of numbers.
package median

import "slices"

// Of returns the median of at least one number. For an even count it is the mean of the middle
// two. It does not change numbers.
func Of(numbers []float64) float64 {
	sorted := slices.Clone(numbers)
	slices.Sort(sorted)
	last := len(sorted) - 1
	return (sorted[last/2] + sorted[(last+1)/2]) / 2
}
