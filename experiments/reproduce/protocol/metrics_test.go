package protocol

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/experiments/reproduce/corpus"
)

// TestMetrics: each metric takes its own error, with the scales and the kind of its table.
func TestMetrics(t *testing.T) {
	var e Errors
	e.Mean, e.ConstraintPerObject, e.LargestOverBound, e.OverBound, e.Rollout, e.Particles, e.Covered, e.WithErrors = 2, 3, 4, 5, 6, 7, 8, 16
	for name, c := range map[string]struct {
		metric             Metric
		of                 float64
		scale, squareScale float64
		more               int
	}{
		"mean squared error x100":                          {PositionError, 2, 100, 100, 0},
		"relative squared error":                           {RelativeError, 2, 1, 1, 0},
		"constraint error per stick plus per hinge":        {ConstraintError, 3, 1, 100, 0},
		"largest squared error over its bound":             {LargestError, 4, 1, 100, 2},
		"error over a rollout":                             {rolloutError, 6, 1, 1, 2},
		"share of particles within their radius":           {radiusCoverage, 7, 1, 1, 7},
		"share of constants within two standard errors":    {certainty, 0.5, 1, 1, 4},
		"squared error of torques over their mean squares": {robotError, 2, 1, 1, 4*RobotJoints + 4},
		successorError.Name:                                {PositionError, 2, 100, 100, 0},
	} {
		require.Equal(t, name, c.metric.Name)
		require.Equal(t, []float64{c.of, c.scale, c.squareScale, float64(c.more)}, []float64{c.metric.Of(e), float64(c.metric.Scale), float64(c.metric.SquareScale), float64(len(c.metric.More))}, name)
	}
	require.Equal(t, 5., LargestError.Count(e))
	require.True(t, successorError.Goals && rolloutError.Goals && !PositionError.Goals)
	require.True(t, LargestError.Runaways && radiusCoverage.Knowing && certainty.Certainty && robotError.Robots)
	require.False(t, PositionError.Runaways || certainty.Knowing || robotError.Certainty || radiusCoverage.Robots)
}

// TestColumnsOfTorques: each column of a joint is its own number.
func TestColumnsOfTorques(t *testing.T) {
	var e TorqueErrors
	columns := e.columns()
	require.Len(t, columns, 4*RobotJoints)
	for j := range RobotJoints {
		e.Torque[j], e.Raw[j], e.Noise[j], e.Size[j] = float64(10*j+1), float64(10*j+2), float64(10*j+3), float64(10*j+4)
	}
	require.Equal(t, []string{"torque_error_1", "raw_torque_error_1", "torque_noise_1", "torque_size_1", "torque_error_2"}, TorqueNames()[:5])
	for k, name := range TorqueNames() {
		require.Equal(t, float64(10*(k/4)+k%4+1), *columns[name], name)
	}
}

// TestOptionsOfCells: a cell that fits something else than a model has the options of that.
func TestOptionsOfCells(t *testing.T) {
	require.Contains(t, Cell{Fit: &Fit{Vectors: 3, Seed: 9}}.Options(), `"vectors":3`)
	require.Equal(t, textOf(Fit{Vectors: 3}), Cell{Fit: &Fit{Vectors: 3}}.Options())
	require.Equal(t, `{"robot":`+textOf(RobotFit{Half: 0.5})+`}`, Cell{Robot: &RobotFit{Half: 0.5}}.Options())
	require.Equal(t, `{"regression":"linear"}`, Cell{Regression: "linear"}.Options())
	require.Contains(t, Cell{}.Options(), `{"model":{`)
	require.Panics(t, func() { textOf(func() {}) })
}

// TestSizesOfSamples: tables over sizes draw the samples of the largest, and the first column of what models know has several
// runs.
func TestSizesOfSamples(t *testing.T) {
	var sizes []int
	for _, c := range manySamples(5, 20, 10) {
		require.Equal(t, 20, c.Data.Train)
		sizes = append(sizes, c.TrainSize)
	}
	require.Equal(t, []int{5, 20, 10}, sizes)
	for i, c := range onKnowing() {
		require.Equal(t, i == 0, len(c.Rows) == 3, "%d", i)
	}
	require.Equal(t, severalRuns, onKnowing()[0].Rows[2])
}

// TestDataOfLaws: the sizes of the data in which laws are sought, and how near constants have to come.
func TestDataOfLaws(t *testing.T) {
	want := map[string][]float64{
		"coupled3": {400, 800, 100, 100}, "argon": {30, 40, 20, 20}, "without charges": {200, 200, 300, 100},
	}
	for _, c := range onLaws() {
		if c.Data.System == "coupled3" {
			require.Equal(t, want["coupled3"], sizesOf(c), c.System)
		}
		if c.Data.Kind == corpus.Argon {
			require.Equal(t, want["argon"], sizesOf(c))
			require.InEpsilon(t, 0.02*c.Sought.Truth, c.Sought.Off, 1e-12)
			require.Contains(t, []float64{corpus.ArgonEpsilon, corpus.ArgonSigma}, c.Sought.Truth)
		}
		if c.Data.Kind == corpus.NBodyNeutral {
			require.Equal(t, want["without charges"], sizesOf(c))
			require.Equal(t, []float64{0, 0}, []float64{c.Sought.Truth, c.Sought.Off})
		}
		if c.Sought.Constant == "friction" {
			require.Equal(t, []float64{0.18, 0.03}, []float64{c.Sought.Truth, c.Sought.Off})
		}
	}
}

func sizesOf(c Column) []float64 {
	return []float64{float64(c.TrainSize), float64(c.Data.Train), float64(c.Data.Valid), float64(c.Data.Test)}
}
