package checks

import "math"

// degree is one degree in radians.
const degree = math.Pi / 180

const (
	// far is the angle [rad] outside of the limits of a joint from which angles may be in degrees.
	// apart is the one up to which they may be outside if they are read as degrees.
	far, apart = 4 * math.Pi, 2 * math.Pi
	// strokes is the distance of a sliding joint from its range, relative to the range, from which
	// positions are in another unit.
	strokes = 10
)

// Impossible returns the joint that is farthest from its limits [joints] and its position there, if
// the positions [frames, joints] of a joint seem to be in another unit. That is the case for a sliding
// joint that is ten ranges outside. It is the case for an angle that is more than two turns outside, if
// all angles of the joint, read as degrees, are at most one turn outside. Without such a joint, the
// index is -1. rotates says which joints rotate.
func Impossible(positions []float64, limits [][2]float64, rotates []bool) (joint int, position float64) {
	joint = -1
	var most float64
	for j, limit := range limits {
		lower, upper := limit[0], limit[1]
		if lower == upper {
			continue
		}
		var farthest, at float64
		degrees := true
		for i := j; i < len(positions); i += len(limits) {
			own := positions[i]
			if beyond := max(lower-own, own-upper); beyond > farthest {
				farthest, at = beyond, own
			}
			degrees = degrees && own*degree >= lower-apart && own*degree <= upper+apart
		}
		if wrong := rotates[j] && degrees && farthest > far || !rotates[j] && farthest > strokes*(upper-lower); wrong && farthest > most {
			joint, position, most = j, at, farthest
		}
	}
	return joint, position
}

// Unwrap adds whole turns to the angles of joints, so that an angle differs from the one before by half
// a turn at most. If it is not known which joints rotate, all do.
func (r *Recording) Unwrap() {
	for k, first := range r.starts() {
		for i := (first + 1) * r.Elements; i < r.Starts[k+1]*r.Elements; i++ {
			displacement := r.Positions[i] - r.Positions[i-r.Elements]
			if math.Abs(displacement) > math.Pi && (r.Rotates == nil || r.Rotates[i%r.Elements]) {
				r.Positions[i] -= float64(2 * math.Pi * math.Round(displacement/(2*math.Pi)))
			}
		}
	}
}
