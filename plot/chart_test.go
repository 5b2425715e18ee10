package plot

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCharts: what programs draw themselves has the values, colors and axes of the picture.
func TestCharts(t *testing.T) {
	curves := Curves(Axes{Title: "All\nof it", X: "step", Y: "error", LogY: true, Marks: []Mark{{X: 2, Name: "the end"}}}, []Series{
		{Name: "model", Role: Prediction, X: []float64{1, 2, 3}, Y: []float64{0.25, math.NaN(), 1.0 / 3}, Low: []float64{0.1, 0.1, 0.1}, High: []float64{1, 1, 1}},
		{Name: "GMN", X: []float64{1}, Y: []float64{2}, Points: true},
		{Name: "many", X: []float64{1}, Y: []float64{2}, Thin: true},
	})
	title, charts := curves.Charts()
	require.Equal(t, "All\nof it", title)
	require.Len(t, charts, 1)
	written, err := json.Marshal(charts[0])
	require.NoError(t, err)
	require.JSONEq(t, `{"title": "All\nof it", "x": "step", "y": "error", "logY": true, "marks": [{"x": 2, "name": "the end"}], "series": [
		{"name": "model", "shape": "line", "color": "#d55e00", "x": [1, 2, 3], "y": [0.25, null, 0.333333], "low": [0.1, 0.1, 0.1], "high": [1, 1, 1]},
		{"name": "GMN", "shape": "points", "color": "#0072b2", "x": [1], "y": [2]},
		{"name": "many", "shape": "thin", "color": "#8c8c8c", "x": [1], "y": [2]}]}`, string(written))

	bars := Bars(Axes{Title: "Bars", X: "part", Y: "error"}, []string{"a", "b", "c"}, []Bar{
		{Name: "one", Kind: "c", Value: 1, Straight: 2}, {Name: "two", Kind: "b", Value: 3, Straight: math.NaN()},
	})
	_, charts = bars.Charts()
	written, err = json.Marshal(charts[0])
	require.NoError(t, err)
	require.JSONEq(t, `{"title": "Bars", "x": "part", "y": "error", "names": ["one", "two"], "series": [
		{"name": "b", "shape": "bars", "color": "#0072b2", "x": [1], "y": [3]},
		{"name": "c", "shape": "hollow", "color": "#0072b2", "x": [0], "y": [1]},
		{"name": "constant velocity x + vT", "shape": "points", "color": "#993399", "x": [0], "y": [2]}]}`, string(written))

	title, charts = Grid("Two", 1, curves, bars).Charts()
	require.Equal(t, "Two", title)
	require.Len(t, charts, 2)
	_, charts = HeatMap(Axes{X: "samples", Y: "particle"}, Heat{Rows: []string{"hip", "toe"}, X: []float64{0, 1, 3}, Values: [][]float64{{1, 10}, {100, math.NaN()}}, Unit: "cm"}).Charts()
	written, err = json.Marshal(charts[0].Heat)
	require.NoError(t, err)
	require.JSONEq(t, `{"rows": ["hip", "toe"], "edges": [0, 1, 3], "values": [[1, 10], [100, null]], "unit": "cm", "low": 1, "high": 100, "log": true,
		"colors": ["#fdf0e2", "#e27828", "#461200"]}`, string(written))
}
