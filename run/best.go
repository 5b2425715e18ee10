package run

import (
	"fmt"
	"math"
	"strconv"

	"gmnc/internal/hundredfold"
)

// Names of metrics.
const (
	validMetric      = "valid_mse"
	constraintMetric = "valid_constraint_error"
	velocityMetric   = "valid_velocity_mse"
	epochMetric      = "epoch"
)

// MetricsAt are the metrics of the weights after an epoch: the validation
// error, in position units squared, the constraint error there, and the error of
// true velocities, in velocity units squared; NaN for none.
func MetricsAt(epoch int, valid, constraint, velocity float64) map[string]string {
	metrics := map[string]string{
		validMetric: FormatNumber(valid), epochMetric: strconv.Itoa(epoch), constraintMetric: FormatNumber(constraint),
	}
	if !math.IsNaN(velocity) {
		metrics[velocityMetric] = FormatNumber(velocity)
	}
	return metrics
}

// Valid is the lowest validation error; +Inf for weights without one.
func (r *Run) Valid() float64 {
	valid, err := strconv.ParseFloat(r.Metrics[validMetric], 64)
	if err != nil {
		return math.Inf(1)
	}
	return valid
}

// Epoch is the epoch after which the weights were taken; 0 for weights that
// were not trained here.
func (r *Run) Epoch() int {
	epoch, err := strconv.Atoi(r.Metrics[epochMetric])
	if err != nil {
		return 0
	}
	return epoch
}

// Title names the model and the epoch of its weights, or how many runs it has, for
// titles.
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

// Best says how good the weights are: the root mean squared error in the unit of the data,
// and its square in the unit of the paper's tables. It is empty for imported weights.
func (r *Run) Best() string {
	valid, err := strconv.ParseFloat(r.Metrics[validMetric], 64)
	if err != nil {
		return ""
	}
	best := fmt.Sprintf("root mean squared error %.4g on the validation samples (squared x100 %s), in epoch %s", math.Sqrt(valid), hundredfold.Text(valid), r.Metrics[epochMetric])
	if change, err := strconv.ParseFloat(r.Metrics[constraintMetric], 64); err == nil {
		best += fmt.Sprintf(", constraint error %.1e", change)
	}
	if velocity, err := strconv.ParseFloat(r.Metrics[velocityMetric], 64); err == nil {
		best += ", squared error of velocities x100 " + hundredfold.Text(velocity)
	}
	return best
}
