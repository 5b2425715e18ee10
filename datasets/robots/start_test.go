package robots

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/sim/mechanism"
)

// TestWithin: limits clamp a position on either side. A stop without limits does not.
func TestWithin(t *testing.T) {
	for _, c := range []struct{ lower, upper, position, want float64 }{
		{-1, 0.5, 0.4, 0.4}, {-1, 0.5, 0.6, 0.5}, {-1, 0.5, -1.1, -1}, {0, 0, 0.6, 0.6}, {1, -1, 2, 2},
	} {
		require.Equal(t, c.want, within(mechanism.Stop{Lower: c.lower, Upper: c.upper}, c.position))
	}
}
