package robots

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gmnc/datasets/arrays/keys"
	"gmnc/datasets/checks"
	"gmnc/internal/fields"
)

// degree is one degree in radians.
const degree = math.Pi / 180

// toRadians converts the angles and rates of revolute joints from degrees, if the options say
// that they are in degrees.
func (l *log) toRadians(r *recording) {
	for _, columns := range [][]float64{r.angle, r.rate} {
		for i := range columns {
			if l.degrees && l.turns(i%len(l.columns)) {
				columns[i] *= degree
			}
		}
	}
}

// inRadians returns the remedy for angles that were converted from degrees though they were in radians.
func (l *log) inRadians() string {
	if l.degrees {
		return "leave out --degrees"
	}
	return "convert none from degrees before you write them"
}

const (
	// many is an angle [rad] that few joints exceed. most is one that no joint exceeds, for
	// robots whose rates gravity does not bound.
	many, most = 4 * math.Pi, 90
	// wild is the ratio of a robot's kinetic energy to the change of its potential energies
	// above which angles count as degrees. Angles in degrees make the kinetic energy 3283 times
	// as large.
	wild = 100
)

// checkPositions returns an error if the positions of a joint seem to be in another unit
// (checks.Impossible).
func (l *log) checkPositions(split string, r *recording) error {
	motion := l.recording(r)
	joint, at := checks.Impossible(r.angle, motion.Limits, motion.Rotates)
	if joint < 0 {
		return nil
	}
	body, key := l.robot.Bodies[joint], keys.Of(split, angleKey)
	if !l.turns(joint) {
		return fields.Errorf("%s: %s of the joint %.40s reaches %.4g, and the robot's file allows %.4g to %.4g m: give positions and rates in meters, in columns by the names of joints", l.Path, key, body.Name, at, body.Range[0], body.Range[1])
	}
	return fields.Errorf("%s: %s of the joint %.40s reaches %.4g, and the robot's file allows %.4g to %.4g: are these degrees? Give {degrees} if those of all revolute joints are, convert this column with numpy.deg2rad, or else take whole turns off", l.Path, key, body.Name, at, body.Range[0], body.Range[1])
}

// noteTurns adds a note if a joint turns so far, and so much faster than gravity would make
// it, that its angles may be in degrees, or so little in degrees that they may be radians.
func (l *log) noteTurns(split string, r *recording) {
	if l.degrees {
		l.noteRadians(split, r)
		return
	}
	farthest, name := many, ""
	for i, angle := range r.angle {
		if b := i % len(l.columns); l.turns(b) && math.Abs(angle) > math.Abs(farthest) {
			farthest, name = angle, l.robot.Bodies[b].Name
		}
	}
	if name == "" {
		return
	}
	l.wound = fmt.Sprintf("%s: the joint %.40s is at %.4g, beyond two turns: are these degrees? --degrees takes them to radians", keys.Of(split, angleKey), name, farthest)
	if kinetic, potential := l.ranges(r); kinetic > wild*potential && (potential > kinetic*weightless || math.Abs(farthest) > most) {
		l.note("%s", l.wound)
	}
}

// fewDegrees is the greatest angle of a joint in radians, a whole turn. Few robots move by as little
// in degrees.
const fewDegrees = 2 * math.Pi

// noteRadians adds a note if angles that are given as degrees are so small that they may be radians.
func (l *log) noteRadians(split string, r *recording) {
	widest := 0.
	for i, angle := range r.angle {
		if l.turns(i % len(l.columns)) {
			widest = max(widest, math.Abs(angle/degree))
		}
	}
	if widest > 0 && widest <= fewDegrees {
		l.note("%s: no joint that turns is beyond %.3g degrees in any frame: these may be radians, which are read without --degrees", keys.Of(split, angleKey), widest)
	}
}

// weightless is the fraction of the kinetic energy below which changes of the potential energy
// are rounding.
const weightless = 1e-9

// ranges returns the largest kinetic energy of a motion, and the sum of the ranges of the
// links' potential energies.
func (l *log) ranges(r *recording) (kinetic, potential float64) {
	motion := l.recording(r)
	motion.Rates = motion.Differences()
	l.addEnergies(motion)
	links := len(l.robot.Bodies)
	lowest, highest := slices.Repeat([]float64{math.Inf(1)}, links), slices.Repeat([]float64{math.Inf(-1)}, links)
	for parts := range slices.Chunk(motion.Energies, 2*links) {
		var sum float64
		for link := range links {
			sum += parts[2*link]
			lowest[link], highest[link] = min(lowest[link], parts[2*link+1]), max(highest[link], parts[2*link+1])
		}
		kinetic = max(kinetic, sum)
	}
	return kinetic, floats.Sum(highest) - floats.Sum(lowest)
}

// aside is the largest relative deviation of the ratio of rates to differences of angles from
// that of degrees and radians.
const aside = 0.05

// checkUnits returns an error if of rates and angles one is in degrees and the other in
// radians. ratio is the ratio of a joint's rates to the differences of its angles, and key
// names the rates.
func (l *log) checkUnits(key string, ratio float64) error {
	switch {
	case math.Abs(float64(ratio*degree)-1) < aside:
		return l.Errorf(key, "is in degrees a second beside angles in radians: convert it with numpy.deg2rad")
	case math.Abs(ratio/degree-1) < aside && l.degrees:
		return l.Errorf(key, "is in radians a second beside angles in degrees: convert the angles with numpy.deg2rad, and leave --degrees out")
	case math.Abs(ratio/degree-1) < aside:
		return l.Errorf(key, "is in radians a second beside angles in degrees: convert the angles with numpy.deg2rad")
	}
	return nil
}
