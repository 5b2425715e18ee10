package verify

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"gmnc/predict"
)

// Threads is the promise that the number of threads changes no bit.
const Threads = "the same bits on 1, 2 and 8 threads"

// ThreadCounts are the numbers of threads that Threads names.
var ThreadCounts = []int{1, 2, 8}

// large is how often a group is repeated, so that a run has enough to divide.
const large = 6

// SameOnThreads measures that a model gives the same bits on any number of threads for the systems
// of a group, each of them several times in one batch; open opens it on a number of threads.
func SameOnThreads(group Group, open func(threads int) (predict.Predictor, error)) (r Report) {
	samples := slices.Repeat(group.Samples, large)
	f := Finding{Promise: Threads, Where: "composition " + group.Name, Tried: group.Tried(), Copies: large}
	var first Outputs
	for _, threads := range ThreadCounts {
		outputs, err := func() (Outputs, error) {
			predictor, err := open(threads)
			if err != nil {
				return nil, err
			}
			defer predictor.Close()
			return predictor.Outputs(samples)
		}()
		if err != nil {
			r.breaks(fmt.Errorf("%s: on %d threads: %w", Threads, threads, err))
			return r
		}
		if first == nil {
			first = outputs
		}
		for _, name := range slices.Sorted(maps.Keys(first)) {
			f.Largest = max(f.Largest, differentBits(first[name], outputs[name]))
		}
	}
	r.Add(f)
	return r
}

// differentBits is the largest difference of numbers with other bits: 0 where
// there are none, and infinite where there are more or fewer numbers.
func differentBits(a, b []float32) (largest float64) {
	if len(a) != len(b) {
		return math.Inf(1)
	}
	for i := range a {
		if math.Float32bits(a[i]) != math.Float32bits(b[i]) {
			largest = max(largest, math.Abs(float64(a[i])-float64(b[i])), math.SmallestNonzeroFloat32)
		}
	}
	return largest
}
