package looks

import (
	"fmt"
	"math"
)

const (
	// scaled is by how many times the differences of places rates are at least to be told, or by how
	// many times less.
	scaled = 1.1
	// alikeRates is the share of the squares of differences that the rates of a joint explain at least
	// to be those of its places, and relatedRates that of the rates of all.
	alikeRates, relatedRates = 0.8, 0.5
)

// rateScale compares rates with the ways of places over the same times.
type rateScale struct{ along, rates, ways float64 } // sums of products and of squares

// explained is the share of the squares of ways that rates explain, times one number.
func (s rateScale) explained() float64 { return s.along / s.rates * (s.along / s.ways) }

// times is how many times the ways rates are. Noise of places makes the ways too long, and that of
// rates the rates: it lies between the ratios by the squares of either.
func (s rateScale) times() float64 {
	return math.Copysign(math.Sqrt(s.rates/s.ways), s.along)
}

// told reports whether rates go with ways, and are others by more than noise of either may make them.
func (s rateScale) told(explained float64) bool {
	low, high := s.along/s.ways, s.rates/s.along
	return s.explained() > explained && (min(low, high) > scaled || max(low, high) < 1/scaled)
}

// rateScale is that of a range of columns, by the stride by which rates explain most.
func (r *Recording) rateScale(from, to int) (best rateScale) {
	size := r.size()
	for _, stride := range strides {
		var sum rateScale
		for k, first := range r.starts() {
			for t := first; t < r.Starts[k+1]-stride; t++ {
				for i := t*size + from; i < t*size+to; i++ {
					way, led := r.Places[i+stride*size]-r.Places[i], (r.Rates[i]+r.Rates[i+stride*size])/2
					for between := 1; between < stride; between++ {
						led += r.Rates[i+between*size]
					}
					led *= r.Time
					sum.along, sum.rates, sum.ways = sum.along+float64(led*way), sum.rates+float64(led*led), sum.ways+float64(way*way)
				}
			}
		}
		if stride == 1 || sum.explained() > best.explained() {
			best = sum
		}
	}
	return best
}

// otherRates finds rates that are not those of places: in another unit or direction, of what else,
// of joints that stay, and 0 of those that move.
func otherRates(s *seen) measured {
	r, w := s.recording, s.words
	if jumps, _ := r.Breaks(); len(jumps) > 0 {
		return measured{} // from which no rates follow
	}
	all := s.rateScale()
	if all.told(relatedRates) {
		return measure(1, key(w.RateKey), fmt.Sprintf("the %s are %.3g times the differences of %s over the time between frames, expected about 1", w.Rates, all.times(), w.Places))
	}
	if r.Each == 1 {
		return otherJointRates(s)
	}
	if all.rates > 0 && all.ways > 0 && all.explained() < relatedRates {
		return measure(1, key(w.RateKey), fmt.Sprintf("the %s explain %.2g of the squares of the differences of %s, expected about 1", w.Rates, all.explained(), w.Places))
	}
	return measured{}
}

// otherJointRates finds a joint whose rates are not those of its places.
func otherJointRates(s *seen) measured {
	r, w := s.recording, s.words
	for joint := range r.Things {
		switch own := r.rateScale(joint, joint+1); {
		case own.ways == 0 && own.rates > 0:
			return measure(1, key(w.Key), fmt.Sprintf("the %s of %s are the same in all frames, though its %s are not 0", w.Places, w.Thing(joint), w.Rates))
		case own.rates == 0 && own.ways > 0:
			return measure(1, key(w.RateKey), fmt.Sprintf("the %s of %s are 0 in all frames, though its %s change", w.Rates, w.Thing(joint), w.Places))
		case own.told(alikeRates):
			return measure(1, key(w.RateKey), fmt.Sprintf("the %s of %s are %.3g times the differences of its %s over the time between frames, expected about 1", w.Rates, w.Thing(joint), own.times(), w.Places))
		}
	}
	return measured{}
}

// rateScale is that of all rates, which is found once.
func (s *seen) rateScale() rateScale {
	return keep(&s.scale, func() rateScale { return s.recording.rateScale(0, s.recording.size()) })
}

// fits reports whether rates are about those of places, so that they may be late.
func (s rateScale) fits() bool {
	return s.explained() >= relatedRates && s.along > 0 && !s.told(relatedRates)
}

// ratesFit reports whether the rates of all columns are.
func (r *Recording) ratesFit() bool { return r.rateScale(0, r.size()).fits() }
