package articulated

import "math"

const (
	// Still defines the rate below which a joint counts as resting: in one interval it moves by
	// this many radians, or by this share of the length of the data.
	Still = 1e-5
	// FrictionPasses is the number of fixed-point iterations of a step with friction. Each
	// multiplies the error by the share of the rate that friction removes.
	FrictionPasses = 3
	// RateBefore is the weight of the rate before a step, relative to the rate after it, in the
	// friction of the step. With a weight of 1, a joint that friction holds would keep oscillating;
	// with less, it comes to rest. The error grows with the difference from 1.
	RateBefore = 0.9
)

// grip is the damping coefficient, times the time step h, by which friction acts on a joint
// between the rates w and w':
//
//	h friction / (|w'| + RateBefore |w|)
//
// Rates count as at least still.
func grip(friction, still, before, after, h float64) float64 {
	return h * friction / (size(after, still) + float64(RateBefore*size(before, still)))
}

// size returns the absolute value of a rate, but at least still.
func size(rate, still float64) float64 {
	return math.Sqrt(float64(rate*rate) + float64(still*still))
}

// met returns the share of its friction that acts on a joint between two rates, and the
// derivatives of this share with respect to both rates. The share is 1 during motion in one
// direction, and less if the joint reverses.
func met(before, after, still float64) (share, byBefore, byAfter float64) {
	first, last := size(before, still), size(after, still)
	all := last + float64(RateBefore*first)
	if all == 0 {
		return 0, 0, 0
	}
	share = (after + float64(RateBefore*before)) / all
	byBefore = RateBefore * (1 - float64(share*ratio(before, first))) / all
	byAfter = (1 - float64(share*ratio(after, last))) / all
	return share, byBefore, byAfter
}

// ratio returns x / y, with 0 / 0 = 0.
func ratio(x, y float64) float64 {
	if y == 0 {
		return 0
	}
	return x / y
}
