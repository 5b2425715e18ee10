package train

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"time"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// Observer receives the progress of a training; its functions may be nil.
type Observer struct {
	// Step follows every step of an epoch of steps steps.
	Step func(epoch, step, steps int, loss float64)
	// Epoch follows every epoch, once it is saved, with the run's rows so
	// far; its error ends the training. An epoch is saved while the first step of
	// the next one is made, so its Step comes after.
	Epoch func(rows []run.Epoch) error
	// Validated follows every validation, with what predicts by the weights that
	// were validated, in every rank; its error ends the training.
	Validated func(ctx context.Context, epoch int, p predict.Predictor) error
	// Notice is given a sentence that the user should read.
	Notice func(text string)
}

// Job is everything a training needs.
type Job struct {
	Store  run.Store  // of the run; an epoch is written on another goroutine
	Config run.Config // with Training set
	Data   *datasets.Data
	Engine runtime.Engine // trains at the options' level; package engines has the table
	// Ranks train together, each with this job; nil is one process. The first
	// alone reads and writes the store; all have the same bits as one process.
	Ranks runtime.Ranks
	// Init are the first weights; a weight of the model that is not among them by
	// name and shape is drawn. A resumed training does not need them.
	Init map[string]runtime.Tensor
	// Schedule, unless nil, sets the learning rate of every epoch in place of
	// the one that the options name; a resumed training needs the same.
	Schedule Schedule
	Observer Observer
}

// training is a job under way.
type training struct {
	job       Job
	options   run.Options
	samples   []system.Sample
	valid     []system.Sample
	model     *builder.Model
	padded    bool // the model takes lists of neighbours that are padded
	mode      runtime.Mode
	objective *ir.Module
	trainer   runtime.Trainer
	eval      predict.Predictor
	state     *state
	rows      []run.Epoch
	saving    chan error // of the epoch that is being saved; nil for none
	batch     system.Batch
	// perturber is nil where training samples are taken as they are.
	perturber *system.Perturber
	noise     *system.Noise // nil for none
	started   time.Time
	before    float64 // seconds trained before this start
}

// Train trains a new model in the job's store, which must not hold a run
// yet. The model takes what the data set has, as run.ModelFor says. When ctx ends,
// so does training, after the step in progress; the epochs done are saved and
// the error is ctx's.
func Train(ctx context.Context, job Job) (*run.Run, error) {
	job.Config.Model = job.model()
	job.Config.Kernels = nil
	job.share()
	job.noteKernels()
	t, err := newTraining(job, newState())
	if err != nil {
		return nil, err
	}
	defer t.close()
	release, err := run.Create(job.Store, job.Config, t.save)
	if err != nil {
		return nil, err
	}
	defer release()
	t.tellNotices()
	return t.run(ctx)
}

// model is the model that the job trains.
func (j *Job) model() builder.Config {
	config := j.Config.Model
	config.TrueVelocity = j.Config.Training.Velocity > 0
	return run.ModelFor(config, j.Data)
}

// newTraining prepares a job to go on from a state.
func newTraining(job Job, s *state) (*training, error) {
	t := &training{job: job, options: *job.Config.Training, state: s, started: time.Now()}
	if err := t.options.Validate(); err != nil {
		return nil, err
	}
	if err := job.checkRanks(); err != nil {
		return nil, err
	}
	err := run.CheckData(job.Config.Model, job.Data)
	if err != nil {
		return nil, err
	}
	if err := run.CheckMasses(job.Config.Model, job.Data); err != nil {
		return nil, err
	}
	if t.samples, err = trainingSamples(t.options, job.Data); err != nil {
		return nil, err
	}
	if t.valid, err = job.Data.Split("valid"); err != nil {
		return nil, fmt.Errorf("training chooses its weights by validation: %w", err)
	}
	if t.options.Perturb != "" {
		t.perturber = system.NewPerturber(t.options.Perturb, t.options.Seed)
	}
	if t.options.Noise > 0 {
		t.noise = system.NewNoise(t.options.Noise, run.Time(job.Data), t.options.Seed)
	}
	if t.mode, err = job.Engine.Level(t.options.Level); err != nil {
		return nil, err
	}
	t.batch.Ragged = t.mode.Ragged
	t.padded = system.Listed(t.samples) || system.Padded(t.samples) && !t.mode.Ragged
	if t.model, err = builder.New(job.Config.Model, t.padded); err != nil {
		return nil, err
	}
	if err := checkModel(t.options, job.Config.Model.Model); err != nil {
		return nil, err
	}
	if err := t.checkEnergyModel(); err != nil {
		return nil, err
	}
	return t, t.prepare()
}

// prepare draws the weights of a new run and compiles the objective and, on
// the same weights, the model for validation.
func (t *training) prepare() error {
	objective, err := ObjectiveOf(t.model, t.loss())
	if err != nil {
		return err
	}
	t.objective = objective
	if t.state.weights == nil {
		if t.state.weights, err = t.firstWeights(); err != nil {
			return err
		}
		if t.options.EMA > 0 {
			t.state.average = copied(t.state.weights)
		}
	}
	if err := runtime.CheckParams(objective, t.state.weights); err != nil {
		return t.damaged(err)
	}
	if err := t.checkAverage(); err != nil {
		return err
	}
	solver := runtime.Solver{LearningRate: t.options.LearningRate, WeightDecay: t.options.WeightDecay, Ranks: t.job.Ranks}
	if t.trainer, err = t.mode.Train(objective, t.state.weights, solver); err != nil {
		return err
	}
	if err := t.trainer.Restore(t.state.adam); err != nil {
		return errors.Join(t.damaged(err), t.trainer.Close())
	}
	if t.eval, err = t.predictor(t.trainer.Session); err != nil {
		t.trainer.Close()
	}
	return err
}

