package looks

import (
	"math"

	"gmnc/system"
)

// Pace is a frame from which on a number of times as far is gone in a frame as before.
type Pace struct {
	Frame int
	Times float64
}

const (
	// paced is how many times as long or as short steps become at least.
	paced = 1.6
	// abrupt is by how many times as much as a step does from the one before, in the median, the
	// first of a new pace differs at least.
	abrupt = 5
)

// Paces finds the frames from which on all particles go farther or less far in every frame than
// before, and the same way, in trajectories that are smooth before and after.
func Paces(t system.Trajectory) (paces []Pace) {
	all := changesFrom(2, t, paceAt, func(times float64) bool { return times > paced || times < 1/paced })
	for frame, times := range all.beyond(abrupt) {
		paces = append(paces, Pace{frame, times})
	}
	return paces
}

// paceAt is how many times the step before a frame the one after it is; 1 where steps before it,
// or after it, differ, it goes another way, or rounding is all of them. The difference is how far
// one step is from the other.
func paceAt(t system.Trajectory, frame int) (times, difference float64) {
	size, x := 3*t.Particles, t.Positions
	var turn, square, along, own, turnAfter, place float64 // squares and products of steps, and of positions
	for i := size * frame; i < size*(frame+1); i++ {
		before, step := x[i-size]-x[i-2*size], x[i]-x[i-size]
		next, after := x[i+size]-x[i], x[i+2*size]-x[i+size]
		turn += float64((step - before) * (step - before))
		turnAfter += float64((after - next) * (after - next))
		square, along, own = square+float64(step*step), along+float64(step*next), own+float64(next*next)
		place += float64(x[i] * x[i])
	}
	times, difference = along/square, math.Sqrt(max(0, own-2*along+square))
	const beside = smooth * smooth
	rounding := halfBit * halfBit * place
	if min(square, own) <= rounding || turn > beside*square || turnAfter > beside*own || own-float64(times*along) > beside*own || times < 0 {
		return 1, difference
	}
	return times, difference
}
