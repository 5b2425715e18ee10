package plot

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run"
	"gmnc/system"
)

func TestTitles(t *testing.T) {
	require.Equal(t, "Errors\ngmn, data.npz", Title("Errors", "gmn", "", "data.npz"))
	require.Equal(t, "Errors", Title("Errors"))
	require.Equal(t, "error, (m)²", Squared("error", "m"))
	require.Equal(t, "error", Squared("error", ""))
	long := strings.Repeat("a long name ", 30)
	drawn := string(written(t, "t.svg", Curves(Axes{Title: Title("Errors", long), X: "x", Y: "y"}, losses).Save))
	require.Contains(t, drawn, ">Errors<")
	require.Contains(t, drawn, ellipsis)
	require.NotContains(t, drawn, long)
}

// TestADrawingIsDrawnTwice the same.
func TestADrawingIsDrawnTwice(t *testing.T) {
	for _, drawing := range []*Drawing{learning(losses...), Trajectory(onePicture())} {
		first, err := drawing.SVG()
		require.NoError(t, err)
		second, err := drawing.SVG()
		require.NoError(t, err)
		require.Equal(t, string(first), string(second))
	}
	_, err := learning().SVG()
	require.ErrorContains(t, err, "no series has a finite loss")
}

func TestTheLearningCurveHasTheStraightLine(t *testing.T) {
	sample := system.Sample{Position: []float32{0, 0, 0}, Velocity: []float32{1, 0, 0}, TargetPosition: []float32{2, 3, 0}}
	straight := StraightError([]system.Sample{sample})
	require.InDelta(t, 3, straight, errorTolerance, "it reaches (2, 0, 0)")
	l := Learning{Title: "Learning curve", Unit: "m", Epochs: []run.Epoch{{Epoch: 1, Train: 1, Valid: 2}, {Epoch: 2, Train: 1, Valid: 1}}, Straight: straight}
	drawn := string(written(t, "l.svg", LearningCurve(l).Save))
	require.Contains(t, drawn, StraightLine)
	require.Contains(t, drawn, "mean squared error, (m)²")
	l.Straight = math.NaN()
	require.NotContains(t, string(written(t, "l.svg", LearningCurve(l).Save)), StraightLine)
	require.True(t, math.IsNaN(StraightError(nil)))
	sample.Potential = new(system.Potential)
	require.True(t, math.IsNaN(StraightError([]system.Sample{sample})), "a model of energies has another error")
}
