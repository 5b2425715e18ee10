package looks

import (
	"gmnc/system"
)

// barsThatChange is the share of their length that the bars of a kind of objects change by on
// average, from input to target, unless the model lets them change.
func barsThatChange(s *seen) (most measured) {
	if s.model != nil && s.model.Bends {
		return measured{}
	}
	for _, kind := range system.ObjectKinds() {
		l := system.MeasureLengths(s.train, func(s system.Sample) [][2]int { return s.Objects.Bars(kind) })
		most = most.or(measure(l.MeanChange/l.Mean, kind.Plural, l.Mean, l.MeanChange, l.LargestChange))
	}
	return most
}

const (
	// roundedLength is the share of a length that differs where numbers are rounded to
	// float32, or to six digits, and alike is the share up to which bars of different
	// samples are meant to be the same one.
	roundedLength = 1e-3
	alike         = 0.03
)

// lengthsThatDiffer finds a bar that keeps its length within samples, and whose length
// differs a little from sample to sample.
func lengthsThatDiffer(s *seen) (most measured) {
	if len(s.train) < 2 {
		return measured{}
	}
	for _, kind := range system.ObjectKinds() {
		for _, pair := range s.train[0].Objects.Bars(kind) {
			l := system.MeasureLengths(s.train, func(sample system.Sample) [][2]int {
				if max(pair[0], pair[1]) >= sample.Particles() {
					return nil
				}
				return [][2]int{pair}
			})
			if l.MeanChange < roundedLength*l.Mean && l.Deviation < alike*l.Mean {
				most = most.or(measure(l.Deviation/l.Mean, pair[0], pair[1], kind.Name, l.Mean, l.Deviation))
			}
		}
	}
	return most
}
