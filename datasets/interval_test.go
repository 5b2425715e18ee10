package datasets

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRatiosOfTimes: a unit converts by its name or, if that is not known, by the size that is given with it.
func TestRatiosOfTimes(t *testing.T) {
	for _, c := range []struct {
		from, to string
		want     float64
		failed   string
	}{
		{"ms", "s", 1e-3, ""},
		{"min", "s", 60, ""},
		{"frames of 0.03 s", "s", 0.03, ""},
		{"frames of 20 ms", "s", 0.02, ""},
		{"ms of 7 h", "s", 1e-3, ""},
		{"frames", "s", 0, "how many s are one of frames is not known"},
		{"frames of many", "s", 0, "how many s are one of frames is not known"},
		{"frames of 3 m", "s", 0, "how many s are one of m is not known"},
		{"m^x", "s", 0, `the unit "m^x"`},
		{"s", "m^x", 0, `the unit "m^x"`},
	} {
		got, err := ratioOfTimes(c.from, c.to)
		if c.failed != "" {
			require.ErrorContains(t, err, c.failed, "%s in %s", c.from, c.to)
			continue
		}
		require.NoError(t, err, "%s in %s", c.from, c.to)
		require.InEpsilon(t, c.want, got, 1e-12, "%s in %s", c.from, c.to)
	}
}

// TestRatiosOfLengths: two units that are not known count as the same, and one does not convert to a known one.
func TestRatiosOfLengths(t *testing.T) {
	for _, c := range []struct {
		from, to string
		want     float64
		failed   string
	}{
		{"cm", "m", 0.01, ""},
		{"m", "cm", 100, ""},
		{"parsnip", "turnip", 1, ""},
		{"parsnip", "parsnip", 1, ""},
		{"cm", "", 1, ""},
		{"m", "m^x", 1, ""},
		{"parsnip", "m", 0, "how many m are one of parsnip is not known"},
		{"m", "parsnip", 0, "how many parsnip are one of m is not known"},
		{"m^x", "m", 0, `the unit "m^x"`},
	} {
		got, err := ratioOfLengths(c.from, c.to)
		if c.failed != "" {
			require.ErrorContains(t, err, c.failed, "%s in %s", c.from, c.to)
			require.Zero(t, got)
			continue
		}
		require.NoError(t, err, "%s in %s", c.from, c.to)
		require.InEpsilon(t, c.want, got, 1e-12, "%s in %s", c.from, c.to)
	}
}
