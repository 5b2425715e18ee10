package plot

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTicksOfParts: parts of a picture whose curves end at different epochs have the same ticks,
// which are whole numbers.
func TestTicksOfParts(t *testing.T) {
	axes := Axes{Title: "Training", X: "epoch", Y: "loss", WholeX: true}
	until := func(last float64) []Series {
		return []Series{{Name: "loss", X: []float64{0, last}, Y: []float64{2, 1}}}
	}
	all := Multiples(axes, []string{"long", "short"}, [][]Series{until(600), until(300)})
	var labels [][]string
	for _, part := range all.parts {
		x := part.plot.X
		var texts []string
		for _, tick := range x.Tick.Marker.Ticks(x.Min, x.Max) {
			texts = append(texts, tick.Label)
		}
		labels = append(labels, texts)
	}
	require.Equal(t, []string{"0", "100", "200", "300", "400", "500", "600"}, labels[0])
	require.Equal(t, labels[0], labels[1])
	for _, tick := range wholeTicks(0, 3) {
		require.Equal(t, float64(int(tick.Value)), tick.Value)
	}
	require.Len(t, wholeTicks(0, 3), 4)
}
