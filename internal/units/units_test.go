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
	require.ErrorContains(t, err, `the power "1000000000" is none: write a whole number, as in m/s^2`)
}

// TestDimensions: units are of the quantities that they measure, and of no others.
func TestDimensions(t *testing.T) {
	for text, want := range map[string]units.Exponents{
		"m": {1, 0, 0, 0}, "s": {0, 1, 0, 0}, "kg": {0, 0, 1, 0}, "C": {0, 0, 0, 1},
		"N": {1, -2, 1, 0}, "J": {2, -2, 1, 0}, "eV": {2, -2, 1, 0},
		"natural unit": {}, "1": {}, "": {}, "m^2": {2, 0, 0, 0}, "m*s": {1, 1, 0, 0}, "m/s/kg": {1, -1, -1, 0}, "s^-2": {0, -2, 0, 0},
	} {
		unit, err := units.Parse(text)
		require.NoError(t, err)
		require.Equal(t, want, unit.Exponents(), text)
		require.True(t, unit.Known(), text)
	}
}

// TestSizes: the units of the table have the sizes of the SI Brochure and of CODATA 2018.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		from, to string
		ratio    float64
	}{
		{"micron", "um", 1}, {"bohr", "m", 5.29177210903e-11}, {"hour", "s", 3600}, {"day", "h", 24}, {"Da", "kg", 1.66053906660e-27},
		{"e", "C", 1.602176634e-19}, {"eV", "J", 1.602176634e-19}, {"Mm", "m", 1e6}, {"megameter", "km", 1000}, {"dm", "cm", 10},
		{"decimeter", "dm", 1}, {"nanoseconds", "ns", 1}, {"picogram", "pg", 1}, {"femtosecond", "fs", 1}, {"μs", "ns", 1000},
		{"mg", "kg", 1e-6}, {"m^12", "cm^12", 1e24},
	} {
		ratio, known := units.Ratio(c.from, c.to)
		require.True(t, known, c.from)
		require.Equal(t, c.ratio, ratio, "%s in %s", c.from, c.to)
	}
}

// TestOthers: a name that the table lacks is a unit of its own, in the singular or in the
// plural; names of one and two letters have no plural, and only symbols take symbols.
func TestOthers(t *testing.T) {
	for text, want := range map[string][]string{
		"frames": {"frame"}, "furlong*mile": {"furlong", "mile"}, "ASF unit/ASF unit": nil, "cms": {"cm"}, "kmeter": {"kmeter"}, "kiloangstrom": {"kiloangstrom"},
		"kilom": {"kilom"},
	} {
		unit, err := units.Parse(text)
		require.NoError(t, err)
		require.Equal(t, want, unit.Others(), text)
		require.Equal(t, want == nil, unit.Known(), text)
	}
	for power, ok := range map[string]bool{"12": true, "-12": true, "13": false, "-13": false} {
		_, err := units.Parse("m^" + power)
		require.Equal(t, ok, err == nil, power)
	}
}

func TestRatio(t *testing.T) {
	for _, c := range []struct {
		from, to string
		ratio    float64 // 0 where it is not known
	}{
		{"", "m", 1}, {"m", "", 1}, {"m^x", "m^x", 1}, {"m", "m^x", 0}, {"m^x", "m", 0}, {"m", "s", 0}, {"m", "mm", 1000},
	} {
		ratio, known := units.Ratio(c.from, c.to)
		require.Equal(t, c.ratio, ratio, "%s in %s", c.from, c.to)
		require.Equal(t, c.ratio != 0, known, "%s in %s", c.from, c.to)
	}
	for _, c := range []struct {
		text, like string
		may        bool
	}{
		{"m", "cm", true}, {"m", "s", false}, {"furlong", "s", true}, {"1", "s", true}, {"m^x", "s", true},
	} {
		require.Equal(t, c.may, units.MayMeasure(c.text, c.like), c.text)
	}
}

