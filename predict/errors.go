package predict

import (
	"fmt"
	"math"
	"slices"

	"gmnc/internal/vector"
	"gmnc/system"
)

// PositionErrors returns, for each sample, the mean squared error of the predicted position
// over its n*3 coordinates. position holds the predictions of all samples one after another, in
// units of position. The paper's tables report 100 times the mean of these errors.
func PositionErrors(samples []system.Sample, position []float32) ([]float64, error) {
	return squaredErrors(samples, position, func(s *system.Sample) []float32 { return s.TargetPosition })
}

// VelocityErrors is PositionErrors for velocities, in the squared unit of the samples'
// velocities. It returns an error if a sample has no target velocity.
func VelocityErrors(samples []system.Sample, velocity []float32) ([]float64, error) {
	return squaredErrors(samples, velocity, func(s *system.Sample) []float32 { return s.TargetVelocity })
}

func squaredErrors(samples []system.Sample, predicted []float32, target func(s *system.Sample) []float32) ([]float64, error) {
	return perSample(samples, predicted, func(i int, sample system.Sample, predicted []float32) (float64, error) {
		targets := target(&sample)
		if len(targets) != len(predicted) {
			return 0, fmt.Errorf("sample %d has %d target coordinates, expected %d", i, len(targets), len(predicted))
		}
		return squaredError(predicted, targets), nil
	})
}

// ConstraintErrors returns, for each sample, the sum of the absolute changes of the lengths of
// all bars between input and prediction, in units of position.
func ConstraintErrors(samples []system.Sample, position []float32) ([]float64, error) {
	return perSample(samples, position, func(_ int, sample system.Sample, predicted []float32) (float64, error) {
		var sum float64
		for _, kind := range system.ObjectKinds() {
			sum += changes(sample, predicted, sample.Objects.Bars(kind))
		}
		return sum, nil
	})
}

// ConstraintErrorsPerObject returns, for each sample, the mean absolute change of the length of
// its sticks, plus the mean over its hinges of the changes of both bars, and so on by kind, in
// units of position. The published code prints the mean over samples, which the paper's table
// of constraint errors reports.
func ConstraintErrorsPerObject(samples []system.Sample, position []float32) ([]float64, error) {
	return perSample(samples, position, func(_ int, sample system.Sample, predicted []float32) (float64, error) {
		var sum float64
		for _, kind := range system.ObjectKinds() {
			sum += changes(sample, predicted, sample.Objects.Bars(kind)) / float64(max(1, sample.Objects.Count(kind)))
		}
		return sum, nil
	})
}

// changes returns the sum over pairs of particles of the absolute change of their distance
// between a sample's input and its prediction.
func changes(sample system.Sample, predicted []float32, pairs [][2]int) float64 {
	var sum float64
	for _, pair := range pairs {
		sum += math.Abs(system.Distance(predicted, pair[0], pair[1]) - system.Distance(sample.Position, pair[0], pair[1]))
	}
	return sum
}

// perSample measures each sample against its part of position.
func perSample(samples []system.Sample, position []float32, measure func(int, system.Sample, []float32) (float64, error)) ([]float64, error) {
	expected := 0
	for _, sample := range samples {
		expected += len(sample.Position)
	}
	if len(position) != expected {
		return nil, fmt.Errorf("the prediction has %d coordinates, expected %d for %d samples", len(position), expected, len(samples))
	}
	errors := make([]float64, len(samples))
	for i, sample := range samples {
		var err error
		if errors[i], err = measure(i, sample, position[:len(sample.Position)]); err != nil {
			return nil, err
		}
		position = position[len(sample.Position):]
	}
	return errors, nil
}

// Summary describes the errors of many samples. A single close encounter can dominate the mean.
type Summary struct {
	Mean   float64
	Median float64
	// TrimmedMean is the mean of n errors without the n/100 (rounded down) smallest and the
	// n/100 largest.
	TrimmedMean float64
}

// Summarize describes errors. The whole summary is NaN if an error is NaN or if there are none.
func Summarize(errors []float64) Summary {
	sorted := slices.Sorted(slices.Values(errors))
	n := len(sorted)
	if n == 0 || math.IsNaN(sorted[0]) { // NaN sorts first
		return Summary{math.NaN(), math.NaN(), math.NaN()}
	}
	trim := n / 100
	return Summary{
		Mean:        mean(errors),
		Median:      (sorted[(n-1)/2] + sorted[n/2]) / 2,
		TrimmedMean: mean(sorted[trim : n-trim]),
	}
}

// Distances returns the distances of particles from other positions, both [n*3].
func Distances(position, from []float32) (all []float64) {
	for i := range len(from) / 3 {
		all = append(all, vector.Distance(vector.At(position, i), vector.At(from, i)))
	}
	return all
}

// mean returns the mean of the values, or NaN if there are none.
func mean(values []float64) float64 {
	var sum float64
	for _, value := range values {
		sum += value
	}
	return sum / float64(len(values))
}
