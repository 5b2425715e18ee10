// Package verify compares a model behind one runtime with the same model
// behind another, on systems of several compositions.
package verify

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"gmnc/builder"
	"gmnc/predict"
	"gmnc/system"
)

// Tolerance is what float32 runtimes may differ by from the float64
// interpreter, relative to the largest entry. The four-layer GMN differs by
// 1e-6 on systems of this size; a wrong operator by far more than 1e-4.
const Tolerance = 1e-4

// compositions cover each kind of object by itself, none of each, and a
// single particle.
var compositions = []system.Composition{{3, 2, 1}, {1}, {4}, {0, 2}, {0, 0, 2}, {2, 0, 1}}

// Systems is how many systems of each composition are compared.
const Systems = 3

// Report says what was compared and how far it was apart.
type Report struct {
	Compositions []string
	Largest      float64 // difference relative to the largest entry
}

// Compare runs both models, which are of the configuration, on random
// systems. The error names the output, the composition and the place where
// they differ by more than Tolerance.
func Compare(config builder.Config, reference, candidate predict.Predictor) (Report, error) {
	var report Report
	for i, c := range compositions {
		one, err := CompareOn(fmt.Sprintf("composition (%s)", c), draw(config, c, uint64(i)), reference, candidate)
		if err != nil {
			return report, err
		}
		report.Largest = max(report.Largest, one.Largest)
		report.Compositions = append(report.Compositions, fmt.Sprintf("(%s)", c))
	}
	return report, nil
}

// CompareOn runs both models on samples, whose name is for the report.
func CompareOn(name string, samples []system.Sample, reference, candidate predict.Predictor) (Report, error) {
	report := Report{Compositions: []string{name}}
	want, err := reference.Outputs(samples)
	if err != nil {
		return report, fmt.Errorf("%s, reference: %w", name, err)
	}
	got, err := candidate.Outputs(samples)
	if err != nil {
		return report, fmt.Errorf("%s: %w", name, err)
	}
	for _, output := range slices.Sorted(maps.Keys(want)) {
		difference, err := compare(want[output], got[output])
		if err != nil {
			return report, fmt.Errorf("%s of %s: %w", output, name, err)
		}
		report.Largest = max(report.Largest, difference)
	}
	return report, nil
}

// compare returns the largest difference relative to the largest entry, 0
// where all are 0.
func compare(want, got []float32) (float64, error) {
	if len(want) != len(got) {
		return 0, fmt.Errorf("%d numbers; %d are right", len(got), len(want))
	}
	scale := 0.0
	for _, value := range want {
		scale = max(scale, math.Abs(float64(value)))
	}
	if !(scale <= math.MaxFloat32) {
		return 0, errors.New("the reference is not finite")
	}
	largest := 0.0
	for i := range want {
		difference := math.Abs(float64(got[i]) - float64(want[i]))
		if !(difference <= Tolerance*scale) {
			return 0, fmt.Errorf("number %d is %g and should be %g: they differ by %.2g; the largest entry is %g",
				i, got[i], want[i], difference, scale)
		}
		largest = max(largest, difference)
	}
	if scale == 0 {
		return 0, nil
	}
	return largest / scale, nil
}