// loss is what the options ask for.
func (t *training) loss() Loss {
	loss := Loss{Lambda: t.options.Lambda, Velocity: t.options.Velocity, Unroll: t.options.Unroll}
	if t.options.Loss == run.Huber {
		loss.Huber = run.HuberLengths * run.Length(t.job.Data)
	}
	return loss
}

// predictor runs the complete model in a session that open makes.
func (t *training) predictor(open func(*ir.Module) (runtime.Session, error)) (predict.Predictor, error) {
	complete, err := builder.New(t.job.Config.Model, false)
	if err != nil {
		return nil, err
	}
	session, err := open(complete.Module)
	if err != nil {
		return nil, err
	}
	own := predict.NewRowPredictor(predict.ForModule(session, complete.Module), t.mode.Ragged)
	return predict.Shared(own, t.job.Ranks), nil
}

func (t *training) close() {
	t.trainer.Close()
	t.eval.Close()
}

// run trains epoch after epoch to the end.
func (t *training) run(ctx context.Context) (*run.Run, error) {
	for t.state.epoch < t.options.Epochs && !t.outOfPatience() {
		if err := t.epoch(ctx, t.state.epoch+1); err != nil {
			return nil, err
		}
	}
	if err := t.saved(); err != nil {
		return nil, err
	}
	return t.result()
}

// outOfPatience reports whether the last validation came Options.Patience
// epochs or more after the lowest error, which ends the training.
func (t *training) outOfPatience() bool {
	validated := t.state.epoch - t.state.epoch%t.options.ValidEvery
	return t.options.Patience > 0 && validated-t.state.bestEpoch >= t.options.Patience
}

// epoch trains one epoch, validates if it is time to, and begins to save.
func (t *training) epoch(ctx context.Context, epoch int) error {
	row := run.Epoch{Epoch: epoch, Valid: math.NaN()}
	var err error
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
	t.rows = append(t.rows, row)
	if t.state.adam, err = t.trainer.State(); err != nil {
		return err
	}
	t.state.epoch, t.state.weights = epoch, t.trainer.Params()
	t.saveMeanwhile()
	return nil
}

// steps makes the steps of one epoch and returns their mean loss. The epoch before
// is saved after the first.
func (t *training) steps(ctx context.Context, epoch int) (float64, error) {
	order := Order(t.options.Seed, epoch, len(t.samples))
	steps, err := t.batches()
	if err != nil {
		return 0, err
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
		t.average((epoch-1)*steps + step + 1)
		sum += loss
		if t.job.Observer.Step != nil {
			t.job.Observer.Step(epoch, step+1, steps, loss)
		}
	}
	return sum / float64(steps), nil
}

// step makes a step on the batch and returns the loss before it.
func (t *training) step(samples []system.Sample) (loss float64, err error) {
	batch := inputsOf(t.model, t.options, &t.batch, samples, t.padded)
	if steps := t.options.Unroll; steps > 1 {
		maps.Copy(batch.Inputs, UnrolledInputs(samples, steps, t.options.Velocity > 0))
	}
	predict.Match(batch, t.objective)
	gradients, err := t.trainer.Gradients(batch)
	if err != nil {
		return 0, err
	}
	clip(gradients, t.options.Clip)
	return gradients.Loss, t.trainer.Step(gradients)
}

// validate takes the validation error and, if it is the lowest so far,
// saves the weights.
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
		return found.error, &NonFinite{Epoch: epoch, Sample: -1, What: "validation error", Best: t.state.bestEpoch}
	}
	if t.job.Observer.Validated != nil {
		if err := t.job.Observer.Validated(ctx, epoch, p); err != nil {
			return found.error, err
		}
	}
	if found.error < t.state.bestValid {
		t.state.bestValid, t.state.bestEpoch = found.error, epoch
		best := &run.Run{Config: t.job.Config, Weights: weights, Metrics: run.MetricsAt(epoch, found.error, found.constraint, found.velocity)}
		return found.error, best.WriteWeights(t.job.Store)
	}
	return found.error, nil
}

// measured are errors of samples. The error of positions, or of energies and
// forces, chooses the weights. The others are NaN where there is nothing to measure.
type measured struct{ error, constraint, velocity float64 }

func (t *training) measure(ctx context.Context, p predict.Predictor, samples []system.Sample) (measured, error) {
	if hasEnergy(t.model) {
		found, err := energyError(ctx, p, samples)
		return measured{found, math.NaN(), math.NaN()}, err
	}
	errs, err := predict.Evaluate(ctx, p, samples)
	found := measured{errs.Position.Mean, errs.Constraint, math.NaN()}
	if t.options.Velocity > 0 {
		found.velocity = errs.Velocity.Mean
	}
	return found, err
}

// record writes down a run that a non-finite number ended, and passes the
// error on. Files saved before stay.
func (t *training) record(row run.Epoch, err error) error {
	nonFinite, ok := errors.AsType[*NonFinite](err)
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
