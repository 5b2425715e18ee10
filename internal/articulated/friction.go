package articulated

import "math"

const (
	// Still is the share of a radian, or of the data's length, that a joint goes in an interval
	// at the rate below which it rests.
	Still = 1e-5
	// FrictionPasses are the fixed points of a step with friction. Each takes the error by the
	// share of the rate that friction takes.
	FrictionPasses = 3
	// RateBefore is the weight of the rate before a step beside the rate after it, in how friction
	// acts. With 1 a joint that friction holds would swing on, with less than 1 it comes to rest;
	// the error grows with 1 less it.
	RateBefore = 0.9
)

// grip is how friction takes hold of a joint in a step of the time h, from a rate w to w':
//
//	h friction / (|w'| + RateBefore |w|)
//
// where a rate counts as at least still.
func grip(friction, still, before, after, h float64) float64 {
	return h * friction / (size(after, still) + float64(RateBefore*size(before, still)))
}

// size is that of a rate, and at least still.
func size(rate, still float64) float64 {
	return math.Sqrt(float64(rate*rate) + float64(still*still))
}

// met is the share of its friction that a joint meets between two rates: 1 against its motion, and
// less where it turns back; and how that changes with each rate.
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

// ratio is x over y, and 0 over 0 is 0.
func ratio(x, y float64) float64 {
	if y == 0 {
		return 0
	}
	return x / y
}
