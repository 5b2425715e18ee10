package pages

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// summary compares what several seeds gave at a place with the paper.
type summary struct {
	value      float64 // mean over seeds; NaN of none
	deviation  float64 // standard deviation over seeds; NaN of fewer than two
	difference float64 // ours less the paper's; NaN if one of them is not known
}

// summarize is in the paper's units.
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

// ratio is a difference in units of a deviation; NaN of one that is unknown or 0.
func ratio(difference, deviation float64) float64 {
	if !(deviation > 0) {
		return math.NaN()
	}
	return difference / deviation
}
