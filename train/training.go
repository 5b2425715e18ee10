package train

import (
	"context"
	"errors"
	"maps"
	"math"
	"time"

	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// training is a job in progress.
type training struct {
	job       Job
	options   run.Options
	samples   []system.Sample
	parts     *partsOfRecordings // of unstopped; nil if they are not known
	valid     []system.Sample
	model     *graph.Model
	padded    bool // the model takes padded lists of neighbors
	mode      runtime.Mode
	objective *ir.Module
	stage     // the stage of the objective
	trainer   runtime.Trainer
	eval      predict.Predictor
	state     *state
	rows      []run.Epoch
	saving    chan error // receives the result of a save in progress; nil if there is none
	batch     system.Batch
	// perturber is nil if training samples are taken as they are.
	perturber *system.Perturber
	noise     *system.Noise // nil if there is none
	started   time.Time
	before    float64 // seconds of training before this start
}

// close closes the trainer and the predictor for validation, if they are open.
func (t *training) close() error {
	if t.trainer == nil {
		return nil
	}
	err := errors.Join(t.eval.Close(), t.trainer.Close())
	t.trainer, t.eval = nil, nil
	return err
}

// closeAfter closes the training and joins an error of closing to *err. If closing succeeds,
// *err stays as it is.
func (t *training) closeAfter(err *error) {
	if failed := t.close(); failed != nil {
		*err = errors.Join(*err, failed)
	}
}

// run trains all remaining epochs and then fits the constants.
func (t *training) run(ctx context.Context) (*run.Run, error) {
	for t.state.epoch < t.options.Epochs && !t.outOfPatience() {
		if err := t.epoch(ctx, t.state.epoch+1); err != nil {
			return nil, err
		}
	}
	if err := t.saved(); err != nil {
		return nil, err
	}
	trained, err := t.result()
	if err == nil {
		err = t.fitConstants(ctx, trained)
	}
	return trained, err
}

// outOfPatience reports whether the last validation came Options.Patience epochs or more after
// the lowest error, which ends the training. The count starts at the first epoch of the last
// stage, if that is later.
func (t *training) outOfPatience() bool {
	validated := t.state.epoch - t.state.epoch%t.options.ValidEvery
	before := validated
	for before > 0 && t.last(t.stageIn(before)) {
		before--
	}
	return t.options.Patience > 0 && validated-max(t.state.bestEpoch, before) >= t.options.Patience
}

// epoch trains one epoch, validates if it is due, and starts to save.
func (t *training) epoch(ctx context.Context, epoch int) error {
	row := run.Epoch{Epoch: epoch, Valid: math.NaN()}
	err := t.refine(epoch)
	if err != nil {
		return errors.Join(err, t.saved()) // saves the previous epoch
	}
	if row.Train, err = t.steps(ctx, epoch); err != nil {
		if saveErr := t.saved(); saveErr != nil {
			return saveErr
		}
		row.Train = math.NaN()
		return t.record(row, err)
	}
	if epoch%t.options.ValidEvery == 0 || epoch == t.options.Epochs {
		if row.Valid, err = t.validate(ctx, epoch); err != nil {
			return t.record(row, err)
		}
	}
	row.Time = t.before + time.Since(t.started).Seconds()
	if t.state.adam, err = t.trainer.State(); err != nil {
		return err
	}
	t.state.epoch, t.state.weights = epoch, t.trainer.Params()
	row.Constants = (&run.Run{Config: run.Config{Model: t.model.Config}, Weights: t.state.weights}).Constants()
	t.rows = append(t.rows, row)
	t.saveMeanwhile()
	return nil
}

// steps makes the steps of one epoch and returns their mean loss. The previous epoch is saved
// by the end of the first step.
func (t *training) steps(ctx context.Context, epoch int) (float64, error) {
	order := Order(t.options.Seed, epoch, len(t.samples))[:t.drawn(len(t.samples))]
	steps, err := t.batches()
	if err != nil {
		return 0, err
	}
	if t.fitsFromItsStart() {
		steps = 1
	}
	samples := make([]system.Sample, min(t.options.Batch, len(t.samples)))
	sum := 0.0
	for step := range steps {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		if err := t.setRate(epoch, step, steps); err != nil {
			return 0, err
		}
		rows := order[step*t.options.Batch : min((step+1)*t.options.Batch, len(order))]
		samples = samples[:len(rows)]
		for i, at := range rows {
			samples[i] = t.samples[at]
		}
		if t.noise != nil {
			t.noise.Apply(samples, epoch, rows)
		}
		t.batch.Fill(samples)
		if t.perturber != nil {
			t.perturber.Apply(&t.batch, epoch, rows)
		}
		loss, err := t.step(samples)
		if saveErr := t.saved(); saveErr != nil {
			return 0, saveErr
		}
		if err != nil {
			return 0, t.explain(ctx, err, epoch, step, rows)
		}
		t.average(t.state.adam.Step + step + 1)
		sum += loss
		if t.job.Observer.Step != nil {
			t.job.Observer.Step(epoch, step+1, steps, loss)
		}
	}
	return sum / float64(steps), nil
}

// step makes a step on the batch and returns the loss before it, in squared position units.
func (t *training) step(samples []system.Sample) (loss float64, err error) {
	gradients, err := t.trainer.Gradients(t.inputs(&t.batch, samples))
	if err != nil {
		return 0, err
	}
	clip(gradients, t.options.Clip)
	return gradients.Loss * t.model.Config.Scale.Squared(), t.trainer.Step(gradients)
}

// inputs returns the objective's inputs for a batch of samples.
func (t *training) inputs(from *system.Batch, samples []system.Sample) runtime.Batch {
	batch := inputsOf(t.model, t.options, from, samples, t.padded)
	if steps := t.unroll; steps > 1 {
		maps.Copy(batch.Inputs, UnrolledInputs(samples, steps, t.options.Velocity > 0))
		maps.Copy(batch.Inputs, frameInputs(samples, steps, t.model.Config.PerFrame))
	}
	predict.Match(batch, t.objective)
	return batch
}

// record writes the row of an epoch that a non-finite number ended, and returns the error.
// Files saved before stay.
func (t *training) record(row run.Epoch, err error) error {
	nonFinite, ok := errors.AsType[*NonFiniteError](err)
	if !ok {
		return err
	}
	row.Note = nonFinite.Error()
	row.Time = t.before + time.Since(t.started).Seconds()
	if writeErr := run.WriteMetrics(t.job.Store, append(t.rows, row)); writeErr != nil {
		return errors.Join(err, writeErr)
	}
	return err
}
