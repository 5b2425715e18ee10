package train

import (
	"context"
	"fmt"
	"math"

	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
)

// roundingOfKernels is the largest relative difference of a mean square from one that was
// measured with other kernels. roundingOfPositions is the largest difference of their
// predictions, relative to the coordinates.
const (
	roundingOfKernels   = 1e-3
	roundingOfPositions = 1e-6
)

// checkMeasured measures the weights from which a resumed run starts, and the best ones. It
// reports an error if their validation errors differ from those that the run states, since they
// then belong to another run.
func (t *training) checkMeasured(ctx context.Context) error {
	if done := t.state.epoch; done > 0 && !math.IsNaN(t.rows[done-1].Valid) {
		_, p, err := t.chosen()
		if err != nil {
			return err
		}
		defer p.Close()
		if err := t.checkError(ctx, p, fmt.Sprintf("the weights after epoch %d (%s)", done, run.StateName), t.rows[done-1].Valid); err != nil {
			return err
		}
	}
	if !run.HasWeights(t.job.Store) {
		return nil
	}
	best, err := run.ReadUnbuilt(t.job.Store)
	if err != nil {
		return err
	}
	if err := runtime.CheckParams(t.model.Module, best.Weights); err != nil {
		return fmt.Errorf("%s cannot be resumed: its best weights: %w", t.job.Store, err)
	}
	p, err := t.predictor(func(m *ir.Module) (runtime.Session, error) { return t.mode.Open(m, best.Weights) })
	if err != nil {
		return err
	}
	defer p.Close()
	return t.checkError(ctx, p, "its best weights", best.Valid())
}

// checkError reports an error if the mean squared error of weights is not the stated one.
func (t *training) checkError(ctx context.Context, p predict.Predictor, which string, stated float64) error {
	found, err := t.measure(ctx, p, t.valid)
	if err != nil {
		return err
	}
	if sameError(found.error, stated, t.rounding()) {
		return nil
	}
	return fmt.Errorf("%s cannot be resumed: %s have the validation error %g, and it says %g: they are another run's, damaged, or of an earlier build that validated otherwise; train anew in another folder",
		t.job.Store, which, found.error, stated)
}

// sameError reports whether a mean square agrees with the stated one. Predictions may differ by
// the root mean square rounding, and then the roots of the mean squares differ by as much at
// most.
func sameError(found, stated, rounding float64) bool {
	root := math.Sqrt(stated)
	return math.Abs(math.Sqrt(found)-root) <= float64(roundingOfKernels/2*root)+rounding
}

// rounding returns the root mean square change of predictions by rounding.
func (t *training) rounding() float64 {
	var squares, count float64
	for i := range t.valid {
		for _, x := range t.valid[i].TargetPosition {
			squares, count = squares+float64(float64(x)*float64(x)), count+1
		}
	}
	return float64(roundingOfPositions * math.Sqrt(squares/max(count, 1)))
}
