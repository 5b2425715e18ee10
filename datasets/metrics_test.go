package datasets

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPositionErrors(t *testing.T) {
	one := Sample{Position: make([]float32, 3), TargetPosition: []float32{1, 2, 3}}
	two := Sample{Position: make([]float32, 6), TargetPosition: []float32{0, 0, 0, 1, 1, 1}}
	errors, err := PositionErrors([]Sample{one, two}, []float32{1, 2, 6, 0, 0, 0, 1, 1, 3})
	require.NoError(t, err)
	require.Equal(t, []float64{9.0 / 3, 4.0 / 6}, errors)

	_, err = PositionErrors([]Sample{one, two}, make([]float32, 6))
	require.EqualError(t, err, "the prediction has 6 coordinates, expected 9 for 2 samples")
	two.TargetPosition = nil
	_, err = PositionErrors([]Sample{one, two}, make([]float32, 9))
	require.EqualError(t, err, "sample 1 has 0 target coordinates, expected 6")
}

func TestConstraintErrors(t *testing.T) {
	// A stick of length 5, then a hinge with bars of lengths 1 and 2, then
	// an isolated particle.
	sample := Sample{
		Position: []float32{0, 0, 0, 3, 4, 0, 1, 1, 1, 2, 1, 1, 1, 3, 1, 9, 9, 9},
		Sticks:   [][2]int{{1, 0}},
		Hinges:   [][3]int{{2, 3, 4}},
	}
	predicted := []float32{0, 0, 0, 0, 0, 7, 1, 1, 1, 1, 1, 1.5, 1, 3.25, 1, 0, 0, 0}
	errors, err := ConstraintErrors([]Sample{sample}, predicted)
	require.NoError(t, err)
	require.Equal(t, []float64{2 + 0.5 + 0.25}, errors)

	// A second stick that keeps its length, and a second hinge that does.
	double := sample
	double.Sticks, double.Hinges = append(double.Sticks, [2]int{2, 2}), append(double.Hinges, [3]int{2, 2, 2})
	errors, err = ConstraintErrorsPerObject([]Sample{sample, double}, slices.Concat(predicted, predicted))
	require.NoError(t, err)
	require.Equal(t, []float64{2 + (0.5 + 0.25), 2.0/2 + (0.5+0.25)/2}, errors)
	free := Sample{Position: sample.Position}
	errors, err = ConstraintErrorsPerObject([]Sample{free}, predicted)
	require.NoError(t, err)
	require.Equal(t, []float64{0}, errors)

	errors, err = ConstraintErrors([]Sample{sample}, sample.Position)
	require.NoError(t, err)
	require.Equal(t, []float64{0}, errors)
	_, err = ConstraintErrors([]Sample{sample}, nil)
	require.EqualError(t, err, "the prediction has 0 coordinates, expected 18 for 1 samples")
}

func TestSummarize(t *testing.T) {
	require.Equal(t, Summary{Mean: 2, Median: 1, TrimmedMean: 2}, Summarize([]float64{5, 0, 1}))
	require.Equal(t, Summary{Mean: 2.5, Median: 2, TrimmedMean: 2.5}, Summarize([]float64{6, 1, 3, 0}))

	// 200 errors lose two at each end: -1000, 0 and 1000, 1000.
	errors := make([]float64, 200)
	for i := range errors {
		errors[i] = 3
	}
	errors[17], errors[3], errors[90], errors[150] = 1000, -1000, 1000, 0
	summary := Summarize(errors)
	require.Equal(t, 3.0, summary.TrimmedMean)
	require.Equal(t, 3.0, summary.Median)
	require.Equal(t, (196*3.0+1000)/200, summary.Mean)

	for _, undefined := range [][]float64{nil, {1, math.NaN(), 2}} {
		summary := Summarize(undefined)
		require.True(t, math.IsNaN(summary.Mean) && math.IsNaN(summary.Median) && math.IsNaN(summary.TrimmedMean))
	}
}
