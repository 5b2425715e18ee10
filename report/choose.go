package report

import (
	"cmp"
	"math"
	"slices"
)

// spread chooses count samples by their errors: the smallest, the largest, and others that are
// spread as evenly as possible between them, in the order of their errors. Samples whose error
// is not finite are left out.
func spread(errors []float64, count int) []int {
	var finite []int
	for i, value := range errors {
		if !math.IsNaN(value) && !math.IsInf(value, 0) {
			finite = append(finite, i)
		}
	}
	slices.SortStableFunc(finite, func(a, b int) int { return cmp.Compare(errors[a], errors[b]) })
	if count >= len(finite) {
		return finite
	}
	var chosen []int
	for k := range count {
		chosen = append(chosen, finite[k*(len(finite)-1)/max(1, count-1)])
	}
	return chosen
}
