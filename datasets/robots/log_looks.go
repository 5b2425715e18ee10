package robots

import (
	"fmt"
	"math"

	"gmnc/internal/fields"
)

// refused is the factor by which rates may be larger or smaller than the differences of angles.
const refused = 2.0

// alike is the squared cosine between the rates of a joint and the differences of its angles
// above which no noise explains their ratio.
const alike = 0.8

// checkRates compares rates with the differences of angles, for all joints together and for
// each. broken is the note of a jump of the angles or of a seam of two recordings, where rates
// do not follow from the angles. It is "" if there is none.
func (l *log) checkRates(key string, rates, differences []float64, broken string) error {
	joints := len(l.columns)
	sums := make([]struct{ along, squares, moves float64 }, joints+1) // the last entry is for all joints
	farthest := 0
	for i, rate := range rates {
		for _, k := range []int{i % joints, joints} {
			sums[k].along += float64(rate * differences[i])
			sums[k].squares += float64(differences[i] * differences[i])
			sums[k].moves += float64(rate * rate)
		}
		if math.Abs(rate-differences[i]) > math.Abs(rates[farthest]-differences[farthest]) {
			farthest = i
		}
	}
	const expected = "expected about 1, angles in radians and rates in radians a second, in the directions of the joints and without jumps"
	all := sums[joints]
	for b, of := range sums[:joints] {
		if of.along*of.along > alike*of.squares*of.moves && l.turns(b) {
			if err := l.checkUnits(fmt.Sprintf("%s of the joint %.40s", key, l.robot.Bodies[b].Name), of.along/of.squares); err != nil {
				return err
			}
		}
	}
	switch ratio := all.along / all.squares; {
	case all.squares == 0 && all.moves == 0:
		return nil // the robot is at rest
	case all.squares == 0:
		return l.Errorf(key, "moves joints whose angles stay: expected two frames or more, and angles that change as rates say")
	case !(ratio > 1/refused && ratio < refused) && broken != "":
		return fmt.Errorf("%s: %s does not follow from the angles, which break off or repeat: %s", l.Path, key, broken)
	case ratio < 0 && all.along*all.along > alike*all.squares*all.moves:
		return fields.Errorf("%s: %s has the wrong sign: it is %.3g of the differences of angles, expected about 1; turn it round, write rows in the order of time, or leave rates out for central differences (with {ignore} %[2]s)", l.Path, key, ratio)
	case !(ratio > 1/refused && ratio < refused):
		return fields.Errorf("%s: %s is %.3g of the differences of angles with a dt of %g s, farthest off in row %d, column %d: %s", l.Path, key, ratio, l.time, farthest/joints, l.columns[farthest%joints], expected)
	}
	for b, of := range sums[:joints] {
		if ratio := of.along / of.squares; of.along*of.along > alike*of.squares*of.moves && !(ratio > 1/refused && ratio < refused) {
			return fields.Errorf("%s: %s of the joint %.40s is %.3g of the differences of its angles: %s", l.Path, key, l.robot.Bodies[b].Name, ratio, expected)
		}
	}
	return nil
}
