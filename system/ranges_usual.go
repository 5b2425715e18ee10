package system

import (
	"math"
	"slices"
)

// Systems are drawn where all but a few samples lie: the ends of the extremes' ranges may be
// those of one sample that ran away.
const (
	// leastForQuantiles is how many samples have quantiles; of fewer the extremes count.
	leastForQuantiles = 20
	// leftOut is the share of samples that is left out at each end, one sample at least.
	leftOut = 0.01
)

// spans are the ranges of a quantity in the samples, one each.
type spans struct{ least, most []float64 }

func (s *spans) take(r Range) {
	if r.Least <= r.Most {
		s.least, s.most = append(s.least, r.Least), append(s.most, r.Most)
	}
}

// extremes is the range of all; nil of none.
func (s *spans) extremes() *Range {
	if len(s.least) == 0 {
		return nil
	}
	return &Range{slices.Min(s.least), slices.Max(s.most)}
}

// usual is the range without the leftOut ends at either end; nil where it is that of the
// extremes. Numbers that end whole are counts, types and flags, of which rare ones count, too.
func (s *spans) usual() *Range {
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

// Of are the ranges of the charges and of the other fields that keep reports.
func (r *Ranges) Of(keep func(*Field) bool) *Ranges {
	if r == nil {
		return nil
	}
	kept := *r
	if kept.Usual = r.Usual.Of(keep); !keep(Charge) {
		kept.Charge = nil
	}
	kept.Fields = slices.DeleteFunc(slices.Clone(r.Fields), func(known FieldRange) bool {
		f := FieldNamed(known.Field)
		return f != nil && !keep(f)
	})
	return &kept
}

// Drawn are the ranges that systems are drawn in: the usual ones where they are known.
func (r *Ranges) Drawn() *Ranges {
	if r == nil || r.Usual == nil {
		return r
	}
	drawn := *r
	drawn.Usual = nil
	for _, q := range quantities {
		if inner := *q.place(r.Usual); inner != nil {
			*q.place(&drawn) = inner
		}
	}
	if len(r.Usual.Fields) == len(r.Fields) {
		drawn.Fields = r.Usual.Fields
	}
	return &drawn
}
