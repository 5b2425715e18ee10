package arrays

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
)

// TestWrongUnits are errors that name the key or the option.
func TestWrongUnits(t *testing.T) {
	for want, given := range map[string]struct {
		options Options
		texts   []npz.Array
	}{
		`length_unit "kg" is no unit of length: expected one such as m`:       {Options{Interval: 1, LengthUnit: "kg"}, nil},
		`: length_unit: "s" is no unit of length: expected one such as m`:     {Options{Interval: 1}, []npz.Array{{Key: "length_unit", Text: "s"}}},
		`: velocity_unit: "kg" is no unit of time: expected one such as s`:    {Options{Interval: 1}, []npz.Array{{Key: "velocity_unit", Text: "m/kg"}}},
		`time_unit "m" is no unit of time: expected one such as s`:            {Options{Interval: 1, TimeUnit: "m"}, nil},
		"has the unit \"m\", and length_unit is \"cm\": leave the option out": {Options{Interval: 1, LengthUnit: "cm"}, []npz.Array{{Key: "length_unit", Text: "m"}}},
	} {
		_, _, err := prepared(t, given.options, append(pendulum(10, 4), given.texts...)...)
		require.ErrorContains(t, err, want)
	}
}

// TestUnitsThatAreTexts: units are texts, and velocities have none of their own without that of lengths.
func TestUnitsThatAreTexts(t *testing.T) {
	for _, key := range []string{"length_unit", "velocity_unit", "time_unit", "source", "up"} {
		_, _, err := prepared(t, usual, append(pendulum(10, 4), list(key, 1, 2))...)
		require.ErrorContains(t, err, "in.npz: "+key+" is an array [2] of <f4, expected a text")
	}
	data, _, err := prepared(t, Options{Interval: 1, TimeUnit: "s"}, pendulum(10, 4)...)
	require.NoError(t, err)
	require.Empty(t, data.About.VelocityUnit)
	require.Equal(t, "0.1 s", data.About.Interval)
}

// TestTimeUnitOfTheFile: the key time_unit counts as the option, and contradicts another.
func TestTimeUnitOfTheFile(t *testing.T) {
	of := func(unit, option string) (string, error) {
		data, _, err := prepared(t, Options{Interval: 1, LengthUnit: "m", TimeUnit: option}, append(pendulum(10, 4), npz.Array{Key: "time_unit", Text: unit})...)
		if err != nil {
			return "", err
		}
		return data.About.VelocityUnit, nil
	}
	for _, option := range []string{"", "ms"} {
		unit, err := of("ms", option)
		require.NoError(t, err)
		require.Equal(t, "m/ms", unit)
	}
	_, err := of("ms", "s")
	require.ErrorContains(t, err, `has the time_unit "ms", and time_unit is "s": leave the option out`)
	_, err = of("kg", "")
	require.ErrorContains(t, err, `time_unit: "kg" is no unit of time`)
}

// TestUnknownUnit: a unit that the table lacks is noted, and a frame is none.
func TestUnknownUnit(t *testing.T) {
	for _, c := range []struct {
		length, time string
		noted        bool
	}{{"m", "s", false}, {"m", "frame", false}, {"parsnip", "s", true}, {"m", "fortnight", true}} {
		_, notes, err := prepared(t, Options{Interval: 1, LengthUnit: c.length, TimeUnit: c.time}, pendulum(10, 4)...)
		require.NoError(t, err)
		noted := slices.ContainsFunc(notes, func(note string) bool { return strings.Contains(note, "unknown unit \"") })
		require.Equal(t, c.noted, noted, "%v %v", c, notes)
	}
}

// TestInterval: a time in float32, and one that is the difference of two, is told in as few
// digits as it was meant in.
func TestInterval(t *testing.T) {
	data, _, err := prepared(t, Options{Interval: 2, Dt: float64(float32(0.1))}, slices.DeleteFunc(pendulum(10, 4), func(a npz.Array) bool { return a.Key == "dt" })...)
	require.NoError(t, err)
	require.Equal(t, "0.2", data.About.Interval)
}

