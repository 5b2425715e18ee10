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

// roundingOfKernels is how far, as a share, a mean square may be from the one that was
// measured with other kernels; roundingOfPositions is by how much predictions of both may
// differ, as a share of the coordinates.
const (
	roundingOfKernels   = 1e-3
	roundingOfPositions = 1e-6
)

// checkMeasured measures the weights that a resumed run starts from, and the best ones:
// their errors are what the run says of them, or they belong to another run.
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

// checkError holds weights to a mean square error that is stated.
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

// sameError reports whether a mean square is the stated one, where predictions may differ
// by the root mean square rounding: roots of mean squares differ by as much at most.
func sameError(found, stated, rounding float64) bool {
	root := math.Sqrt(stated)
	return math.Abs(math.Sqrt(found)-root) <= float64(roundingOfKernels/2*root)+rounding
}

// rounding is the root mean square change of predictions by rounding.
func (t *training) rounding() float64 {
	var squares, count float64
	for i := range t.valid {
		for _, x := range t.valid[i].TargetPosition {
			squares, count = squares+float64(float64(x)*float64(x)), count+1
		}
	}
	return float64(roundingOfPositions * math.Sqrt(squares/max(count, 1)))
}
