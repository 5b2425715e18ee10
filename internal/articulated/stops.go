package articulated

import "math"

// StopColumns is the number of columns of Loads.Stops.
const StopColumns = 5

// Soft is the share of the time of a stop over which its load rises when a joint reaches the limit.
// It makes the load continuous.
const Soft = 1. / 16

// Stop keeps a joint between limits; there are none if Upper is not above Lower. If the joint
// exceeds a limit by e, the stop exerts the load
//
//	-s Inertia (dw/dt + 2 w / Time + e / Time^2)      s = |e| / (|e| + Soft Time |w|)
//
// as long as that points back: the joint returns like a critically damped spring. With an infinite
// Inertia it would do so under any load. For a revolute joint, e is the sine of the excess: it
// decreases beyond a quarter turn and is 0 half a turn beyond the limit.
type Stop struct{ Lower, Upper, Inertia, Time float64 }

// Push is the effect of a stop on a joint in a step.
type Push struct {
	Beyond float64 // excess over a limit, negative below the lower one
	// The load against the rate, times the step, is Load plus Resists times the change of the rate.
	Resists, Load float64
}

// Push computes the effect of the stop in a time step h on a joint with this angle (cosine and
// sine) or displacement, and this rate. The excess of an angle is its sine, which does not
// distinguish whole turns: limits that are a whole turn apart have no effect.
func (s Stop) Push(turns bool, at [3]float64, rate, h float64) (p Push) {
	if p.Beyond = s.beyond(turns, at); p.Beyond == 0 {
		return p
	}
	pace, off := h/s.Time, math.Abs(p.Beyond)
	inertia := s.Inertia * off / (off + float64(Soft*s.Time*math.Abs(rate)))
	p.Resists = inertia * float64((1+float64(pace/2))*(1+float64(pace/2)))
	p.Load = inertia * float64(pace*(float64(2*rate)+p.Beyond/s.Time))
	return p
}

func (s Stop) beyond(turns bool, at [3]float64) float64 {
	if !(s.Upper > s.Lower) {
		return 0
	}
	if !turns {
		return min(at[2]-s.Lower, 0) + max(at[2]-s.Upper, 0)
	}
	half := float64((s.Upper - s.Lower) / 2)
	midSine, midCosine := math.Sincos((s.Upper + s.Lower) / 2)
	sine := float64(at[1]*midCosine) - float64(at[0]*midSine)
	cosine := float64(at[0]*midCosine) + float64(at[1]*midSine)
	halfSine, halfCosine := math.Sincos(half)
	if half >= math.Pi || cosine >= halfCosine {
		return 0
	}
	return math.Copysign(float64(math.Abs(sine)*halfCosine)-float64(cosine*halfSine), sine)
}

// farTurn is the angle, in radians, by which revolute joints may exceed their limits.
const farTurn = 0.5

// FarBeyond reports whether a joint exceeds a limit by more than stops allow: by half a radian,
// without whole turns, or by half the distance between both limits.
func (s Stop) FarBeyond(turns bool, at float64) bool {
	if !(s.Upper > s.Lower) {
		return false
	}
	half := float64((s.Upper - s.Lower) / 2)
	off, allowed := at-float64((s.Upper+s.Lower)/2), half
	if turns {
		off, allowed = math.Remainder(off, 2*math.Pi), farTurn
	}
	return math.Abs(off) > half+allowed
}

// Acts reports whether the stop pushes back, if the rate would change by this much without it.
// Steps go forward in time.
func (p Push) Acts(change float64) bool {
	return (float64(p.Resists*change)+p.Load)*p.Beyond > 0
}
