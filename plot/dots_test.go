package plot

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gmnc/internal/test/allclose"
)

// TestMarksOfMeasurements: each place has the median of its seeds, the seeds if there are several, and what was expected if that
// is known, all at the offset of their kind.
func TestMarksOfMeasurements(t *testing.T) {
	nan := math.NaN()
	row := &dotRow{}
	hidden := row.add(Measurements{Measured: [][]float64{{1, 3, nan}, {5}, nil, {nan}}, Expected: []Estimate{{2, 0.5}, {nan, nan}, {7, nan}, {8, nan}}}, draw.GlyphStyle{}, 0.25)
	require.Equal(t, 2, hidden)
	places := func(marks []dotMark) (all [][2]float64) {
		for _, m := range marks {
			all = append(all, [2]float64{m.x, m.at.Value})
		}
		return all
	}
	require.Equal(t, [][2]float64{{0.25, 1}, {0.25, 3}}, places(row.dots))
	require.Equal(t, [][2]float64{{0.25, 2}, {1.25, 5}}, places(row.marks))
	require.Equal(t, [][2]float64{{0.25, 2}}, places(row.dashes))
	require.Equal(t, Estimate{2, 0.5}, row.dashes[0].at)
	allclose.Within(t, []float64{-0.19, 0.19, 0}, []float64{row.offset(0, 2), row.offset(1, 2), row.offset(0, 1)}, 1e-12)
}

// measuredAt are measurements of one kind at places.
func measuredAt(places int) (names []string, all []Measurements) {
	m := Measurements{Name: "kind"}
	for k := range places {
		names = append(names, fmt.Sprint(k))
		m.Measured, m.Expected = append(m.Measured, []float64{float64(k + 1)}), append(m.Expected, Estimate{math.NaN(), math.NaN()})
	}
	return names, []Measurements{m}
}

// TestSizesOfDotPlots: up to twelve places are side by side, and more of them below each other, half a centimeter apart.
func TestSizesOfDotPlots(t *testing.T) {
	of := func(places int) []vg.Length {
		names, all := measuredAt(places)
		d := DotPlot(Axes{X: "x", Y: "y"}, names, "paper", all)
		require.Equal(t, []string{"kind"}, namesOf(t, d))
		return []vg.Length{d.height, d.wide}
	}
	cm := vg.Centimeter
	require.Equal(t, []vg.Length{12 * cm, 0}, of(12))
	require.Equal(t, []vg.Length{4*cm + 13*0.5*cm, 22 * cm}, of(13))
	names, all := measuredAt(2)
	require.ErrorContains(t, DotPlot(Axes{}, names[:1], "", all).err, `"kind" has 2 measured and 2 expected numbers at 1 places`)
	all[0].Measured = [][]float64{nil, {math.NaN()}}
	require.ErrorContains(t, DotPlot(Axes{Y: "error"}, names, "", all).err, "no error is finite")
	all[0].Measured, all[0].Expected = [][]float64{{1, 2}, {math.NaN()}}, []Estimate{{1, 0}, {1, 0}}
	require.Equal(t, []string{"kind (1 not finite)", "a seed; larger marks are medians", "paper"}, namesOf(t, DotPlot(Axes{}, names, "paper", all)))
}

// TestSizesOfFacets: four panels in a row at most, each below the name of its place and without ticks along X.
func TestSizesOfFacets(t *testing.T) {
	for places, columns := range map[int]int{1: 1, 4: 4, 5: 4, 9: 4} {
		names, all := measuredAt(places)
		d := Facets(Axes{Title: "T", Y: "y", LogY: true}, names, "paper", all)
		require.NoError(t, d.err)
		require.Equal(t, columns, d.columns)
		rows := vg.Length((places + columns - 1) / columns)
		require.InDelta(t, float64(titleHeight("One\nTwo", 22*vg.Centimeter, false)+2*margin+rows*4.6*vg.Centimeter), float64(d.height), 1e-9)
		require.Equal(t, []any{22 * vg.Centimeter, "y", "T"}, []any{d.wide, d.yLabel, d.title})
		for k, part := range d.parts {
			require.Equal(t, names[k], part.title)
			require.Empty(t, part.plot.X.Tick.Marker.Ticks(0, 1))
		}
	}
	require.ErrorContains(t, Facets(Axes{}, []string{"a"}, "", []Measurements{{Measured: [][]float64{nil}, Expected: []Estimate{{}}}}).err, "is finite")
}

// TestStylesOfDots: the paper's model has larger marks; after all styles of series their shapes and colors are combined anew.
func TestStylesOfDots(t *testing.T) {
	require.Equal(t, vg.Points(3), dotStyle("GMN", 0).Radius)
	require.Equal(t, modelStyles["GMN"].marker.Shape, dotStyle("GMN", 5).Shape)
	count := len(seriesStyles)
	for number, shape := range map[int]int{0: 0, count - 1: count - 1, count: 1, 2*count - 1: 0, 2 * count: 2} {
		style := dotStyle("other", number)
		require.Equal(t, vg.Points(2), style.Radius)
		require.Equal(t, seriesStyles[number%count].marker.Color, style.Color)
		require.Equal(t, seriesStyles[shape].marker.Shape, style.Shape, "%d", number)
	}
	require.Equal(t, draw.GlyphStyle{Color: blue, Radius: vg.Points(1.1), Shape: draw.CircleGlyph{}}, dotOf(dotMark{style: draw.GlyphStyle{Color: blue, Radius: 9}}))
}

// TestTicksOfNames: every step-th name, shortened, with blanks behind it if it is at an angle.
func TestTicksOfNames(t *testing.T) {
	ticks := ticksOf([]string{"a", "b", "c", "long name", "e"}, 3, 5, true)
	require.Len(t, ticks, 2)
	require.Equal(t, []any{0., "a   ", 3., "lo…me   "}, []any{ticks[0].Value, ticks[0].Label, ticks[1].Value, ticks[1].Label})
	require.Equal(t, "a", ticksOf([]string{"a"}, 1, 5, false)[0].Label)
	for text, want := range map[string]string{"abcde": "abcde", "abcdef": "ab…ef", "abcdefg": "ab…fg"} {
		require.Equal(t, want, shortened(text, 5))
	}
	require.Equal(t, "abc…fg", shortened("abcdefg", 6))
}
