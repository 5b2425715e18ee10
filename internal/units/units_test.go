package units_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/units"
)

func TestIn(t *testing.T) {
	for _, c := range []struct {
		from, to string
		ratio    float64 // 0 where there is none
	}{
		{"m", "cm", 100}, {"inch", "mm", 25.4}, {"feet", "m", 0.3048}, {"km", "mm", 1e6}, {"angstrom", "nm", 0.1},
		{"ms", "s", 1e-3}, {"min", "s", 60}, {"milliseconds", "seconds", 1e-3}, {"ps", "fs", 1000},
		{"km/h", "m/s", 1 / 3.6}, {"nm/ps", "m/s", 1000}, {"angstrom/fs", "nm/ps", 100}, {"m/s", "cm a frame", 0},
		{"cm a frame", "m a frame", 0.01}, {"cm per s", "m/s", 0.01}, {"m/s^2", "cm/s^2", 100}, {"m*s^-1", "m/s", 1},
		{"kg*m/s^2", "N", 1}, {"kJ", "J", 1000}, {"frames", "frame", 1}, {"frames", "s", 0}, {"m", "s", 0},
		{"time units", "natural units", 1}, {"ASF unit a frame", "ASF unit a frame", 1}, {"furlong", "m", 0},
		{"Å", "angstrom", 1}, {"µm", "um", 1}, {"micrometers", "um", 1},
	} {
		from, err := units.Parse(c.from)
		require.NoError(t, err)
		to, err := units.Parse(c.to)
		require.NoError(t, err)
		ratio, ok := from.In(to)
		require.Equal(t, c.ratio != 0, ok, "%s in %s", c.from, c.to)
		require.Equal(t, c.ratio, ratio, "%s in %s", c.from, c.to)
	}
	_, err := units.Parse("m/s^x")
	require.ErrorContains(t, err, `the power "x" is none: write a whole number, as in m/s^2`)
	_, err = units.Parse("m^1000000000")
	require.Error(t, err)
}

func TestCut(t *testing.T) {
	unit, over := units.CutFraction("ASF unit a frame")
	require.Equal(t, [2]string{"ASF unit", "frame"}, [2]string{unit, over})
	number, unit, ok := units.CutNumber(" 30 frames of 0.1 s")
	require.True(t, ok)
	require.Equal(t, 30.0, number)
	require.Equal(t, "frames of 0.1 s", unit)
	_, _, ok = units.CutNumber("a while")
	require.False(t, ok)
}

// TestFactors: numbers of a quantity change by the powers of its dimensions.
func TestFactors(t *testing.T) {
	toCentimeters := units.Factors{100, 1, 1000, 1} // from meters and kilograms
	require.Equal(t, 100.0, toCentimeters.Of(units.Exponents{1, -1}))
	require.Equal(t, 1e5, toCentimeters.Of(units.Exponents{1, -2, 1}), "a newton in dyne")
	require.Equal(t, 1.0, toCentimeters.Of(units.Exponents{}))
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"m/s", "km/h", "m^-2", "a/b/c*d", "30 frames of 0.1 s", "^", "/", " per "} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		unit, err := units.Parse(text)
		if err != nil {
			return
		}
		ratio, ok := unit.In(unit)
		require.True(t, ok)
		require.Equal(t, 1.0, ratio)
	})
}
