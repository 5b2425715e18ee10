package checks

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
)

const (
	// scaled is the ratio of rates to the differences of positions, or its inverse, above which it
	// is reported.
	scaled = 1.1
	// alikeRates is the least fraction of the squared differences that the rates of a joint must
	// explain to count as those of its positions. relatedRates is the same for the rates of all.
	alikeRates, relatedRates = 0.8, 0.5
)

// Scale compares rates with the displacements of positions over the same times.
type Scale struct {
	along, rates, displacements float64   // sums of products and of squares
	products, squares           []float64 // for each frame and the next: products of rates and displacements, and squares of rates
}

// Explained returns the fraction of the squared displacements that rates times one factor explain.
func (s Scale) Explained() float64 { return s.along / s.rates * (s.along / s.displacements) }

// Times returns the ratio of rates to displacements. Noise of positions makes the displacements
// too long, and noise of rates the rates. So the ratio is between those of the products to the
// squares of either.
func (s Scale) Times() float64 {
	return math.Copysign(math.Sqrt(s.rates/s.displacements), s.along)
}

// Error returns the relative standard error of Times, or infinity if too little is recorded to
// determine it.
func (s Scale) Error() float64 {
	fitted := ratio(s.products, s.squares, 1)
	return fitted.Error / math.Abs(fitted.Frames)
}

// Within reports whether rates and displacements agree up to a factor. Noise of positions leaves
// the factor of rates right that gives the displacements best, and noise of rates its inverse.
func (s Scale) Within(factor float64) bool {
	return s.along > 0 && !(apartBy(s.along, s.rates, factor) && apartBy(s.along, s.displacements, factor))
}

// Moving reports whether any position changes, and Rated whether any rate is not 0.
func (s Scale) Moving() bool { return s.displacements > 0 }
func (s Scale) Rated() bool  { return s.rates > 0 }

// alikeReversed is the fraction of the displacements along an axis that rates must explain to
// count as reversed there.
const alikeReversed = 0.5

// ReversedAxes returns a text of the axes along which the rates of particles point against their
// displacements, or "" if there are none. Rates that are merely unrelated do not.
func (r *Recording) ReversedAxes() string {
	var reversed []string
	moving := 0
	for axis := range 3 {
		var columns []int
		for particle := range r.Elements {
			columns = append(columns, 3*particle+axis)
		}
		of := r.RateScale(columns...)
		if of.Rated() && of.Moving() {
			moving++
		}
		if of.along < 0 && of.Explained() > alikeReversed {
			reversed = append(reversed, "xyz"[axis:axis+1])
		}
	}
	switch len(reversed) {
	case 0:
		return ""
	case moving:
		return " in all directions"
	}
	return " along " + strings.Join(reversed, " and ")
}

// other returns the factor by which rates differ from the displacements, less what noise of
// either may cause. It returns 0 if rates do not explain more than the given fraction.
func (s Scale) other(explained float64) float64 {
	if !(s.Explained() > explained) {
		return 0
	}
	if s.along < 0 {
		return math.Inf(1)
	}
	low, high := s.along/s.displacements, s.rates/s.along
	return max(min(low, high), 1/max(low, high))
}

// RateScale returns the scale of some columns, or of all if none are named, for the stride for
// which rates explain most.
func (r *Recording) RateScale(columns ...int) Scale {
	if columns != nil {
		return r.scaleOf(columns)
	}
	if r.scale != nil {
		return *r.scale
	}
	for column := range r.size() {
		columns = append(columns, column)
	}
	return r.scaleOf(columns)
}

// Rescale multiplies all rates by a factor. s is their scale before, between jumps.
func (r *Recording) Rescale(s Scale, factor float64) {
	floats.Scale(factor, r.Rates)
	floats.Scale(factor, s.products)
	floats.Scale(factor*factor, s.squares)
	s.along, s.rates = factor*s.along, factor*factor*s.rates
	r.scale = &s
}

