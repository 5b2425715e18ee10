package checks

import (
	"gmnc/system"
)

// barsThatChange measures the mean relative change of the lengths of bars of a kind of objects,
// from input to target. It measures nothing if the model lets bars change.
func barsThatChange(s *subject) (most result) {
	if s.model != nil && s.model.Bends {
		return result{}
	}
	for _, kind := range system.ObjectKinds() {
		l := system.MeasureLengths(s.train, func(s system.Sample) [][2]int { return s.Objects.Bars(kind) })
		most = most.or(measure(l.MeanChange/l.Mean, kind.Plural, l.Mean, l.MeanChange, l.LargestChange))
	}
	return most
}

const (
	// roundedLength is the relative difference of lengths that rounding to float32, or to six
	// digits, makes. alike is the relative difference up to which bars of different samples
	// count as the same bar.
	roundedLength = 1e-3
	alike         = 0.03
)

// lengthsThatDiffer finds a bar that keeps its length within samples, but whose length differs
// a little from sample to sample.
func lengthsThatDiffer(s *subject) (most result) {
	if len(s.train) < 2 {
		return result{}
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
