package robots

import (
	"fmt"
	"math"

	"gmnc/datasets/arrays"
	"gmnc/internal/fields"
)

// degree is one in radians.
const degree = math.Pi / 180

// toRadians takes angles and rates of joints that turn from degrees, where the options say
// that they are.
func (l *log) toRadians(r *recording) {
	for _, columns := range [][]float64{r.angle, r.rate} {
		for i := range columns {
			if l.degrees && l.turns(i%len(l.columns)) {
				columns[i] *= degree
			}
		}
	}
}

// many is an angle [rad] beyond which joints that turn so far are told.
const many = 4 * math.Pi

// checkDegrees refuses angles that seem to be in degrees: a joint is more than two turns
// outside of its limits, and as degrees no joint is more than a turn outside of its own.
func (l *log) checkDegrees(split string, r *recording) error {
	far := -1
	for i, angle := range r.angle {
		b := i % len(l.columns)
		lower, upper := l.robot.Bodies[b].Range[0], l.robot.Bodies[b].Range[1]
		if !l.turns(b) || lower == upper {
			continue
		}
		if angle*degree < lower-2*math.Pi || angle*degree > upper+2*math.Pi {
			return nil
		}
		if (angle < lower-many || angle > upper+many) && (far < 0 || math.Abs(angle) > math.Abs(r.angle[far])) {
			far = i
		}
	}
	if far < 0 {
		return nil
	}
	body := l.robot.Bodies[far%len(l.columns)]
	return fields.Errorf("%s: %s of the joint %.40s reaches %.4g, and the robot's file allows %.4g to %.4g: are these degrees? Give {degrees}, or else take whole turns off", l.Path, arrays.KeyOf(split, angleKey), body.Name, r.angle[far], body.Range[0], body.Range[1])
}

// lookAtTurns notes joints that turn so far that angles may be in degrees.
func (l *log) lookAtTurns(split string, r *recording) {
	farthest, name := many, ""
	for i, angle := range r.angle {
		if b := i % len(l.columns); l.turns(b) && math.Abs(angle) > math.Abs(farthest) {
			farthest, name = angle, l.robot.Bodies[b].Name
		}
	}
	if name != "" && !l.degrees {
		l.wound = fmt.Sprintf("%s: the joint %.40s is at %.4g, beyond two turns: are these degrees? --degrees takes them to radians", arrays.KeyOf(split, angleKey), name, farthest)
		l.note("%s", l.wound)
	}
}

// aside is how far from that of degrees and radians, as a share of it, the ratio of rates and
// differences of angles may be.
const aside = 0.05

// checkUnits refuses rates and angles of which one is in degrees and the other in radians;
// ratio is that of a joint's rates to differences of its angles, and key says whose.
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
