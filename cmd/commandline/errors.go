package commandline

import (
	"fmt"
	"math"
	"strings"

	"gmnc/datasets"
	"gmnc/internal/units"
	"gmnc/predict"
	"gmnc/predict/conformal"
	"gmnc/system"
)

// errorsReport is the JSON object of errors. A mean squared error is in the unit of positions,
// squared.
type errorsReport struct {
	Model   string `json:"model"`
	Data    string `json:"data"`
	Split   string `json:"split"`
	Samples int    `json:"samples"`
	Runtime string `json:"runtime,omitempty"`
	Unit    string `json:"length_unit,omitempty"`
	Mean    number `json:"mse"`
	Median  number `json:"median_squared_error"`
	Trimmed number `json:"trimmed_mean_squared_error"` // without 1 % at each end
	RMSE    number `json:"rmse"`
	Line    number `json:"straight_line_rmse"` // of x + v T
	Time    number `json:"straight_line_time"` // the T of the least error
	Rest    number `json:"rest_rmse"`
	// Accelerated is the error of the constant acceleration of the data's training
	// samples.
	Accelerated number `json:"constant_acceleration_rmse"`
	Constraint  number `json:"constraint_error"`
	// Velocity is the mean squared error of true velocities, in their own unit.
	Velocity number `json:"velocity_mse"`
	// Radius holds the measurements of the model's radius. It is absent if the model has none.
	Radius *conformal.Measured `json:"radius,omitempty"`
	// Rolled holds the measurements of the radii of a file of several steps.
	Rolled []conformal.MeasuredStep `json:"rolled_radius,omitempty"`
	// Spread says how far apart the runs of the model are. It is absent for a single run.
	Spread *conformal.Spread `json:"spread,omitempty"`

	rows     []predict.Row // the same as text
	timeUnit string        // the unit of Time, or "" if it is not known

	best     string // the name of the best baseline
	bestRMSE number
}

func newErrorsReport(found predict.Errors, samples []system.Sample, data *datasets.Data) (errorsReport, error) {
	line, err := predict.StraightLine(samples)
	accelerated, about := predict.Accelerated(data.Train, samples), data.About
	best, mean := line.Best(accelerated)
	timeUnit := units.TimeOf(about.VelocityUnit, about.LengthUnit)
	return errorsReport{
		timeUnit: timeUnit,
		best:     best, bestRMSE: number(math.Sqrt(mean)),
		Samples: len(samples), Unit: about.LengthUnit,
		Mean: number(found.Position.Mean), Median: number(found.Position.Median), Trimmed: number(found.Position.TrimmedMean),
		RMSE: number(math.Sqrt(found.Position.Mean)), Line: number(math.Sqrt(line.Errors.Position.Mean)), Time: number(line.Time),
		Rest: number(math.Sqrt(line.Rest)), Accelerated: number(math.Sqrt(accelerated)),
		Constraint: number(found.Constraint), Velocity: number(found.Velocity.Mean),
		rows: found.Table(line, accelerated, predict.Units{Length: about.LengthUnit, Time: timeUnit, Velocity: about.VelocityUnit}),
	}, err
}

// worse says that the model has a larger error than the best baseline, or returns "".
func (r errorsReport) worse() string {
	if r.RMSE <= r.bestRMSE {
		return ""
	}
	return fmt.Sprintf("the model is worse on these samples than %s, which has %.4g", r.best, r.bestRMSE)
}

// table returns the errors and the baselines as lines of a name and a value.
func (r errorsReport) table() (text string) {
	rows := r.rows
	if r.Radius != nil {
		rows = append(rows, r.Radius.Table(r.Unit)...)
	}
	for _, step := range r.Rolled {
		rows = append(rows, step.Table(r.Unit)...)
	}
	if r.Spread != nil {
		rows = append(rows, r.Spread.Table(r.Unit)...)
	}
	for _, row := range rows {
		text += fmt.Sprintf("  %-25s %s\n", row.Name, row.Value)
	}
	return text
}

// line returns the errors in one line. It says a unit of several words only once, and leaves
// out what a unit explains in brackets, which gmnc inspect shows.
func (r errorsReport) line() string {
	unit := units.Short(r.Unit)
	each, end := " "+unit, ""
	if strings.Contains(unit, " ") {
		each, end = "", "; in "+unit
	}
	if unit == "" {
		each = ""
	}
	with := ""
	if r.timeUnit != "" {
		with = " with T = " + predict.Length(float64(r.Time), r.timeUnit)
	}
	text := fmt.Sprintf("root mean squared error %.4g%s; constant velocity x + vT%s: %.4g%s, rest: %.4g%s", r.RMSE, each, with, r.Line, each, r.Rest, each)
	if !math.IsNaN(float64(r.Accelerated)) {
		text += fmt.Sprintf(", constant acceleration: %.4g%s", r.Accelerated, each)
	}
	return text + end
}
