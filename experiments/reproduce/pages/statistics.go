package pages

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// summary compares the results of several seeds at a place with the paper.
type summary struct {
	value      float64 // the mean over seeds; NaN if there are none
	deviation  float64 // the standard deviation over seeds; NaN for fewer than two
	difference float64 // ours minus the paper's; NaN if one of them is not known
}

// summarize returns the summary of a place in the paper's units.
func (t TableReport) summarize(p Comparison) summary {
	values := p.values(t.Metric.Of)
	nan := math.NaN()
	s := summary{nan, nan, nan}
	if len(values) == 0 {
		return s
	}
	s.value = t.Metric.Scale * stat.Mean(values, nil)
	if len(values) > 1 {
		s.deviation = t.Metric.Scale * stat.StdDev(values, nil)
	}
	if p.Published != nil {
		s.difference = s.value - p.Published.Value
	}
	return s
}

// ratio returns a difference divided by a deviation, or NaN if that is unknown or 0.
func ratio(difference, deviation float64) float64 {
	if !(deviation > 0) {
		return math.NaN()
	}
	return difference / deviation
}
