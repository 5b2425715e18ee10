package commandline

import (
	"fmt"
	"math"

	"gmnc/datasets"
	"gmnc/predict"
	"gmnc/system"
)

// errorsReport is the JSON object of errors: of a mean squared error the unit
// is that of positions squared.
type errorsReport struct {
	Model      string `json:"model"`
	Data       string `json:"data"`
	Split      string `json:"split"`
	Samples    int    `json:"samples"`
	Runtime    string `json:"runtime,omitempty"`
	Unit       string `json:"length_unit,omitempty"`
	Mean       number `json:"mse"`
	Median     number `json:"median_squared_error"`
	Trimmed    number `json:"trimmed_mean_squared_error"` // without 1 % at each end
	RMSE       number `json:"rmse"`
	Line       number `json:"straight_line_rmse"` // of x + v T
	Time       number `json:"straight_line_time"` // the T of the least error
	Constraint number `json:"constraint_error"`
	// Velocity is the mean squared error of true velocities, in their own unit.
	Velocity number `json:"velocity_mse"`
}

func newErrorsReport(found predict.Errors, samples []system.Sample, about datasets.About) (errorsReport, error) {
	line, err := predict.StraightLine(samples)
	return errorsReport{
		Samples: len(samples), Unit: about.LengthUnit,
		Mean: number(found.Position.Mean), Median: number(found.Position.Median), Trimmed: number(found.Position.TrimmedMean),
		RMSE: number(math.Sqrt(found.Position.Mean)), Line: number(math.Sqrt(line.Errors.Position.Mean)), Time: number(line.Time),
		Constraint: number(found.Constraint), Velocity: number(found.Velocity.Mean),
	}, err
}

// table are the errors as the paper's tables have them, and the baseline.
func (r errorsReport) table() string {
	table := fmt.Sprintf("  mean squared error x100   %.5f\n", 100*r.Mean) +
		fmt.Sprintf("  median x100               %.5f\n", 100*r.Median) +
		fmt.Sprintf("  1%%-trimmed mean x100      %.5f\n", 100*r.Trimmed) +
		fmt.Sprintf("  constraint error          %.2e\n", r.Constraint) +
		fmt.Sprintf("  root mean squared error   %s\n", r.length(r.RMSE)) +
		fmt.Sprintf("  straight line x + vT      %s, with the best T, %.4g\n", r.length(r.Line), r.Time)
	if !math.IsNaN(float64(r.Velocity)) {
		table += fmt.Sprintf("  of velocities x100        %.5f\n", 100*r.Velocity)
	}
	return table
}

// line is the same in a line.
func (r errorsReport) line() string {
	return fmt.Sprintf("root mean squared error %s; the straight line x + vT: %s", r.length(r.RMSE), r.length(r.Line))
}

// length is a number with the data's unit, if that is known.
func (r errorsReport) length(value number) string {
	text := fmt.Sprintf("%.4g", float64(value))
	if r.Unit != "" {
		text += " " + r.Unit
	}
	return text
}
