package robots

import (
	"fmt"
	"slices"

	"gmnc/datasets/checks"
	"gmnc/internal/fields"
)

// refused is the factor by which rates may be larger or smaller than the differences of angles.
const refused = 2.0

// alike is the share of the differences of angles that the rates of a joint explain above which
// no noise explains their ratio.
const alike = 0.8

// wrong reports whether rates are another multiple of the differences of angles.
func wrong(s checks.Scale) bool { return s.Explained() > alike && !s.Within(refused) }

// checkRates compares rates with the differences of angles, for all joints together and for
// each. motion has no jumps and seams, which no sample crosses. broken is the note of frames that
// repeat others, or of a jump, and "" if there is none.
func (l *log) checkRates(key string, motion *checks.Recording, broken string) error {
	const expected = "expected about 1, angles in radians and rates in radians a second, in the directions of the joints and without jumps"
	all := motion.RateScale()
	each := make([]checks.Scale, len(l.columns))
	for b := range each {
		if each[b] = motion.RateScale(b); each[b].Explained() > alike && l.turns(b) {
			if err := l.checkUnits(fmt.Sprintf("%s of the joint %.40s", key, l.robot.Bodies[b].Name), each[b].Times()); err != nil {
				return err
			}
		}
	}
	one, other, exchanged := motion.ExchangedRates()
	switch {
	case exchanged:
		return l.Errorf(key, "has the rates of the joints %.40s and %.40s in each other's columns, or their angles are: exchange the columns of one of the two", l.robot.Bodies[one].Name, l.robot.Bodies[other].Name)
	case !all.Moving() && !all.Rated():
		return nil // the robot is at rest
	case !all.Moving():
		return l.Errorf(key, "moves joints whose angles stay: expected angles that change as rates say")
	case !all.Rated():
		return fields.Errorf("%s: %s is 0 in all rows, though angles change: give the rates of the joints, or leave them out for central differences (with {ignore} %[2]s)", l.Path, key)
	case broken != "" && (all.Explained() <= alike || slices.ContainsFunc(append(each, all), wrong)):
		return fmt.Errorf("%s: %s does not follow from the angles, which break off or repeat: %s", l.Path, key, broken)
	case all.Times() < 0 && all.Explained() > alike:
		return fields.Errorf("%s: %s has the wrong sign: it is %.3g of the differences of angles, expected about 1; turn it round, write rows in the order of time, or leave rates out for central differences (with {ignore} %[2]s)", l.Path, key, all.Times())
	case !all.Within(refused):
		return fields.Errorf("%s: %s is %.3g of the differences of angles with a dt of %g s and explains %.2g of their squares: %s", l.Path, key, all.Times(), l.time, all.Explained(), expected)
	}
	for b, own := range each {
		if wrong(own) {
			return fields.Errorf("%s: %s of the joint %.40s is %.3g of the differences of its angles: %s", l.Path, key, l.robot.Bodies[b].Name, own.Times(), expected)
		}
	}
	return nil
}
