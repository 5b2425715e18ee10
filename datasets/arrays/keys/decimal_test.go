package keys

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDecimal: a time in float32, and one that is the difference of two, has as few digits as it was meant in.
func TestDecimal(t *testing.T) {
	for dt, interval := range map[float64]string{float64(float32(0.01)): "0.03", 0.1: "0.3", 0.125: "0.375", 1.0 / 60: "0.05", 0.30000000000000004: "0.9"} {
		require.Equal(t, interval, fmt.Sprintf("%.15g", 3*decimal(dt)))
	}
}
