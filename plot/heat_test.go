package plot

import (
	"image/color"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHeatMap: three cells have the colors of their values.
func TestHeatMap(t *testing.T) {
	h := Heat{Rows: []string{"left femur", "hand"}, Values: [][]float64{{1, 10}, {100, math.NaN()}}, X: []float64{0, 50, 100}, Unit: "cm"}
	axes := Axes{Title: "where", X: "samples", Y: "particle"}
	drawn := written(t, "h.png", HeatMap(axes, h).Save)
	for _, want := range []color.RGBA{{253, 240, 226, 255}, {226, 120, 40, 255}, {70, 18, 0, 255}} {
		require.Greater(t, pixels(t, drawn, want), 1000)
	}
	text := string(written(t, "h.svg", HeatMap(axes, h).Save))
	for _, want := range []string{">left femur<", ">100, cm<", ">1, cm<"} {
		require.Contains(t, text, want)
	}
	cells := &heatCells{low: 0, high: 4}
	require.Equal(t, 0.25, cells.share(1), "what begins at 0 has no logarithm")
	require.Equal(t, 1.0, cells.level(0.25))
	requireTextInside(t, HeatMap(axes, h))
	h.Values = [][]float64{{math.NaN(), math.NaN()}, {math.NaN(), math.Inf(1)}}
	require.ErrorContains(t, HeatMap(axes, h).err, "no particle is finite")
	h.Rows = h.Rows[:1]
	require.ErrorContains(t, HeatMap(axes, h).err, "have 1 names")
	// Lightness alone tells values apart.
	light := func(value float64) float64 { return lab((&heatCells{low: 0, high: 1}).color(value), sights["all"])[0] }
	for share := 0.1; share <= 1; share += 0.1 {
		require.Less(t, light(share), light(share-0.1)-2)
	}
}

// TestSharesOfColors: values above 0 have shares by their logarithm, others by their
// difference, and levels are the way back.
func TestSharesOfColors(t *testing.T) {
	for _, c := range []struct{ low, high, value, share float64 }{
		{1, 100, 1, 0}, {1, 100, 10, 0.5}, {2, 32, 4, 0.25}, {1, 100, 100, 1},
		{0, 100, 10, 0.1}, {-10, 10, 0, 0.5}, {-10, -5, -6, 0.8},
	} {
		h := heatCells{low: c.low, high: c.high}
		require.InDelta(t, c.share, h.share(c.value), 1e-12, "%+v", c)
		require.InDelta(t, c.value, h.level(c.share), 1e-12, "%+v", c)
	}
	same := heatCells{low: 3, high: 3}
	require.Equal(t, 1., same.share(3))
}
