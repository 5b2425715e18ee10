package checks

import (
	"math"

	"gmnc/system"
)

// Pace is a frame from which on steps are Times as long as before.
type Pace struct {
	Frame int
	Times float64
}

const (
	// paced is the least ratio of the steps after a change of pace to those before, or its
	// inverse.
	paced = 1.6
	// abrupt is the least difference of the first step of a new pace from the step before,
	// relative to the median difference of successive steps.
	abrupt = 5
)

// Paces finds the frames from which on all particles move farther, or less far, in every frame
// than before, in the same direction. The trajectory must be smooth before and after.
func Paces(t system.Trajectory) (paces []Pace) {
	all := changesFrom(2, t, paceAt, func(times float64) bool { return times > paced || times < 1/paced })
	for frame, times := range all.beyond(abrupt) {
		paces = append(paces, Pace{frame, times})
	}
	return paces
}

// paceAt returns the ratio of the step after a frame to the step before it. It returns 1 if the
// steps before or after are not smooth, if the step has another direction, or if steps are only
// rounding. difference is the distance of the two steps.
func paceAt(t system.Trajectory, frame int) (times, difference float64) {
	size, x := 3*t.Particles, t.Positions
	var curvature, square, along, own, curvatureAfter, position float64 // sums of squares and products of steps, and of squared positions
	for i := size * frame; i < size*(frame+1); i++ {
		before, step := x[i-size]-x[i-2*size], x[i]-x[i-size]
		next, after := x[i+size]-x[i], x[i+2*size]-x[i+size]
		curvature += float64((step - before) * (step - before))
		curvatureAfter += float64((after - next) * (after - next))
		square, along, own = square+float64(step*step), along+float64(step*next), own+float64(next*next)
		position += float64(x[i] * x[i])
	}
	times, difference = along/square, math.Sqrt(max(0, own-2*along+square))
	const tolerance = smooth * smooth
	rounding := halfBit * halfBit * position
	if min(square, own) <= rounding || curvature > tolerance*square || curvatureAfter > tolerance*own || own-float64(times*along) > tolerance*own || times < 0 {
		return 1, difference
	}
	return times, difference
}
