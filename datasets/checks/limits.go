package checks

import (
	"fmt"
	"math"
	"strings"
)

// outside is the distance of a joint from its range, relative to the range, above which it is
// reported.
const outside = 0.05

// beyondLimits finds joints at positions that the robot's file does not allow.
func beyondLimits(s *subject) result {
	r := s.recording
	var names []string
	most := 0.0
	for joint, limits := range r.Limits {
		middle, half, farthest, at := float64((limits[0]+limits[1])/2), float64((limits[1]-limits[0])/2), 0.0, 0.0
		if half == 0 {
			continue
		}
		for i := joint; i < len(r.Positions); i += r.Elements {
			displacement := r.Positions[i] - middle
			if r.Rotates[joint] {
				displacement = math.Remainder(displacement, 2*math.Pi)
			}
			if math.Abs(displacement) > farthest {
				farthest, at = math.Abs(displacement), r.Positions[i]
			}
		}
		beyond := (farthest - half) / (2 * half)
		if most = max(most, beyond); beyond > outside {
			names = append(names, fmt.Sprintf("%s at %.4g (%.4g to %.4g)", strings.TrimPrefix(s.words.Name(joint), "the joint "), at, limits[0], limits[1]))
		}
	}
	return measure(most, key(s.words.Key), strings.Join(names, ", "))
}