// TestOptionsOutOfRange: each option on either side of its bounds.
func TestOptionsOutOfRange(t *testing.T) {
	for want, change := range map[string]func(o *Options){
		"interval 0: it is 1 frame or more":                             func(o *Options) { o.Interval = 0 },
		"frames 1: it is 2 or more, or 0 for the shortest recording's":  func(o *Options) { o.Frames = 1 },
		"frames -1: it is 2 or more, or 0 for the shortest recording's": func(o *Options) { o.Frames = -1 },
		"dt -1: it is a number above 0, or 0 for none":                  func(o *Options) { o.Dt = -1 },
		"dt +Inf: it is a number above 0, or 0 for none":                func(o *Options) { o.Dt = math.Inf(1) },
		"shift force=1000.5: it is a number of frames, -1000 to 1000":   func(o *Options) { o.Shift = map[string]float64{"force": 1000.5} },
		"shift force=-1000.5: it is a number of frames, -1000 to 1000":  func(o *Options) { o.Shift = map[string]float64{"force": -1000.5} },
		"ignore train_positions: no data set is without positions":      func(o *Options) { o.Ignore = []string{"train_positions"} },
		`length_unit "s" is no unit of length: expected one such as m`:  func(o *Options) { o.LengthUnit = "s" },
		`time_unit "m" is no unit of time: expected one such as s`:      func(o *Options) { o.TimeUnit = "m" },
	} {
		o := usual
		change(&o)
		require.EqualError(t, o.Validate(), want)
	}
	require.NoError(t, Options{Interval: 1, Frames: 2, Shift: map[string]float64{"force": 1000, "mass": -1000}, LengthUnit: "mm", TimeUnit: "ms"}.Validate())
}

// TestAboutRecordings: texts of the file come out, the source names the file, and without dt the interval is in
// frames.
func TestAboutRecordings(t *testing.T) {
	all := append(pendulum(3, 4), npz.Array{Key: "source", Text: "a lab"}, npz.Array{Key: "licence", Text: "CC0"}, npz.Array{Key: "names", Text: "a|b"})
	data, _, err := prepared(t, usual, all...)
	require.NoError(t, err)
	require.Equal(t, "a lab: in.npz, split by recording, drawn from seed 1", data.About.Source)
	require.Equal(t, "CC0", data.About.Licence)
	_, _, err = prepared(t, usual, append(pendulum(3, 4), number("source", 1))...)
	require.ErrorContains(t, err, "source is an array")
	_, _, err = prepared(t, usual, append(pendulum(3, 4), npz.Array{Key: "names", Text: "a|b|c"})...)
	require.ErrorContains(t, err, "names has 3 names, with | between, and positions have 2 particles: expected as many")
	bare := slices.DeleteFunc(pendulum(3, 4), func(a npz.Array) bool { return a.Key == "velocities" || a.Key == "dt" })
	for given, want := range map[string]string{"": "", "mm": "mm a frame"} {
		data, notes, err := prepared(t, Options{Interval: 2, LengthUnit: given}, bare...)
		require.NoError(t, err)
		require.Equal(t, "2 frames", data.About.Interval)
		require.Equal(t, want, data.About.VelocityUnit)
		require.Contains(t, notes, "the array velocities is missing, so velocities are central differences of positions, a frame")
	}
	data, notes, err := prepared(t, usual, slices.DeleteFunc(pendulum(3, 4), func(a npz.Array) bool { return a.Key == "velocities" })...)
	require.NoError(t, err)
	require.Equal(t, "0.1", data.About.Interval)
	require.Contains(t, notes, "the array velocities is missing, so velocities are central differences of positions")
	s := sourceOf(t)
	require.Empty(t, s.unitOfDt())
	s.about.VelocityUnit = "mm/ms"
	require.Equal(t, " (dt is in ms, as velocities are)", s.unitOfDt())
}
