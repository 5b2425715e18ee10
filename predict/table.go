package predict

import (
	"fmt"
	"math"

	"gmnc/internal/units"
)

// Row is a line of a table of errors: a name, and a value with its unit.
type Row struct{ Name, Value string }

// Units are the units of errors. Each may be empty.
type Units struct{ Length, Time, Velocity string }

// Table lists the root mean squared errors beside those of the baselines on the same samples.
// The median and the trimmed mean are over the squared errors of samples, and the roots of
// these are listed. accelerated is the result of Accelerated. A value that is NaN has no row.
func (e Errors) Table(line Baseline, accelerated float64, in Units) []Row {
	root := func(squared float64) string { return Length(math.Sqrt(squared), in.Length) }
	rows := []Row{
		{"root mean squared error", root(e.Position.Mean)},
		{"its median over samples", root(e.Position.Median)},
		{"without 1% at each end", root(e.Position.TrimmedMean)},
	}
	if !math.IsNaN(e.Velocity.Mean) {
		rows = append(rows, Row{"of velocities", Length(math.Sqrt(e.Velocity.Mean), in.Velocity)})
	}
	rows = append(rows,
		Row{"constant velocity x + vT", fmt.Sprintf("%s with T = %s, which fits these samples best", root(line.Errors.Position.Mean), Length(line.Time, in.Time))},
		Row{"rest", root(line.Rest)})
	if !math.IsNaN(accelerated) {
		rows = append(rows, Row{"constant acceleration", root(accelerated) + ", from the training samples"})
	}
	return append(rows, Row{"constraint error", fmt.Sprintf("%.3g", e.Constraint)})
}

// Length prints a number with the unit of lengths, or another one, if that is known.
func Length(value float64, unit string) string {
	return fmt.Sprintf("%.4g%s", value, units.Behind(unit))
}
