package looks

import (
	"fmt"

	"gmnc/system"
)

// soft is the share of their length that bars change by on average, from input to
// target, where they are none: vibrating bonds change by less.
const soft = 0.05

// barsThatChange finds a kind of objects whose bars are not rigid, unless the model
// lets them change.
func barsThatChange(s *seen) string {
	if s.model != nil && s.model.Bends {
		return ""
	}
	for _, kind := range system.ObjectKinds() {
		l := system.MeasureLengths(s.train, func(s system.Sample) [][2]int { return s.Objects.Bars(kind) })
		if l.Count > 0 && l.MeanChange > soft*l.Mean {
			return fmt.Sprintf("the %s of the training samples are not rigid: their lengths of %.3g change by %.2g on average, at most by %.2g",
				kind.Plural, l.Mean, l.MeanChange, l.LargestChange)
		}
	}
	return ""
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
func lengthsThatDiffer(s *seen) string {
	if len(s.train) < 2 {
		return ""
	}
	for _, kind := range system.ObjectKinds() {
		for _, pair := range s.train[0].Objects.Bars(kind) {
			l := system.MeasureLengths(s.train, func(sample system.Sample) [][2]int {
				if max(pair[0], pair[1]) >= sample.Particles() {
					return nil
				}
				return [][2]int{pair}
			})
			if l.MeanChange < roundedLength*l.Mean && l.Deviation > roundedLength*l.Mean && l.Deviation < alike*l.Mean {
				return fmt.Sprintf("the bar (%d, %d) of a %s keeps its length within samples, and is %.5g +- %.2g long from sample to sample",
					pair[0], pair[1], kind.Name, l.Mean, l.Deviation)
			}
		}
	}
	return ""
}
