package verify

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestLengthsOfDrawnBars: a bar is as long as those of the training data, at least a quarter of the longest,
// and from 0.5 to 1.5 if no data has bars.
func TestLengthsOfDrawnBars(t *testing.T) {
	extremes := func(ranges *system.Ranges) (least, most float64) {
		d := drawing{ranges: ranges, source: rand.New(rand.NewPCG(1, 2))}
		least = math.Inf(1)
		for range 400 {
			length := d.barLength()
			least, most = min(least, length), max(most, length)
		}
		return least, most
	}
	least, most := extremes(&system.Ranges{Bar: &system.Range{Least: 0, Most: 8}})
	require.Equal(t, 2.0, least)
	require.InDelta(t, 8, most, 0.2)
	least, most = extremes(&system.Ranges{Bar: &system.Range{Least: 4, Most: 8}})
	require.InDelta(t, 4, least, 0.1)
	require.InDelta(t, 8, most, 0.1)
	for _, unknown := range []*system.Ranges{nil, {}, {Bar: &system.Range{}}} {
		least, most = extremes(unknown)
		require.InDelta(t, 0.5, least, 0.02)
		require.InDelta(t, 1.5, most, 0.02)
	}
}
