package jointlog

import (
	"fmt"
	"math"
)

const (
	// turns is the angle [rad] outside of the limits of a joint from which angles may be in degrees.
	turns = 4 * math.Pi
	// strokes is the distance of a sliding joint from its range, relative to the range, from which
	// positions are in another unit.
	strokes = 10
)

// Possible returns an error if the angles of a revolute joint seem to be in degrees, or if a sliding
// joint is so far outside of its limits that its positions seem to be in another unit. Angles seem
// to be in degrees if one is more than two turns outside of the limits, and if all, read as degrees,
// are at most one turn outside.
func (r *Recording) Possible(o Options) error {
	for j, limits := range o.Limits {
		lower, upper := limits[0], limits[1]
		if lower == upper {
			continue
		}
		var farthest, at float64
		degrees := true
		for _, value := range r.Angle[j] {
			if beyond := max(lower-value, value-upper); beyond > farthest {
				farthest, at = beyond, value
			}
			degrees = degrees && value*degree >= lower-2*math.Pi && value*degree <= upper+2*math.Pi
		}
		if o.Rotates[j] && degrees && farthest > turns {
			return fmt.Errorf("%s: the angle of the joint %.40s reaches %.4g, and the robot's file allows %.4g to %.4g: are these degrees? Convert the column with numpy.deg2rad, or in a .csv file name it with deg, as in %[2]s_position_deg", r.Name, o.Joints[j], at, lower, upper)
		}
		if !o.Rotates[j] && farthest > strokes*(upper-lower) {
			return fmt.Errorf("%s: the position of the joint %.40s reaches %.4g, and the robot's file allows %.4g to %.4g m: give positions and rates in metres, in columns by the names of joints", r.Name, o.Joints[j], at, lower, upper)
		}
	}
	return nil
}
