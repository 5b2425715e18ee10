package predict

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestCut: systems go together up to 100,000 edges, and one with more is by itself.
func TestCut(t *testing.T) {
	of := func(edges int) system.Sample {
		return system.Sample{Position: make([]float32, 3), Neighbors: make([]int64, edges)}
	}
	for _, c := range []struct {
		edges []int
		want  []int
	}{
		{[]int{50_000, 50_000}, []int{2}},
		{[]int{50_000, 50_001}, []int{1, 1}},
		{[]int{50_000, 50_000, 1}, []int{2, 1}},
		{[]int{200_000, 1}, []int{1, 1}},
	} {
		var samples []system.Sample
		for _, edges := range c.edges {
			samples = append(samples, of(edges))
		}
		var sizes []int
		together := func(*system.Sample, *system.Sample) bool { return true }
		for _, piece := range (&predictor{together: together, chunk: math.MaxInt}).cut(samples) {
			sizes = append(sizes, len(piece.samples))
		}
		require.Equal(t, c.want, sizes, "%v", c.edges)
	}
}
