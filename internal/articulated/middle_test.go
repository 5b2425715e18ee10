package articulated

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMiddle: the mean of two loads has half of the sum of each of their parts, and the first one's rates below
// which joints rest.
func TestMiddle(t *testing.T) {
	of := func(x float64) *ChainLoad {
		return &ChainLoad{[]chainLoad{{points{x, 2 * x}, matrix{{x}}, [3]float64{x, 0, 3 * x}, x, 2 * x, 3 * x, 4 * x, 5 * x}}}
	}
	want := of(4)
	want.links[0].resting = 10
	require.Equal(t, want, of(2).Middle(of(6)))
	want = of(-4)
	want.links[0].resting = 10
	require.Equal(t, want, of(2).Less(of(6)))
}

// TestRatio: a ratio to 0 is 0.
func TestRatio(t *testing.T) {
	require.Zero(t, ratio(0, 0))
	require.Equal(t, 1.5, ratio(3, 2))
}
