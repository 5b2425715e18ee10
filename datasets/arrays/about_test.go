package arrays

import (
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
