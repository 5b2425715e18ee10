package checks

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

const (
	// strayedFollower is the root mean square distance of a follower from where the robot's file puts
	// it, relative to how far it moves, above which it is reported.
	strayedFollower = 0.05
	// leastTravel is the least motion to which that distance is relative, as a share of the
	// joint's limits. A gripper that stays open may be a count of its encoder off.
	leastTravel = 0.05
)

// Follower is a joint whose position is that of another joint times Times plus Offset, by the
// robot's file.
type Follower struct {
	Joint, Leader int
	Times, Offset float64
}

// strayFollowers finds the joint that is farthest from where the robot's file puts it by the
// joint that it follows.
func strayFollowers(s *subject) (most result) {
	r := s.recording
	for _, f := range r.Followers {
		leader, own, off := make([]float64, r.frames()), make([]float64, r.frames()), 0.0
		for frame := range own {
			leader[frame], own[frame] = r.Positions[frame*r.Elements+f.Leader], r.Positions[frame*r.Elements+f.Joint]
			apart := own[frame] - float64(f.Times*leader[frame]) - f.Offset
			off += float64(apart * apart)
		}
		limits := r.Limits[f.Joint]
		travel := max(floats.Max(own)-floats.Min(own), math.Abs(f.Times)*(floats.Max(leader)-floats.Min(leader)), leastTravel*(limits[1]-limits[0]))
		if travel == 0 {
			continue
		}
		off = math.Sqrt(off / float64(r.frames()))
		most = most.or(measure(off/travel, key(s.words.Key), s.words.Name(f.Joint), f.Times, s.words.Name(f.Leader), f.Offset, fitted(leader, own), off))
	}
	return most
}

// fitted returns a text of the factor and the offset by which one column follows another best.
func fitted(leader, own []float64) string {
	n := float64(len(own))
	mean, at := floats.Sum(leader)/n, floats.Sum(own)/n
	var both, square float64
	for i, x := range leader {
		both, square = both+float64((x-mean)*(own[i]-at)), square+float64((x-mean)*(x-mean))
	}
	if square == 0 {
		return fmt.Sprintf("it is at %.4g where that stays at %.4g", at, mean)
	}
	times := both / square
	return fmt.Sprintf("in the recording it is %.4g times that plus %.4g at best", times, at-float64(times*mean))
}
