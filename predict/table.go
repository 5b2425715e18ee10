package predict

import (
	"fmt"
	"math"

	"gmnc/internal/hundredfold"
	"gmnc/internal/units"
)

// Row is a line of a table of errors: a name, and a value with its unit.
type Row struct{ Name, Value string }

// Table lists the errors in the unit of lengths beside the baselines of the same samples, and
// then the squared errors as in the paper's tables. accelerated is the result of Accelerated. A
// value that is NaN has no row. The units of lengths and of times may be empty.
func (e Errors) Table(line Baseline, accelerated float64, unit, time string) []Row {
	rows := []Row{
		{"root mean squared error", Length(math.Sqrt(e.Position.Mean), unit)},
		{"constant velocity x + vT", fmt.Sprintf("%s, with the best T, %s", Length(math.Sqrt(line.Errors.Position.Mean), unit), Length(line.Time, time))},
		{"rest", Length(math.Sqrt(line.Rest), unit)},
	}
	if !math.IsNaN(accelerated) {
		rows = append(rows, Row{"constant acceleration", Length(math.Sqrt(accelerated), unit) + ", from the training samples"})
	}
	rows = append(rows,
		Row{"constraint error", fmt.Sprintf("%.3g", e.Constraint)},
		Row{"mean squared error x100", hundredfold.Text(e.Position.Mean)},
		Row{"median x100", hundredfold.Text(e.Position.Median)},
		Row{"1%-trimmed mean x100", hundredfold.Text(e.Position.TrimmedMean)})
	if !math.IsNaN(e.Velocity.Mean) {
		rows = append(rows, Row{"squared error of velocities x100", hundredfold.Text(e.Velocity.Mean)})
	}
	return rows
}

// Length prints a number with the unit of lengths, or another one, if that is known.
func Length(value float64, unit string) string {
	return fmt.Sprintf("%.4g%s", value, units.Behind(unit))
}
