package conformal

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPowers: errors that follow how far particles move have a power of it, and errors that
// follow the sum of radii have none.
func TestPowers(t *testing.T) {
	var sums []float32
	var motion, moving, adding []float64
	for i := range 100 {
		sum, way := 1+float64(i%10), 0.1+float64(i/10)
		sums, motion = append(sums, float32(sum)), append(motion, way)
		moving, adding = append(moving, 0.3*math.Sqrt(sum)*way*way), append(adding, 2*sum)
	}
	powers := powersOf(sums, motion, moving)
	require.InDelta(t, 0.5, powers.Sum, 1e-3)
	require.InDelta(t, 2, powers.Motion, 1e-3)
	require.InDelta(t, moving[57]/0.3, powers.Of(float64(sums[57]), motion[57]), 0.01*moving[57]/0.3)
	require.Nil(t, powersOf(sums, motion, adding))
	require.Equal(t, 3., powersOf(sums, motion, adding).Of(3, 7))
	require.Nil(t, powersOf(sums[:5], motion[:5], moving[:5]), "of too few")
}
