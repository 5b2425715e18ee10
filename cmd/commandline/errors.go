package commandline

import (
	"fmt"
	"math"
	"strings"

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

	rows []predict.Row // the same as text
}

func newErrorsReport(found predict.Errors, samples []system.Sample, about datasets.About) (errorsReport, error) {
	line, err := predict.StraightLine(samples)
	return errorsReport{
		Samples: len(samples), Unit: about.LengthUnit,
		Mean: number(found.Position.Mean), Median: number(found.Position.Median), Trimmed: number(found.Position.TrimmedMean),
		RMSE: number(math.Sqrt(found.Position.Mean)), Line: number(math.Sqrt(line.Errors.Position.Mean)), Time: number(line.Time),
		Constraint: number(found.Constraint), Velocity: number(found.Velocity.Mean),
		rows: found.Table(line, about.LengthUnit),
	}, err
}

// table are the errors as the paper's tables have them, and the baseline.
func (r errorsReport) table() (text string) {
	for _, row := range r.rows {
		text += fmt.Sprintf("  %-25s %s\n", row.Name, row.Value)
	}
	return text
}

// line is the same in a line. It says a unit of several words once, and leaves out
// what a unit explains in brackets: gmnc inspect shows it.
func (r errorsReport) line() string {
	unit, _, _ := strings.Cut(r.Unit, " (")
	if strings.Contains(unit, " ") {
		return fmt.Sprintf("root mean squared error %.4g; the straight line x + vT: %.4g; in %s", r.RMSE, r.Line, unit)
	}
	return fmt.Sprintf("root mean squared error %s; the straight line x + vT: %s", predict.Length(float64(r.RMSE), unit), predict.Length(float64(r.Line), unit))
}
