package robots

import (
	"fmt"
	"math"
	"strings"

	"gmnc/datasets/arrays"
	"gmnc/internal/fields"
)

// Of how far rates may be from the differences of angles: a note says it from the first on,
// and the second is an error.
const (
	noted   = 1.1
	refused = 2.0
)

// outside is how far outside of its range, as a share of it, a joint is told.
const outside = 0.05

// lookAtRanges notes joints that are where the robot's file does not allow: columns may be in
// another order, unit or direction, or count from elsewhere.
func (l *log) lookAtRanges(split string, r *recording) {
	var names []string
	for b, body := range l.robot.Bodies {
		lower, upper := body.Range[0], body.Range[1]
		middle, half, farthest, at := float64((upper+lower)/2), float64((upper-lower)/2), 0.0, 0.0
		if half == 0 {
			continue
		}
		for i := b; i < len(r.angle); i += len(l.columns) {
			way := r.angle[i] - middle
			if l.turns(b) {
				way = math.Remainder(way, 2*math.Pi)
			}
			if math.Abs(way) > farthest {
				farthest, at = math.Abs(way), r.angle[i]
			}
		}
		if farthest > half+float64(outside*2*half) {
			names = append(names, fmt.Sprintf("%.40s at %.4g (%.4g to %.4g)", body.Name, at, lower, upper))
		}
	}
	if names != nil {
		l.note("%s: outside of the limits of the robot's file: %s: expected radians, and columns by the names and directions of its joints", arrays.KeyOf(split, angleKey), strings.Join(names, ", "))
	}
}

// alike is how alike, as a squared cosine, rates and differences of a joint are whose ratio
// no noise explains.
const alike = 0.8

// checkRates compares rates with the differences of angles, of all joints and of each.
func (l *log) checkRates(key string, rates, differences []float64) error {
	joints := len(l.columns)
	sums := make([]struct{ along, squares, moves float64 }, joints+1) // the last of all
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
		return nil // it rests
	case all.squares == 0:
		return l.Errorf(key, "moves joints whose angles stay: expected two frames or more, and angles that change as rates say")
	case !(ratio > 1/refused && ratio < refused):
		return fields.Errorf("%s: %s is %.3g of the differences of angles with a dt of %g s, farthest off in row %d, column %d: %s", l.Path, key, ratio, l.time, farthest/joints, l.columns[farthest%joints], expected)
	case !(ratio > 1/noted && ratio < noted):
		l.note("%s is %.3g of the central differences of angles: frames are far apart, or dt is not exact", key, ratio)
	}
	for b, of := range sums[:joints] {
		if ratio := of.along / of.squares; of.along*of.along > alike*of.squares*of.moves && !(ratio > 1/refused && ratio < refused) {
			return fields.Errorf("%s: %s of the joint %.40s is %.3g of the differences of its angles: %s", l.Path, key, l.robot.Bodies[b].Name, ratio, expected)
		}
	}
	return nil
}