func TestShort(t *testing.T) {
	for text, want := range map[string]string{"m": "m", "ASF unit (0.45 inch)": "ASF unit", "": "", "m(2)": "m(2)"} {
		require.Equal(t, want, units.Short(text))
	}
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
	require.Equal(t, 2.0, units.Factors{1, 1, 1, 2}.Of(units.Exponents{0, 0, 0, 1}))
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

// TestBehind: a unit follows a number after a space, without what explains it.
func TestBehind(t *testing.T) {
	for unit, want := range map[string]string{"": "", "m": " m", "m (of the paper)": " m", "natural units (of the paper)": "", "natural units": ""} {
		require.Equal(t, want, units.Behind(unit))
	}
}

// TestTimeOf: velocities name a time where they are lengths of one unit by it.
func TestTimeOf(t *testing.T) {
	for text, want := range map[string]string{"m/s": "s", "m per s": "s", "m a frame": "", "m": "", "cm/s": "", "": ""} {
		require.Equal(t, want, units.TimeOf(text, "m"), text)
	}
}

// TestLacks: units that the table lacks are named, frames are counted, and what is no unit is none.
func TestLacks(t *testing.T) {
	for text, want := range map[string]bool{"m": false, "m/s": false, "frame": false, "m/frame": false, "cubit": true, "m/cubit": true, "": false, "m//s": false} {
		require.Equal(t, want, units.Lacks(text), text)
	}
}

// TestPrefixes: only units of the SI take decimal prefixes, symbols before symbols and short names, and words
// before words.
func TestPrefixes(t *testing.T) {
	for _, name := range []string{
		"kangstrom", "kmicron", "kbohr", "kinch", "kfoot", "kmin", "kh", "kday", "kDa", "ke", "kilosec", "knatural unit", "kiloAngstrom", "kilominute", "kilohour", "kilofeet",
	} {
		require.True(t, units.Lacks(name), name)
	}
	for name, of := range map[string]string{"km": "m", "kilometer": "m", "ks": "s", "ksec": "s", "kilosecond": "s", "kg": "g", "kilogram": "g", "kC": "C", "kilocoulomb": "C", "kN": "N", "kilonewton": "N", "kJ": "J", "kilojoule": "J"} {
		ratio, known := units.Ratio(name, of)
		require.True(t, known, name)
		require.Equal(t, 1000., ratio, name)
	}
	for _, pair := range [][2]string{{"natural unit", "m^x"}, {"m^x", "natural unit"}, {"m^x", "s^x"}} {
		_, known := units.Ratio(pair[0], pair[1])
		require.False(t, known, pair)
	}
}

// TestNamesOfUnits: names of three letters and more have a plural, words have prefixes that are words, and factors are parted
// by an asterisk or a dot.
func TestNamesOfUnits(t *testing.T) {
	for _, c := range []struct {
		from, to string
		ratio    float64 // 0 where there is none
	}{
		{"N·m", "N*m", 1}, {"1", "natural unit", 1}, {"days", "day", 1}, {"mins", "min", 1}, {"secs", "s", 1}, {"fts", "ft", 0},
		{"kilometers", "km", 1}, {"kmeter", "km", 0}, {"kilom", "km", 0}, {"msec", "ms", 1}, {"kilosec", "ks", 0}, {"kilograms", "kg", 1}, {"kangstrom", "angstrom", 0},
		{"1/s", "1/ms", 1e-3}, {"m a frame", "m a step", 0}, {"m^12", "cm^12", 1e24},
	} {
		ratio, ok := units.Ratio(c.from, c.to)
		require.Equal(t, c.ratio != 0, ok, "%s in %s", c.from, c.to)
		require.Equal(t, c.ratio, ratio, "%s in %s", c.from, c.to)
	}
	for _, text := range []string{"m^13", "m^-13"} {
		_, err := units.Parse(text)
		require.ErrorContains(t, err, "is none: write a whole number")
	}
}

// TestWhatMayBeMeasured: a unit that is known is of one quantity, and a name that is not known may be of any.
func TestWhatMayBeMeasured(t *testing.T) {
	for text, may := range map[string]bool{"cm": true, "s": false, "m/s": false, "frames": true, "natural units": true, "m^x": true, "furlong": true} {
		require.Equal(t, may, units.MayMeasure(text, "m"), text)
	}
	for text, lacks := range map[string]bool{"m": false, "furlong": true, "m a frame": false, "furlong a frame": true, "m^x": false} {
		require.Equal(t, lacks, units.Lacks(text), text)
	}
}
