package train

import (
	"context"
	"fmt"
	"math"

	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
)

// validate measures the validation error and, if it is the lowest so far, saves the weights. A
// stage before the last may fail at what the last one learns. Its error is then NaN if it is
// not finite, as if there had been no validation.
func (t *training) validate(ctx context.Context, epoch int) (float64, error) {
	weights, p, err := t.chosen()
	if err != nil {
		return math.NaN(), err
	}
	defer p.Close()
	found, err := t.measure(ctx, p, t.valid)
	if err != nil {
		return math.NaN(), err
	}
	if math.IsNaN(found.error) || math.IsInf(found.error, 0) {
		if !t.last(t.stage) {
			t.notice(fmt.Sprintf("epoch %d: the validation error is not finite, and the stage is not the last: no weights are chosen by it", epoch))
			return math.NaN(), nil
		}
		return found.error, &NonFiniteError{Epoch: epoch, Sample: -1, What: "validation error", Best: t.state.bestEpoch}
	}
	if t.job.Observer.Validated != nil {
		if err := t.job.Observer.Validated(ctx, epoch, p); err != nil {
			return found.error, err
		}
	}
	if found.error < t.state.bestValid {
		t.state.bestValid, t.state.bestEpoch = found.error, epoch
		best := &run.Run{Config: t.job.Config, Weights: weights, Metrics: run.MetricsAt(epoch, found.error, found.constraint, found.velocity)}
		best.SetUnfinished(len(t.moving()) > 0) // until fitConstants ends
		return found.error, best.WriteWeights(t.job.Store)
	}
	return found.error, nil
}

// measured holds errors of samples; those of stretches are means over their steps. The error of
// positions, or of energies and forces, chooses the weights. The others are NaN if there is
// nothing to measure.
type measured struct{ error, constraint, velocity float64 }

func (t *training) measure(ctx context.Context, p predict.Predictor, samples []system.Sample) (measured, error) {
	if hasEnergy(t.model) {
		found, err := energyError(ctx, p, samples)
		return measured{found, math.NaN(), math.NaN()}, err
	}
	evaluate := predict.Evaluate
	if t.options.Unroll > 1 {
		evaluate = t.overSteps
	}
	errs, err := evaluate(ctx, p, samples)
	found := measured{errs.Position.Mean, errs.Constraint, math.NaN()}
	if t.options.Velocity > 0 {
		found.velocity = errs.Velocity.Mean
	}
	return found, err
}
