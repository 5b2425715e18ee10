package articulated

import "math"

// StopColumns are the columns of Loads.Stops.
const StopColumns = 5

// Soft is the share of a stop's time in which it takes hold of a joint that arrives: so
// its load is continuous.
const Soft = 1. / 16

// Stop holds a joint between limits, of which there are none where Upper is not above
// Lower. Beyond one by e it exerts the load
//
//	-s Inertia (dw/dt + 2 w / Time + e / Time^2)      s = |e| / (|e| + Soft Time |w|)
//
// where that points back: the joint returns as a critically damped spring does. An
// infinite Inertia would have it return so whatever acts. Of a joint that turns e is the sine
// of the excess: beyond a quarter turn it falls, and half a turn beyond nothing pushes.
type Stop struct{ Lower, Upper, Inertia, Time float64 }

// Push is what a stop does to a joint in a step.
type Push struct {
	Beyond float64 // by how much the joint is beyond a limit, below 0 below the lower one
	// Of the load against the rate, times the step: what a change of the rate makes, and what
	// is there without.
	Resists, Load float64
}

// Push finds what the stop does in a step of the time h to a joint that turned, by cosine
// and sine, or slid, and moves at a rate. A turn is met by its sine, which knows no whole
// turns: limits that are a whole turn apart are none.
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

// farTurn is by how much joints that turn may be beyond limits, in radians.
const farTurn = 0.5

// FarBeyond reports whether a joint that turned, but for whole turns, or slid so far is
// farther beyond a limit than stops let joints go: by half a radian, or by half the way
// between both limits.
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

// Acts reports whether the stop pushes back where the rate would change by so much
// without it. Steps go forward in time.
func (p Push) Acts(change float64) bool {
	return (float64(p.Resists*change)+p.Load)*p.Beyond > 0
}
