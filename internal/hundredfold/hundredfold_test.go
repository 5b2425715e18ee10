package hundredfold_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/hundredfold"
)

// TestText: errors of data in small units keep their digits.
func TestText(t *testing.T) {
	for value, want := range map[float64]string{0: "0", 0.0248: "2.48000", 1e-5: "0.00100", 2.1079e-8: "2.11e-06", 317: "31700.00000"} {
		require.Equal(t, want, hundredfold.Text(value))
	}
}
