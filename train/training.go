package train

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"strconv"
	"time"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/runtime"
	"gmnc/runtime/gorgonia"
)

// Observer is told how training goes on; its functions may be nil.
type Observer struct {
	// Step follows every step of an epoch of steps steps.
	Step func(epoch, step, steps int, loss float64)
	// Epoch follows every epoch, once it is saved, with the run's rows so
	// far; its error ends the training.
	Epoch func(rows []Epoch) error
}

// Job is everything a training needs.
type Job struct {
	Folder   string
	Config   RunConfig // with Training set
	Data     *datasets.Data
	Observer Observer
}

// training is a job under way.
type training struct {
	job     Job
	options Options
	samples []datasets.Sample
	valid   []datasets.Sample
	model   *builder.Model
	padded  bool // the model takes lists of neighbours that are padded
	params  *gorgonia.Params
	adam    *gorgonia.Adam
	trainer *gorgonia.Trainer
	eval    Predictor
	state   *state
	rows    []Epoch
	batch   datasets.Batch
	// perturber is nil where training samples are taken as they are.
	perturber *datasets.Perturber
	started   time.Time
	before    float64 // seconds trained before this start
}

// Train trains a new model in the job's folder, which must not hold a run
// yet. The model takes what the data set has, as ModelFor says. When ctx ends,
// so does training, after the step in progress; the epochs done are saved and
// the error is ctx's.
func Train(ctx context.Context, job Job) (*Run, error) {
	job.Config.Model = ModelFor(job.Config.Model, job.Data)
	t, err := newTraining(job, newState())
	if err != nil {
		return nil, err
	}
	defer t.close()
	release, err := createRun(job.Folder, job.Config, t.save)
	if err != nil {
		return nil, err
	}
	defer release()
	return t.run(ctx)
}

// newTraining prepares a job to go on from a state.
func newTraining(job Job, s *state) (*training, error) {
	t := &training{job: job, options: *job.Config.Training, state: s, started: time.Now()}
	if err := t.options.Validate(); err != nil {
		return nil, err
	}
	var err error
	if t.samples, err = t.options.trainingSamples(job.Data); err != nil {
		return nil, err
	}
	if t.valid, err = job.Data.Split("valid"); err != nil {
		return nil, fmt.Errorf("training chooses its weights by validation: %w", err)
	}
	if t.options.Perturb != "" {
		t.perturber = datasets.NewPerturber(t.options.Perturb, t.options.Seed)
	}
	t.padded = datasets.Padded(t.samples)
	if t.model, err = builder.New(job.Config.Model, t.padded); err != nil {
		return nil, err
	}
	if err := t.options.checkModel(job.Config.Model.Model); err != nil {
		return nil, err
	}
	return t, t.prepare()
}

// prepare draws the weights of a new run and compiles the objective and, on
// the same weights, the model for validation.
func (t *training) prepare() error {
	objective, err := ConstrainedObjective(t.model, t.options.Lambda)
	if err != nil {
		return err
	}
	if t.state.weights == nil {
		t.state.weights = WithShapes(t.model, t.model.Draw(t.options.Seed))
	}
	if t.params, err = gorgonia.NewParams(objective, t.state.weights); err != nil {
		return t.damaged(err)
	}
	t.adam = gorgonia.NewAdam(t.options.LearningRate, t.options.WeightDecay)
	if err := t.adam.Restore(t.state.adam); err != nil {
		return t.damaged(err)
	}
	level := gorgonia.Level(t.options.Level)
	if t.trainer, err = gorgonia.NewTrainer(objective, t.params, level, t.adam); err != nil {
		return err
	}
	if t.eval, err = t.predictor(level); err != nil {
		t.trainer.Close()
	}
	return err
}

// predictor runs the complete model on the weights as they are.
func (t *training) predictor(level gorgonia.Level) (Predictor, error) {
	complete, err := builder.New(t.job.Config.Model, false)
	if err != nil {
		return nil, err
	}
	session, err := gorgonia.Open(complete.Module, t.params, level)
	if err != nil {
		return nil, err
	}
	return NewRowPredictor(session), nil
}

func (t *training) close() {
	t.trainer.Close()
	t.eval.Close()
}

