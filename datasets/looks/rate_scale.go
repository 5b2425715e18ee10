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

// Scale compares rates with the ways of places over the same times.
type Scale struct {
	along, rates, ways float64   // sums of products and of squares
	products, squares  []float64 // of each frame and the next: of rates and ways, and of rates
}

// Explained is the share of the squares of ways that rates explain, times one number.
func (s Scale) Explained() float64 { return s.along / s.rates * (s.along / s.ways) }

// Times is how many times the ways rates are. Noise of places makes the ways too long, and that of
// rates the rates: it lies between the ratios by the squares of either.
func (s Scale) Times() float64 {
	return math.Copysign(math.Sqrt(s.rates/s.ways), s.along)
}

// Error is the standard error of Times as a share of it; infinite where too little is recorded to say.
func (s Scale) Error() float64 {
	fitted := ratio(s.products, s.squares, 1)
	return fitted.Error / math.Abs(fitted.Frames)
}

// other is by which factor rates are not those of places, by no less than noise of either may make
// them so; 0 where they do not go with ways.
func (s Scale) other(explained float64) float64 {
	if !(s.Explained() > explained) {
		return 0
	}
	if s.along < 0 {
		return math.Inf(1)
	}
	low, high := s.along/s.ways, s.rates/s.along
	return max(min(low, high), 1/max(low, high))
}

// RateScale is that of some columns, or of all where none are named, by the stride by which rates
// explain most. Rates are added up to fourth order (Euler and Maclaurin), so that those of fast
// vibrations are compared with their ways, too.
func (r *Recording) RateScale(columns ...int) (best Scale) {
	size := r.size()
	if columns == nil {
		for column := range size {
			columns = append(columns, column)
		}
	}
	for _, stride := range strides {
		var sum Scale
		for k, first := range r.starts() {
			for t := first; t < r.Starts[k+1]-stride; t++ {
				var product, square float64
				inside := t > first && t+stride+1 < r.Starts[k+1]
				for _, column := range columns {
					i := t*size + column
					j := i + stride*size
					way, led := r.Places[j]-r.Places[i], (r.Rates[i]+r.Rates[j])/2
					for between := i + size; between < j; between += size {
						led += r.Rates[between]
					}
					if inside {
						led -= (r.Rates[j+size] - r.Rates[j-size] - r.Rates[i+size] + r.Rates[i-size]) / 24
					}
					led *= r.Time
					product, square, sum.ways = product+float64(led*way), square+float64(led*led), sum.ways+float64(way*way)
				}
				sum.along, sum.rates = sum.along+product, sum.rates+square
				if stride == 1 {
					best.products, best.squares = append(best.products, product), append(best.squares, square)
				}
			}
		}
		sum.products, sum.squares = best.products, best.squares
		if stride == 1 || sum.Explained() > best.Explained() {
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
	if other := all.other(relatedRates); other > scaled {
		return measure(other, key(w.RateKey), fmt.Sprintf("the %s are %.3g times the differences of %s over the time between frames, expected about 1", w.Rates, all.Times(), w.Places))
	}
	if r.Each == 1 {
		return otherJointRates(s)
	}
	if all.rates > 0 && all.ways > 0 && all.Explained() < relatedRates {
		return measure(math.Inf(1), key(w.RateKey), fmt.Sprintf("the %s explain %.2g of the squares of the differences of %s, expected about 1", w.Rates, all.Explained(), w.Places))
	}
	return measured{}
}

// otherJointRates finds the joint whose rates are least those of its places.
func otherJointRates(s *seen) (most measured) {
	r, w := s.recording, s.words
	for joint := range r.Things {
		switch own := r.RateScale(joint); {
		case own.ways == 0 && own.rates > 0:
			most = most.or(measure(math.Inf(1), key(w.Key), fmt.Sprintf("the %s of %s are the same in all frames, though its %s are not 0", w.Places, w.Thing(joint), w.Rates)))
		case own.rates == 0 && own.ways > 0:
			most = most.or(measure(math.Inf(1), key(w.RateKey), fmt.Sprintf("the %s of %s are 0 in all frames, though its %s change", w.Rates, w.Thing(joint), w.Places)))
		default:
			most = most.or(measure(own.other(alikeRates), key(w.RateKey), fmt.Sprintf("the %s of %s are %.3g times the differences of its %s over the time between frames, expected about 1", w.Rates, w.Thing(joint), own.Times(), w.Places)))
		}
	}
	return most
}

// rateScale is that of all rates, which is found once.
func (s *seen) rateScale() Scale {
	return keep(&s.scale, func() Scale { return s.recording.RateScale() })
}

// Related reports whether rates are those of places, in whatever unit, be they late.
func (s Scale) Related() bool { return s.Explained() >= relatedRates && s.along > 0 }

// fits reports whether rates are about those of places, so that they may be late.
func (s Scale) fits() bool {
	return s.Related() && !(s.other(relatedRates) > scaled)
}

// ratesFit reports whether the rates of all columns are.
func (r *Recording) ratesFit() bool { return r.RateScale().fits() }
