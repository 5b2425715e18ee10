package run

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestAtRest: each particle has its distance from the anchor of its joint, and the first one of a body that of
// the body before, all over their mean.
func TestAtRest(t *testing.T) {
	s := system.Sample{Position: make([]float32, 12), Velocity: make([]float32, 12)}
	require.Nil(t, atRest(&s), "it has no joints")
	rest := []float32{0, 0, 0, 1, 0, 0, 0, 0, 3, 0, 4, 3}
	require.NoError(t, s.Join(rest, []system.Joint{
		{Parent: -1, Members: []int{0, 1}, Anchor: [3]float64{0, 0, 2}, Axis: [3]float64{0, 0, 1}},
		{Parent: 0, Members: []int{2, 3}, Anchor: [3]float64{0, 0, 3}, Axis: [3]float64{0, 1, 0}},
	}))
	const first = 2.2360679774997896 // of particle 1 from the first anchor
	distances := []float64{2, 2, first, 0, 0, 3, 4, 0}
	total := 0.0
	for _, d := range distances {
		total += d
	}
	for i, got := range atRest(&s) {
		require.InDelta(t, distances[i]*8/total, got, 1e-6, "%d", i)
	}
}
