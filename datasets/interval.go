package datasets

import (
	"fmt"
	"strings"

	"gmnc/internal/units"
)

// Time returns the interval in the unit of positions over the unit of velocities. known is
// false if the interval has no number, and beside an error. An interval of 0 or less is an error,
// and so is a unit that does not convert to the time of the velocities, such as frames with m/s.
// If either names no unit of time, the two count as the same.
func (a About) Time() (time float64, known bool, err error) {
	number, unit, ok := units.CutNumber(a.Interval)
	if !ok {
		return 0, false, nil
	}
	if number <= 0 {
		return 0, false, fmt.Errorf("an interval of %q leads to no later time: expected one above 0", a.Interval)
	}
	length, over := units.CutFraction(a.VelocityUnit)
	if unit == "" || over == "" {
		return number, true, nil
	}
	ratio, err := ratioOfTimes(unit, over)
	if err != nil {
		return 0, false, fmt.Errorf("an interval of %q does not convert to the time in velocities of %q: %w", a.Interval, a.VelocityUnit, err)
	}
	ofLengths, err := ratioOfLengths(length, a.LengthUnit)
	if err != nil {
		return 0, false, fmt.Errorf("velocities of %q are none of positions in %q: %w", a.VelocityUnit, a.LengthUnit, err)
	}
	return number * ratio * ofLengths, true, nil
}

// TimeUnit returns the unit of time in the unit of velocities, or "" if that names no time.
func (a About) TimeUnit() string {
	_, over := units.CutFraction(a.VelocityUnit)
	return over
}

// ratioOfTimes returns the ratio of two units of time. from may have two units, as in "frames
// of 0.1 s", of which either may convert.
func ratioOfTimes(from, to string) (float64, error) {
	name, size, given := strings.Cut(from, " of ")
	ratio, err := ratioOf(name, to)
	if err == nil || !given {
		return ratio, err
	}
	number, unit, ok := units.CutNumber(size)
	if !ok {
		return 0, err
	}
	ratio, err = ratioOf(unit, to)
	return number * ratio, err
}

// ratioOfLengths returns the ratio of two units of length. Two units that the table does not
// have count as the same.
func ratioOfLengths(from, to string) (float64, error) {
	if to == "" || from == to {
		return 1, nil
	}
	one, err := units.Parse(from)
	if err != nil {
		return 0, err
	}
	other, err := units.Parse(to)
	if err != nil || !one.Known() && !other.Known() {
		return 1, nil
	}
	return ratioOf(from, to)
}

func ratioOf(from, to string) (float64, error) {
	one, err := units.Parse(from)
	if err != nil {
		return 0, err
	}
	other, err := units.Parse(to)
	if err != nil {
		return 0, err
	}
	ratio, ok := one.In(other)
	if !ok {
		return 0, fmt.Errorf("how many %s are one of %s is not known", to, from)
	}
	return ratio, nil
}
