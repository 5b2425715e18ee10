package system

import (
	"math"
	"slices"
)

// Random systems are drawn within the range of all but a few samples, because a single faulty
// sample may decide the extremes.
const (
	// leastForQuantiles is the number of samples from which on quantiles are used. With fewer
	// samples the extremes are used.
	leastForQuantiles = 20
	// leftOut is the share of the samples that is left out at each end. At least one sample is
	// left out.
	leftOut = 0.01
)

// spans holds the range of a quantity in each sample.
type spans struct{ least, most []float64 }

func (s *spans) take(r Range) {
	if r.Least <= r.Most {
		s.least, s.most = append(s.least, r.Least), append(s.most, r.Most)
	}
}

// extremes returns the range of all samples, or nil if there are none.
func (s *spans) extremes() *Range {
	if len(s.least) == 0 {
		return nil
	}
	return &Range{slices.Min(s.least), slices.Max(s.most)}
}

// typical returns the range without the share leftOut at either end, or nil if that does not
// differ from the extremes. If both extremes are integers, the quantity is a count, a type or a
// flag. Rare values of these count, so typical returns nil.
func (s *spans) typical() *Range {
	n := len(s.least)
	all := s.extremes()
	if n < leastForQuantiles || all.Least == math.Trunc(all.Least) && all.Most == math.Trunc(all.Most) {
		return nil
	}
	out := max(1, int(math.Round(leftOut*float64(n))))
	slices.Sort(s.least)
	slices.Sort(s.most)
	inner := Range{s.least[out], s.most[n-1-out]}
	if inner == *all {
		return nil
	}
	return &inner
}

// Of returns the ranges of the charges and other fields for which keep is true, and all other
// ranges.
func (r *Ranges) Of(keep func(*Field) bool) *Ranges {
	if r == nil {
		return nil
	}
	kept := *r
	if kept.Typical = r.Typical.Of(keep); !keep(Charge) {
		kept.Charge = nil
	}
	kept.Fields = slices.DeleteFunc(slices.Clone(r.Fields), func(known FieldRange) bool {
		f := FieldNamed(known.Field)
		return f != nil && !keep(f)
	})
	return &kept
}

// Drawn returns the ranges in which systems are drawn: the typical ones, if they are known.
func (r *Ranges) Drawn() *Ranges {
	if r == nil || r.Typical == nil {
		return r
	}
	drawn := *r
	drawn.Typical = nil
	for _, q := range quantities {
		if inner := *q.locate(r.Typical); inner != nil {
			*q.locate(&drawn) = inner
		}
	}
	if len(r.Typical.Fields) == len(r.Fields) {
		drawn.Fields = r.Typical.Fields
	}
	return &drawn
}
