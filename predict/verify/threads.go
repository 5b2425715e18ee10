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

// ThreadCounts holds the numbers of threads that Threads names.
var ThreadCounts = []int{1, 2, 8}

// large is the number of copies of a group in a batch, so that a run has enough work to divide.
const large = 6

// SameOnThreads measures whether a model returns the same bits on any number of threads for the
// systems of a group, each of them several times in one batch. open opens the model on a number
// of threads.
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

// differentBits returns the largest difference between numbers with different bits: 0 if there
// are none, and infinity if the numbers of values differ.
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
