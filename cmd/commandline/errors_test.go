package commandline

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A unit of several words is said once in a line, and what explains it in no
// line.
func TestErrorsSayUnitsBriefly(t *testing.T) {
	for unit, want := range map[string]string{
		"":              "root mean squared error 0.25; the straight line x + vT: 0.5",
		"m":             "root mean squared error 0.25 m; the straight line x + vT: 0.5 m",
		"natural units": "root mean squared error 0.25; the straight line x + vT: 0.5; in natural units",
		"ASF unit of length 0.45 (CMU: 0.45 is 1/0.45 inch, 5.644 cm)": "root mean squared error 0.25; the straight line x + vT: 0.5; in ASF unit of length 0.45",
	} {
		require.Equal(t, want, errorsReport{RMSE: 0.25, Line: 0.5, Unit: unit}.line())
	}
}
