package plot

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
)

// TestShapesOfCurves counts what a picture has of each series, with its entry in the legend.
func TestShapesOfCurves(t *testing.T) {
	const dot, marker, line, thin = "A1.56,1.56", "A2.6,2.6", "stroke:#0072B2", "stroke:#8C8C8C;stroke-width:0.7"
	nan := math.NaN()
	long := make([]float64, 20)
	for i := range long {
		long[i] = float64(i)
	}
	two, both := []float64{1, 2}, Series{Name: "t", X: []float64{1, 2}, Y: []float64{1, 3}, Thin: true}
	for _, c := range []struct {
		name                       string
		series                     []Series
		dots, markers, lines, thin int
	}{
		{"points", []Series{{Name: "s", X: two, Y: two, Points: true}}, 3, 0, 0, 0},
		{"points around a gap", []Series{{Name: "s", X: []float64{1, 2, 3}, Y: []float64{1, nan, 3}, Points: true}}, 3, 0, 0, 0},
		{"no points next to a thin line", []Series{both, {Name: "s", X: two, Y: []float64{nan, nan}, Points: true}}, 1, 0, 0, 2},
		{"thin lines of one name", []Series{both, both}, 0, 0, 0, 3},
		{"a line", []Series{{Name: "s", X: two, Y: two}}, 0, 3, 2, 0},
		{"runs", []Series{{Name: "s", X: []float64{1, 2, 3, 4, 5}, Y: []float64{1, 2, nan, 4, 5}}}, 0, 5, 3, 0},
		{"19 points", []Series{{Name: "s", X: long[:19], Y: long[:19]}}, 0, 20, 2, 0},
		{"20 points", []Series{{Name: "s", X: long, Y: long}}, 0, 11, 2, 0},
	} {
		picture := string(written(t, "a.svg", Curves(Axes{X: "x", Y: "y"}, c.series).Save))
		count := func(what string) int { return strings.Count(picture, what) }
		// A circle is two arcs.
		require.Equal(t, []int{c.dots, c.markers, c.lines, c.thin}, []int{count(dot) / 2, count(marker) / 2, count(line), count(thin)}, c.name)
	}
}

// TestAxesOfCurves: the least value of each axis, at which the drawing begins.
func TestAxesOfCurves(t *testing.T) {
	series := []Series{{Name: "s", X: []float64{1, 2}, Y: []float64{100, 200}}}
	for _, c := range []struct {
		axes Axes
		x, y float64
	}{
		{Axes{}, 0.98, 98},
		{Axes{ZeroY: true}, 0.98, 0},
		{Axes{LogX: true}, 1 / 1.15, 98},
		{Axes{LogY: true}, 0.98, 100 / 1.15},
	} {
		curves := Curves(c.axes, series)
		allclose.Within(t, []float64{c.x, c.y}, []float64{curves.plot.X.Min, curves.plot.Y.Min}, 1e-12, "%+v", c.axes)
	}
	percent := Curves(Axes{}, series).ZeroToHundred()
	require.Equal(t, []float64{0, 100}, []float64{percent.plot.Y.Min, percent.plot.Y.Max})
	require.True(t, percent.chart.Percent)
	require.ErrorContains(t, Curves(Axes{}, nil).ZeroToHundred().Save("a.svg"), "cannot draw a.svg: no series has a finite")

	require.True(t, TimePerEdge("", series).chart.LogX)
	require.False(t, TimePerEdge("", series).chart.LogY)
	require.Zero(t, TimePerEdge("", series).plot.Y.Min)
	require.True(t, MemoryPerEdge("", series).chart.LogX)
	require.True(t, MemoryPerEdge("", series).chart.LogY)
}

// TestWithStraight: the line has the epochs of all series, and is left out where there is none to draw.
func TestWithStraight(t *testing.T) {
	errors := []Series{{X: []float64{2, 3}, Y: []float64{5, 4}}, {X: []float64{1, 2}, Y: []float64{5, 4}}}
	with := WithStraight(errors, 7)
	require.Len(t, with, 3)
	require.Equal(t, Series{Name: StraightLine, Role: Straight, X: []float64{1, 3}, Y: []float64{7, 7}}, with[2])
	require.Len(t, WithStraight(errors, math.Inf(1)), 2)
	require.Len(t, WithStraight([]Series{{}}, 7), 1)
}

// TestTurnsOfColors: a series without a role has the next color, and one with a role takes none.
func TestTurnsOfColors(t *testing.T) {
	two := []float64{1, 2}
	series := []Series{{Name: "a", Role: Prediction, X: two, Y: two}, {Name: "b", X: two, Y: two}, {Name: "c", X: two, Y: two}}
	picture := string(written(t, "a.svg", Curves(Axes{X: "x", Y: "y"}, series).Save))
	for _, color := range []string{hexOf(Prediction.Color()), hexOf(blue), hexOf(green)} {
		require.Contains(t, picture, "stroke:"+strings.ToUpper(color))
	}
}