// run trains epoch after epoch to the end.
func (t *training) run(ctx context.Context) (*Run, error) {
	for t.state.epoch < t.options.Epochs && !t.outOfPatience() {
		if err := t.epoch(ctx, t.state.epoch+1); err != nil {
			return nil, err
		}
	}
	return ReadRun(t.job.Folder)
}

// outOfPatience tells whether the last validation came so many epochs after
// the lowest error that training ends.
func (t *training) outOfPatience() bool {
	validated := t.state.epoch - t.state.epoch%t.options.ValidEvery
	return t.options.Patience > 0 && validated-t.state.bestEpoch >= t.options.Patience
}

// epoch trains one epoch, validates if it is time to, and saves.
func (t *training) epoch(ctx context.Context, epoch int) error {
	row := Epoch{Epoch: epoch, Valid: math.NaN()}
	var err error
	if row.Train, err = t.steps(ctx, epoch); err != nil {
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
	t.state.epoch, t.state.weights, t.state.adam = epoch, t.params.Values(), t.adam.State()
	if err := t.save(); err != nil {
		return err
	}
	if t.job.Observer.Epoch != nil {
		return t.job.Observer.Epoch(t.rows)
	}
	return nil
}

// save writes what a resumed run goes on from: the metrics first, of which
// Resume takes as many rows as the state has epochs.
func (t *training) save() error {
	if err := writeMetrics(t.job.Folder, t.rows); err != nil {
		return err
	}
	return t.state.write(t.job.Folder)
}

// steps makes the steps of one epoch and returns their mean loss.
func (t *training) steps(ctx context.Context, epoch int) (float64, error) {
	order := datasets.Order(t.options.Seed, epoch, len(t.samples))
	steps, err := datasets.Batches(len(t.samples), t.options.Batch)
	if err != nil {
		return 0, err
	}
	samples := make([]datasets.Sample, t.options.Batch)
	sum := 0.0
	for step := range steps {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		rows := order[step*t.options.Batch:][:t.options.Batch]
		for i, at := range rows {
			samples[i] = t.samples[at]
		}
		t.batch.Fill(samples)
		if t.perturber != nil {
			t.perturber.Apply(&t.batch, epoch, rows)
		}
		loss, err := t.trainer.Step(t.inputs())
		if err != nil {
			return 0, t.explain(err, epoch, step, rows)
		}
		sum += loss
		if t.job.Observer.Step != nil {
			t.job.Observer.Step(epoch, step+1, steps, loss)
		}
	}
	return sum / float64(steps), nil
}

// inputs are the objective's for the batch.
func (t *training) inputs() map[string]runtime.Tensor {
	inputs := ObjectiveInputs(&t.batch, t.padded)
	if t.options.Lambda > 0 {
		maps.Copy(inputs, ConstraintInputs(&t.batch))
	}
	return inputs
}

// validate takes the validation error and, if it is the lowest so far,
// saves the weights.
func (t *training) validate(ctx context.Context, epoch int) (float64, error) {
	errs, err := evaluate(ctx, t.eval, t.valid)
	if err != nil {
		return math.NaN(), err
	}
	valid := errs.Position.Mean
	if math.IsNaN(valid) || math.IsInf(valid, 0) {
		return valid, &NonFinite{Epoch: epoch, Sample: -1, What: "validation error"}
	}
	if valid < t.state.bestValid {
		t.state.bestValid, t.state.bestEpoch = valid, epoch
		best := &Run{Config: t.job.Config, Weights: t.params.Values(), Metrics: map[string]string{
			validMetric: number(valid), epochMetric: strconv.Itoa(epoch), constraintMetric: number(errs.Constraint),
		}}
		return valid, best.writeWeights(t.job.Folder)
	}
	return valid, nil
}

// record writes down a run that a non-finite number ended, and passes the
// error on. What was saved before stays.
func (t *training) record(row Epoch, err error) error {
	nonFinite, ok := errors.AsType[*NonFinite](err)
	if !ok {
		return err
	}
	row.Note = nonFinite.Error()
	row.Time = t.before + time.Since(t.started).Seconds()
	if writeErr := writeMetrics(t.job.Folder, append(t.rows, row)); writeErr != nil {
		return errors.Join(err, writeErr)
	}
	return err
}
