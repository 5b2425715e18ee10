package predict_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/predict"
	"gmnc/system"
)

func TestPositionErrors(t *testing.T) {
	one := system.Sample{Position: make([]float32, 3), TargetPosition: []float32{1, 2, 3}}
	two := system.Sample{Position: make([]float32, 6), TargetPosition: []float32{0, 0, 0, 1, 1, 1}}
	errors, err := predict.PositionErrors([]system.Sample{one, two}, []float32{1, 2, 6, 0, 0, 0, 1, 1, 3})
	require.NoError(t, err)
	require.Equal(t, []float64{9.0 / 3, 4.0 / 6}, errors)

	_, err = predict.PositionErrors([]system.Sample{one, two}, make([]float32, 6))
	require.EqualError(t, err, "the prediction has 6 coordinates, expected 9 for 2 samples")
	two.TargetPosition = nil
	_, err = predict.PositionErrors([]system.Sample{one, two}, make([]float32, 9))
	require.EqualError(t, err, "sample 1 has 0 target coordinates, expected 6")
}

func TestConstraintErrors(t *testing.T) {
	// A stick of length 5, then a hinge with bars of lengths 1 and 2, then
	// an isolated particle.
	sample := system.Sample{
		Position: []float32{0, 0, 0, 3, 4, 0, 1, 1, 1, 2, 1, 1, 1, 3, 1, 9, 9, 9},
		Objects:  system.Objects{system.Stick.Of(1, 0), system.Hinge.Of(2, 3, 4)},
	}
	predicted := []float32{0, 0, 0, 0, 0, 7, 1, 1, 1, 1, 1, 1.5, 1, 3.25, 1, 0, 0, 0}
	errors, err := predict.ConstraintErrors([]system.Sample{sample}, predicted)
	require.NoError(t, err)
	require.Equal(t, []float64{2 + 0.5 + 0.25}, errors)

	// A second stick that keeps its length, and a second hinge that does.
	double := sample
	double.Objects = append(double.Objects, system.Stick.Of(2, 2), system.Hinge.Of(2, 2, 2))
	errors, err = predict.ConstraintErrorsPerObject([]system.Sample{sample, double}, slices.Concat(predicted, predicted))
	require.NoError(t, err)
	require.Equal(t, []float64{2 + (0.5 + 0.25), 2.0/2 + (0.5+0.25)/2}, errors)
	free := system.Sample{Position: sample.Position}
	errors, err = predict.ConstraintErrorsPerObject([]system.Sample{free}, predicted)
	require.NoError(t, err)
	require.Equal(t, []float64{0}, errors)

	errors, err = predict.ConstraintErrors([]system.Sample{sample}, sample.Position)
	require.NoError(t, err)
	require.Equal(t, []float64{0}, errors)
	_, err = predict.ConstraintErrors([]system.Sample{sample}, nil)
	require.EqualError(t, err, "the prediction has 0 coordinates, expected 18 for 1 samples")
}

func TestSummarize(t *testing.T) {
	require.Equal(t, predict.Summary{Mean: 2, Median: 1, TrimmedMean: 2}, predict.Summarize([]float64{5, 0, 1}))
	require.Equal(t, predict.Summary{Mean: 2.5, Median: 2, TrimmedMean: 2.5}, predict.Summarize([]float64{6, 1, 3, 0}))

	for _, undefined := range [][]float64{nil, {1, math.NaN(), 2}} {
		summary := predict.Summarize(undefined)
		require.True(t, math.IsNaN(summary.Mean) && math.IsNaN(summary.Median) && math.IsNaN(summary.TrimmedMean))
	}
}

// TestTrimmedMeanLeavesOutOneOfEveryHundredAtEachEnd: 0, 1, 4, ... lose their lowest
// and highest, so any other share of them gives another mean.
func TestTrimmedMeanLeavesOutOneOfEveryHundredAtEachEnd(t *testing.T) {
	for n, trim := range map[int]int{99: 0, 100: 1, 199: 1, 200: 2, 2000: 20} {
		var errors []float64
		var kept float64
		for i := range n {
			k := (i*7 + 3) % n // in no order: 7 divides none of the numbers of errors
			errors = append(errors, float64(k*k))
			if k >= trim && k < n-trim {
				kept += float64(k * k)
			}
		}
		require.Equal(t, kept/float64(n-2*trim), predict.Summarize(errors).TrimmedMean, "of %d errors", n)
	}
}
