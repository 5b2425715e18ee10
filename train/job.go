package train

import (
	"context"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/fields"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
)

// Observer receives the progress of a training; its functions may be nil.
type Observer struct {
	// Step is called after every optimizer step; steps is their number in the epoch.
	Step func(epoch, step, steps int, loss float64)
	// Epoch follows every epoch, once it is saved, with the run's rows so
	// far; its error ends the training. An epoch is saved while the first step of
	// the next one is made, so its Step comes after.
	Epoch func(rows []run.Epoch) error
	// Validated follows every validation, with what predicts by the weights that
	// were validated, in every rank; its error ends the training.
	Validated func(ctx context.Context, epoch int, p predict.Predictor) error
	// Fit follows every pass of the fit of constants, which comes after the last epoch, with
	// the root of the mean square of what is left, in units of the noise as estimated by then.
	// There are shooting.MostPasses at most.
	Fit func(pass int, left float64)
	// Notice is called with a message for the user.
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
	// name and shape is drawn. Fewer than nine tenths of all are refused unless
	// InitPartly. A resumed training does not need them.
	Init       map[string]runtime.Tensor
	InitPartly bool
	// From is the configuration of the run that Init are from, whose scales the model
	// keeps; nil if there is none.
	From *run.Config
	// Schedule, unless nil, sets the learning rate of every epoch in place of
	// the one that the options name; a resumed training needs the same.
	Schedule Schedule
	Observer Observer
}

// Train trains a new model in the job's store, which must not hold a run
// yet. The model takes what the data set has, as run.ModelFor says. When ctx ends,
// so does training, after the step in progress; the epochs done are saved and
// the error is ctx's.
func Train(ctx context.Context, job Job) (trained *run.Run, err error) {
	t, err := newRun(job)
	if err != nil {
		return nil, err
	}
	defer t.closeAfter(&err)
	release, err := run.Create(t.job.Store, t.job.Config, t.save)
	if err != nil {
		return nil, err
	}
	defer release()
	t.tellNotices()
	return t.run(ctx)
}

// Check reports what would keep Train from beginning, except for the store's run. All
// ranks call it together.
func Check(job Job) error {
	t, err := newRun(job)
	if err != nil {
		return err
	}
	return t.close()
}

// newRun prepares the training of a new run.
func newRun(job Job) (*training, error) {
	job, err := job.withPart()
	if err != nil {
		return nil, err
	}
	if job.Config.Model, err = job.model(); err != nil {
		return nil, err
	}
	if weights, err := builder.CountWeights(job.Config.Model); err == nil && weights == 0 {
		job.Config.Training = oneEpoch(*job.Config.Training)
	}
	job.Config.Kernels = nil
	job.share()
	job.noteKernels()
	return newTraining(job, newState())
}

// withPart is the job with the training samples that its options ask for: nothing of
// a run depends on the others, its units and ranges included.
func (j Job) withPart() (Job, error) {
	size := j.Config.Training.TrainSize
	if size <= 0 {
		return j, nil
	}
	samples, err := j.Data.Split("train")
	if err != nil {
		return j, err
	}
	if size > len(samples) {
		return j, fields.Errorf("{train_size} asks for %d samples; the training split has %d", size, len(samples))
	}
	data := *j.Data
	data.Train = samples[:size]
	j.Data = &data
	if j.Config.Data != nil {
		info := *j.Config.Data
		info.Describe(&data)
		j.Config.Data = &info
	}
	return j, nil
}

// model is the model that the job trains.
func (j *Job) model() (config.Config, error) {
	config := j.Config.Model
	config.TrueVelocity = j.Config.Training.Velocity > 0
	config = run.ModelFor(config, j.Data)
	if j.From != nil {
		return run.WithScalesOf(*j.From, config, j.Data)
	}
	config.Scale, _ = run.ScaleFor(j.Config.Training.Scale, config, j.Data)
	return config, nil
}

// Untrained is the run of a job before its first epoch: of a model without networks, it is known
// mechanics alone.
func Untrained(job Job) (*run.Run, error) {
	config := job.Config
	var err error
	if config.Model, err = job.model(); err != nil {
		return nil, err
	}
	model, err := builder.New(config.Model, false)
	if err != nil {
		return nil, err
	}
	return run.NewBuilt(config, model, run.WithShapes(model, model.Draw(config.Training.Seed)))
}
