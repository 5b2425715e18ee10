package train

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gmnc/runtime"
	"gmnc/system"
)

// NonFiniteError is the error of a training whose numbers are no longer finite. It says where, and
// what the run keeps; runtime.NonFiniteError is the error of a single step.
type NonFiniteError struct {
	Epoch, Batch int    // counted from 1
	Sample       int    // index in the training split; -1 if none stands out
	What         string // what was not finite
	Best         int    // epoch of the weights that the run keeps; 0 if it has none yet
}

func (e *NonFiniteError) Error() string {
	text := fmt.Sprintf("the %s is not finite in epoch %d", e.What, e.Epoch)
	if e.Batch > 0 {
		text += fmt.Sprintf(", batch %d", e.Batch)
		if e.Sample >= 0 {
			text += fmt.Sprintf(", training sample %d", e.Sample)
		}
	}
	kept := "no weights are kept, as none were validated before"
	if e.Best > 0 {
		kept = fmt.Sprintf("the weights of epoch %d are kept", e.Best)
	}
	return text + "; " + kept + " (a lower learning rate or another seed may help)"
}

// explain turns the trainer's refusal of a non-finite step into a NonFiniteError that names the
// sample behind it. This is the first sample whose own prediction is not finite, or else the
// one with the largest error.
func (t *training) explain(ctx context.Context, err error, epoch, step int, rows []int) error {
	refused, ok := errors.AsType[*runtime.NonFiniteError](err)
	if !ok {
		return fmt.Errorf("epoch %d, batch %d: %w", epoch, step+1, err)
	}
	found := &NonFiniteError{Epoch: epoch, Batch: step + 1, Sample: -1, What: "loss", Best: t.state.bestEpoch}
	if refused.Param != "" {
		found.What = "gradient of " + refused.Param
	}
	largest := math.Inf(-1)
	for _, at := range rows {
		errs, evalErr := t.measure(ctx, t.eval, []system.Sample{t.samples[at]})
		if evalErr != nil {
			return errors.Join(found, evalErr)
		}
		if math.IsNaN(errs.error) || math.IsInf(errs.error, 0) {
			found.Sample = at
			return found
		}
		if errs.error > largest {
			largest, found.Sample = errs.error, at
		}
	}
	return found
}
