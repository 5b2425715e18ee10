package predict

import (
	"fmt"
	"math"
)

// Row is a line of a table of errors: what it is, and its value with the unit.
type Row struct{ Name, Value string }

// Table are the errors as the paper's tables have them, beside the baselines: those of
// the same samples, and what Accelerated says. What is NaN has no row. The unit of
// lengths may be empty.
func (e Errors) Table(line Baseline, accelerated float64, unit string) []Row {
	rows := []Row{
		{"mean squared error x100", fmt.Sprintf("%.5f", 100*e.Position.Mean)},
		{"median x100", fmt.Sprintf("%.5f", 100*e.Position.Median)},
		{"1%-trimmed mean x100", fmt.Sprintf("%.5f", 100*e.Position.TrimmedMean)},
		{"constraint error", fmt.Sprintf("%.2e", e.Constraint)},
		{"root mean squared error", Length(math.Sqrt(e.Position.Mean), unit)},
		{"straight line x + vT", fmt.Sprintf("%s, with the best T, %.4g", Length(math.Sqrt(line.Errors.Position.Mean), unit), line.Time)},
	}
	rows = append(rows, Row{"rest", Length(math.Sqrt(line.Rest), unit)})
	if !math.IsNaN(accelerated) {
		rows = append(rows, Row{"constant acceleration", Length(math.Sqrt(accelerated), unit) + ", that of the training samples"})
	}
	if !math.IsNaN(e.Velocity.Mean) {
		rows = append(rows, Row{"of velocities x100", fmt.Sprintf("%.5f", 100*e.Velocity.Mean)})
	}
	return rows
}

// Length is a number with the unit of lengths, if that is known.
func Length(value float64, unit string) string {
	if unit == "" {
		return fmt.Sprintf("%.4g", value)
	}
	return fmt.Sprintf("%.4g %s", value, unit)
}
