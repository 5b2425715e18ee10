package run

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gmnc/internal/units"
)

// These are the names of metrics.
const (
	validMetric      = "valid_mse"
	constraintMetric = "valid_constraint_error"
	velocityMetric   = "valid_velocity_mse"
	epochMetric      = "epoch"
	runsMetric       = "valid_mse_of_runs"
)

// MetricsAt returns the metrics of the weights after an epoch. They are the validation error,
// in position units squared, the constraint error there, and the error of true velocities, in
// velocity units squared. A NaN stands for an absent error.
func MetricsAt(epoch int, valid, constraint, velocity float64) map[string]string {
	metrics := map[string]string{
		validMetric: FormatNumber(valid), epochMetric: strconv.Itoa(epoch), constraintMetric: FormatNumber(constraint),
	}
	if !math.IsNaN(velocity) {
		metrics[velocityMetric] = FormatNumber(velocity)
	}
	return metrics
}

// Valid returns the lowest validation error, or +Inf for weights without one.
func (r *Run) Valid() float64 {
	valid, err := strconv.ParseFloat(r.Metrics[validMetric], 64)
	if err != nil {
		return math.Inf(1)
	}
	return valid
}

// Figures returns the epoch of the weights, the validation errors and the numbers of a Fit by their
// keys, as far as they are stored.
func (r *Run) Figures() map[string]float64 {
	figures := map[string]float64{}
	for _, key := range []string{epochMetric, validMetric, velocityMetric, constraintMetric, leftMetric, noiseMetric, mostMetric} {
		if value, err := strconv.ParseFloat(r.Metrics[key], 64); err == nil && !math.IsNaN(value) && !math.IsInf(value, 0) {
			figures[key] = value
		}
	}
	return figures
}

// Epoch returns the epoch after which the weights were taken, or 0 for weights that were not
// trained here.
func (r *Run) Epoch() int {
	epoch, err := strconv.Atoi(r.Metrics[epochMetric])
	if err != nil {
		return 0
	}
	return epoch
}

// Title returns a name for titles: the model with the epoch of its weights, or with the number
// of its runs.
func (r *Run) Title() string {
	if runs := r.Config.Model.Runs; runs > 0 {
		return fmt.Sprintf("%s, mean of %d runs", r.Config.Model.Model, runs)
	}
	if r.Unfinished() {
		return r.Config.Model.Model + ", constants not finished"
	}
	if epoch := r.Epoch(); epoch > 0 {
		return fmt.Sprintf("%s, best epoch %d", r.Config.Model.Model, epoch)
	}
	return r.Config.Model.Model
}

// TakeErrors stores the validation errors of the runs that r combines. It stores nothing unless
// all of them are errors of single predictions.
func (r *Run) TakeErrors(runs []*Run) {
	var texts []string
	for _, one := range runs {
		if !one.validOfPairs() {
			return
		}
		texts = append(texts, FormatNumber(one.Valid()))
	}
	r.Metrics = map[string]string{runsMetric: strings.Join(texts, " ")}
}

// errorsOfRuns returns the mean squared errors that TakeErrors stored, in ascending order.
func (r *Run) errorsOfRuns() (all []float64) {
	for _, text := range strings.Fields(r.Metrics[runsMetric]) {
		valid, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil
		}
		all = append(all, valid)
	}
	slices.Sort(all)
	return all
}

// Best describes the epoch of the weights and their errors: root mean squared errors in the
// units of the data, next to that of the best baseline. It returns "" for imported weights.
func (r *Run) Best() string {
	valid, _ := strconv.ParseFloat(r.Metrics[validMetric], 64) // without it best returns ""
	length, simpler := "", ""
	if data := r.Config.Data; data != nil {
		length = units.Behind(data.LengthUnit)
		if b := data.Baseline; b != nil && r.validOfPairs() {
			simpler = fmt.Sprintf("; %s has %.4g there", b.Name, math.Sqrt(b.Position))
		}
	}
	return r.best(fmt.Sprintf(", a root mean squared error of positions of %.4g%s%s%s", math.Sqrt(valid), length, r.validatedOver(), simpler))
}

// BestEpoch is like Best but omits the root mean squared error of positions, for a text that
// has already stated it.
func (r *Run) BestEpoch() string { return r.best("") }

// best describes the epoch of the weights, followed by the given text on positions, and the
// other errors.
func (r *Run) best(positions string) string {
	if _, err := strconv.ParseFloat(r.Metrics[validMetric], 64); err != nil {
		return ""
	}
	length, velocity := "", ""
	if data := r.Config.Data; data != nil {
		length, velocity = units.Behind(data.LengthUnit), units.Behind(data.VelocityUnit)
	}
	best := fmt.Sprintf("epoch %s has the lowest validation error%s", r.Metrics[epochMetric], positions)
	if squares, err := strconv.ParseFloat(r.Metrics[velocityMetric], 64); err == nil {
		best += fmt.Sprintf("; root mean squared error of velocities %.4g%s", math.Sqrt(squares), velocity)
	}
	if change, err := strconv.ParseFloat(r.Metrics[constraintMetric], 64); err == nil && change > 0 {
		best += fmt.Sprintf("; the changes in length of a system's rigid bars add up to %.2g%s", change, length)
	}
	return best + "; the epoch was chosen on these samples"
}

// validatedOver says over how many consecutive predictions the validation error was taken, or
// returns "" for an error of energies.
func (r *Run) validatedOver() string {
	if options := r.Config.Training; options != nil && options.Unroll > 1 {
		return fmt.Sprintf(" over %d predictions in a row", options.Unroll)
	}
	if r.validOfPairs() {
		return " over one prediction only"
	}
	return ""
}
