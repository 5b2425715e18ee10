package checks

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBalancesOfWork: changes and work correlate by the sums of their squares and products, and those that explain most have a factor.
func TestBalancesOfWork(t *testing.T) {
	var b balance
	require.Zero(t, b.correlation())
	b.take(2, 1)
	b.take(-6, -3)
	require.Equal(t, balance{gains: 40, works: 10, both: 20}, b)
	require.InDelta(t, 1, b.correlation(), 1e-12)
	require.Equal(t, 2., b.measured("springs").size)
	require.Equal(t, []any{"the energy of training samples changes by 2 times the work of springs"}, b.measured("springs").args)
	require.Zero(t, (&balance{gains: 1}).correlation())
	require.Zero(t, (&balance{works: 1}).correlation())
	require.InDelta(t, -0.5, (&balance{gains: 4, works: 1, both: -1}).correlation(), 1e-12)
	require.InDelta(t, 0.25, (&balance{gains: 4, works: 1, both: -1}).explains(), 1e-12)
	most := math.Sqrt(explained)
	require.Zero(t, (&balance{gains: 1, works: 1, both: 0.999 * most}).measured("").size)
	require.InDelta(t, 1/(1.001*most), (&balance{gains: 1, works: 1, both: 1.001 * most}).measured("").size, 1e-9)
}