// scaleOf returns the scale of columns. Rates are integrated to fourth order (Euler and
// Maclaurin), so that those of fast vibrations also match their displacements.
func (r *Recording) scaleOf(columns []int) (best Scale) {
	size := r.size()
	for _, stride := range strides {
		var sum Scale
		for k, first := range r.starts() {
			for t := first; t < r.Starts[k+1]-stride; t++ {
				var product, square float64
				inside := t > first && t+stride+1 < r.Starts[k+1]
				for _, column := range columns {
					i := t*size + column
					j := i + stride*size
					displacement, led := r.Positions[j]-r.Positions[i], (r.Rates[i]+r.Rates[j])/2
					for between := i + size; between < j; between += size {
						led += r.Rates[between]
					}
					if inside {
						led -= (r.Rates[j+size] - r.Rates[j-size] - r.Rates[i+size] + r.Rates[i-size]) / 24
					}
					led *= r.Time
					product, square, sum.displacements = product+float64(led*displacement), square+float64(led*led), sum.displacements+float64(displacement*displacement)
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

// otherRates finds rates that are not those of positions. They may be in another unit or
// direction, of something else, of joints that do not move, or 0 although joints move.
func otherRates(s *subject) result {
	if of := otherRatesOfParticles(s); of.size > 0 {
		return of
	}
	if of := otherRatesOfRecordings(s); of.size > 0 {
		return of
	}
	r, w, all := s.smooth(), s.words, s.rateScale()
	if one, other, found := r.ExchangedRates(); found {
		return measure(math.Inf(1), key(w.RateKey), fmt.Sprintf("the %s of %s and %s follow each other's %s, so the columns of either are exchanged", w.Rates, w.Name(one), w.Name(other), w.Positions))
	}
	if other := all.other(relatedRates); other > scaled {
		return measure(other, key(w.RateKey), fmt.Sprintf("the %s are %.3g times the differences of %s over the time between frames, expected about 1", w.Rates, all.Times(), w.Positions))
	}
	if r.Each == 1 {
		return otherJointRates(s)
	}
	if all.rates > 0 && all.displacements > 0 && all.Explained() < relatedRates {
		return measure(math.Inf(1), key(w.RateKey), fmt.Sprintf("the %s explain %.2g of the squares of the differences of %s, expected about 1", w.Rates, all.Explained(), w.Positions))
	}
	return result{}
}

// otherJointRates finds the joint whose rates fit its positions worst.
func otherJointRates(s *subject) (most result) {
	r, w := s.smooth(), s.words
	for joint := range r.Elements {
		switch own := r.RateScale(joint); {
		case own.displacements == 0 && own.rates > 0:
			most = most.or(measure(math.Inf(1), key(w.Key), fmt.Sprintf("the %s of %s are the same in all frames, though its %s are not 0", w.Positions, w.Name(joint), w.Rates)))
		case own.rates == 0 && own.displacements > 0:
			most = most.or(measure(math.Inf(1), key(w.RateKey), fmt.Sprintf("the %s of %s are 0 in all frames, though its %s change", w.Rates, w.Name(joint), w.Positions)))
		default:
			most = most.or(measure(own.other(alikeRates), key(w.RateKey), fmt.Sprintf("the %s of %s are %.3g times the differences of its %s over the time between frames, expected about 1", w.Rates, w.Name(joint), own.Times(), w.Positions)))
		}
	}
	return most
}

// ExchangedRates returns two joints whose rates are those of each other's positions, and not of their
// own.
func (r *Recording) ExchangedRates() (one, other int, found bool) {
	if r.Each != 1 || r.Rates == nil {
		return 0, 0, false
	}
	var unlike []int
	for joint := range r.Elements {
		if s := r.scaleOf([]int{joint}); s.Moving() && s.Rated() && !(s.Explained() > relatedRates && s.along > 0) {
			unlike = append(unlike, joint)
		}
	}
	exchanged := *r
	exchanged.Rates = slices.Clone(r.Rates)
	fits := func(joint int) bool {
		s := exchanged.scaleOf([]int{joint})
		return s.Explained() > alikeRates && s.Within(scaled)
	}
	for k, one := range unlike {
		for _, other := range unlike[k+1:] {
			exchange(exchanged.Rates, one, other, r.Elements)
			if fits(one) && fits(other) {
				return one, other, true
			}
			exchange(exchanged.Rates, one, other, r.Elements)
		}
	}
	return 0, 0, false
}

// rateScale returns the scale of all rates, which is computed once.
func (s *subject) rateScale() Scale {
	return cached(&s.scale, func() Scale { return s.smooth().RateScale() })
}

// smooth returns the recording without jumps and seams, in which rates lead from position to
// position.
func (s *subject) smooth() *Recording {
	return cached(&s.continuous, func() *Recording { return s.recording.Continuous() })
}

// Related reports whether rates are those of positions, in any unit and possibly late.
func (s Scale) Related() bool { return s.Explained() >= relatedRates && s.along > 0 }

// fits reports whether rates are about those of positions in the right unit, so that they may be
// late.
func (s Scale) fits() bool {
	return s.Related() && !(s.other(relatedRates) > scaled)
}

// ratesFit reports whether the rates of all columns fit.
func (r *Recording) ratesFit() bool { return r.RateScale().fits() }
