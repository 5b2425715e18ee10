package reproduce

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// summary compares what several seeds gave at a place with the paper.
type summary struct {
	value     float64 // mean over seeds; NaN of none
	deviation float64 // standard deviation over seeds; NaN of fewer than two
	// difference is ours less the paper's, and spreads the same in units of
	// the row's pooled spread; NaN if one of them is not known.
	difference, spreads float64
}

// summarize is in the paper's units. spread is the row's, relative.
func (t TableReport) summarize(p Place, spread float64) summary {
	values := p.values(t.Metric.of)
	nan := math.NaN()
	s := summary{nan, nan, nan, nan}
	if len(values) == 0 {
		return s
	}
	s.value = t.Metric.Scale * stat.Mean(values, nil)
	if len(values) > 1 {
		s.deviation = t.Metric.Scale * stat.StdDev(values, nil)
	}
	if p.Published != nil {
		s.difference = s.value - p.Published.Value
		s.spreads = s.difference / (spread * s.value)
		if math.Abs(s.difference) <= p.Published.Rounding {
			s.spreads = 0
		}
	}
	return s
}

// spread is the relative standard deviation over seeds, pooled over the
// places of a row: sqrt(sum (n-1) (s/m)^2 / sum (n-1)) over places with n > 1
// seeds of mean m and standard deviation s. It is relative since errors of
// large systems spread more. NaN if no place has two seeds.
func (t TableReport) spread(row string) float64 {
	squares, freedom := 0.0, 0.0
	for _, p := range t.Places {
		values := p.values(t.Metric.of)
		if p.Row.Name != row || p.Column.Average || len(values) < 2 {
			continue
		}
		mean, deviation := stat.MeanStdDev(values, nil)
		n := float64(len(values) - 1)
		squares += n * (deviation / mean) * (deviation / mean)
		freedom += n
	}
	return math.Sqrt(squares / freedom)
}
