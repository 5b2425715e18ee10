package plot

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot/vg"
)

// TestMultiplesInRows: at most three parts are in a row, and four are two by two; the whole has the labels of
// the axes, and each row its height.
func TestMultiplesInRows(t *testing.T) {
	axes := Axes{Title: "All", X: "epoch", Y: "error"}
	var names []string
	var series [][]Series
	heights := map[int]vg.Length{}
	for _, columns := range []int{1, 2, 3, 2, 3, 3} {
		names = append(names, fmt.Sprint("part ", len(names)))
		n := float64(len(names))
		series = append(series, []Series{{Name: fmt.Sprint("line ", len(names)%2), X: []float64{n, 2 * n}, Y: []float64{10 * n, 20 * n}}})
		all := Multiples(axes, names, series)
		require.Equal(t, columns, all.columns, len(names))
		require.Equal(t, multiplesWidth, all.wide)
		require.Equal(t, [2]string{"epoch", "error"}, [2]string{all.xLabel, all.yLabel})
		rows := (len(names) + columns - 1) / columns
		if before := heights[rows-1]; before > 0 {
			require.InDelta(t, float64(multipleHeight), float64(all.height-before), 1e-9)
		}
		heights[rows] = all.height
		for _, part := range all.parts {
			require.Equal(t, all.parts[0].plot.X.Max, part.plot.X.Max, "one range for all")
			require.Equal(t, all.parts[0].plot.Y.Min, part.plot.Y.Min)
			require.GreaterOrEqual(t, part.plot.X.Max, 2*n)
			require.LessOrEqual(t, part.plot.X.Min, 1.)
			require.Empty(t, part.plot.X.Label.Text)
			require.Empty(t, part.legend.entries)
		}
		require.Len(t, all.legend.entries, min(2, len(names)), "each name once")
	}
	require.Len(t, heights, 2)
	_, err := Multiples(axes, names, series[:2]).SVG()
	require.ErrorContains(t, err, "6 names of 2 parts")
}
