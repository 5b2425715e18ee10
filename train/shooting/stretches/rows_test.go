package stretches

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestApart: differences of angles are between -pi and pi, and those of displacements stay.
func TestApart(t *testing.T) {
	for difference, want := range map[float64]float64{3: 3, -3: -3, math.Pi: math.Pi, 4: 4 - 2*math.Pi, -4: 2*math.Pi - 4, 7: 7 - 2*math.Pi} {
		require.InDelta(t, want, apart(difference, true), 1e-15)
		require.Equal(t, difference, apart(difference, false))
	}
	require.True(t, math.IsNaN(apart(math.NaN(), true)))
}
