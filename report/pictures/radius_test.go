package pictures

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/fixtures"
	"gmnc/system"
)

// TestFromRadii: groups are in the order of the radii, each with the errors of its own
// particles.
func TestFromRadii(t *testing.T) {
	samples := fixtures.Samples(system.Composition{4}, 10, 1)
	var position, radius []float32
	for i := range samples {
		for k := range samples[i].Particles() {
			off := float32(4*(9-i) + k + 1)
			x := samples[i].TargetPosition[3*k:]
			position, radius = append(position, x[0], x[1]+off, x[2]), append(radius, 2*off)
		}
	}
	s := fromRadii(samples, position, radius)
	require.Len(t, s.X, groupsOfRadius)
	require.IsIncreasing(t, s.X)
	for i := range s.X {
		require.InDelta(t, s.X[i], 2*s.Y[i], 1e-4)
	}
}
