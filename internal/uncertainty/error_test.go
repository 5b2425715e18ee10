package uncertainty

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestText: a value stands alone, with a standard error or with a bound, each in its unit.
func TestText(t *testing.T) {
	require.Equal(t, "1.5", Error{}.Text("1.5", ""))
	require.Equal(t, "1.5 kg", Error{}.Text("1.5", "kg"))
	require.Equal(t, "1.5 +- 0.0021 kg", Error{StandardError: 0.00211}.Text("1.5", "kg"))
	require.Equal(t, "1.5 kg, off by at most 0.0021 kg", Error{Most: 0.00211}.Text("1.5", "kg"))
	require.Equal(t, "1.5, off by at most 0.2", Error{0.1, 0.2}.Text("1.5", ""))
}

// TestTimes: errors have no sign.
func TestTimes(t *testing.T) {
	require.Equal(t, Error{2, 4}, Error{1, 2}.Times(-2))
}
