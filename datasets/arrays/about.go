package arrays

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"gmnc/internal/fields"
	"gmnc/internal/units"
)

// readAbout reads the time from frame to frame and the texts. The unit of time counts as that of
// the options.
func (s *source) readAbout() error {
	for _, about := range []struct {
		key  string
		text *string
	}{
		{"length_unit", &s.about.LengthUnit}, {"velocity_unit", &s.about.VelocityUnit},
		{"source", &s.about.Source}, {"licence", &s.about.Licence},
		{"up", &s.about.Up}, {"names", &s.about.Names},
	} {
		if !s.Take(about.key) {
			continue
		}
		var err error
		if *about.text, err = s.Text(about.key); err != nil {
			return err
		}
	}
	var err error
	if s.Take("time_unit") {
		unit, err := s.Text("time_unit")
		if err != nil {
			return err
		}
		if s.o.TimeUnit != "" && s.o.TimeUnit != unit {
			return fields.Errorf("%s has the time_unit %q, and {time_unit} is %q: leave the option out", s.Path, unit, s.o.TimeUnit)
		}
		if !units.MayMeasure(unit, "s") {
			return s.Errorf("time_unit", ": %q is no unit of time: expected one such as s", unit)
		}
		s.o.TimeUnit = unit
	}
	if s.time, err = s.Time(s.o.Dt); err != nil {
		return err
	}
	return s.units()
}

// units combines the units of the file with those of the options.
func (s *source) units() error {
	about := &s.about
	_, time := units.CutFraction(about.VelocityUnit)
	for _, given := range []struct{ option, own, said string }{
		{"length_unit", s.o.LengthUnit, about.LengthUnit}, {"time_unit", s.o.TimeUnit, time},
	} {
		if given.own != "" && given.said != "" && given.own != given.said {
			return fields.Errorf("%s has the unit %q, and {"+given.option+"} is %q: leave the option out", s.Path, given.said, given.own)
		}
	}
	for _, unit := range []struct{ text, key, what, like string }{{about.LengthUnit, "length_unit", "length", "m"}, {time, "velocity_unit", "time", "s"}} {
		if !units.MayMeasure(unit.text, unit.like) {
			return s.Errorf(unit.key, ": %q is no unit of %s: expected one such as %s", unit.text, unit.what, unit.like)
		}
	}
	about.LengthUnit, time = cmp.Or(about.LengthUnit, s.o.LengthUnit), cmp.Or(time, s.o.TimeUnit)
	for _, unit := range []string{about.LengthUnit, time} {
		if units.Lacks(unit) {
			s.Note("unknown unit %q: it is kept as text, and not converted", unit)
		}
	}
	if about.LengthUnit != "" && time != "" {
		length, _ := units.CutFraction(about.VelocityUnit)
		if ratio, known := units.Ratio(length, about.LengthUnit); about.VelocityUnit == "" || known && ratio != 1 {
			s.speeds, about.VelocityUnit = ratio, about.LengthUnit+"/"+time
		}
	}
	if s.time > 0 {
		about.Interval = strings.TrimSpace(fmt.Sprintf("%.15g %s", s.time*float64(s.o.Interval), time))
	}
	return nil
}

// sourceText returns the source of the data, with the file and the kind of split.
func (s *source) sourceText(split string) string {
	text := fmt.Sprintf("%s, %s", filepath.Base(s.Path), split)
	if s.about.Source != "" {
		return s.about.Source + ": " + text
	}
	return text
}
