package train

import (
	"context"
	"errors"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/fields"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
)

// Observer receives the progress of a training. Its functions may be nil.
type Observer struct {
	// Step is called after every optimizer step. steps is the number of steps in the epoch.
	Step func(epoch, step, steps int, loss float64)
	// Epoch is called after every epoch, once it is saved, with all rows of the run so far. An
	// error from it ends the training. An epoch is saved during the first step of the next one,
	// and Step is called for that step afterwards.
	Epoch func(rows []run.Epoch) error
	// Validated is called after every validation, in every rank, with a predictor of the
	// validated weights. An error from it ends the training.
	Validated func(ctx context.Context, epoch int, p predict.Predictor) error
	// Fit is called after every pass of the fit of constants, which comes after the last epoch.
	// left is the root mean square of the residuals, in units of the noise as estimated by
	// then. There are shooting.MostPasses passes at most.
	Fit func(pass int, left float64)
	// Notice is called with a message for the user.
	Notice func(text string)
}

// Job holds everything that a training needs.
type Job struct {
	Store  run.Store  // store of the run; each epoch is written on another goroutine
	Config run.Config // with Training set; without a Version, it gets that of this build
	Data   *datasets.Data
	Engine runtime.Engine // trains at the options' level; package engines lists the engines
	// Ranks are the processes that train together, each with this job. Nil is one process. Only
	// the first rank reads and writes the store, and all have the same bits as one process.
	Ranks runtime.Ranks
	// Init holds the first weights. A weight of the model that Init lacks, by name and shape,
	// is drawn at random. If Init has fewer than nine tenths of the weights, it is refused
	// unless InitPartly is true. A resumed training does not need Init.
	Init       map[string]runtime.Tensor
	InitPartly bool
	// From is the configuration of the run from which Init comes, or nil. The model keeps its
	// scales.
	From *run.Config
	// Schedule, if not nil, sets the learning rate of every epoch in place of the schedule that
	// the options name. A resumed training needs the same.
	Schedule Schedule
	Observer Observer
}

// Train trains a new model in the job's store, which must not hold a run yet. The model takes
// the fields that the data set has, as run.ModelFor says. If ctx ends, the training ends after
// the step in progress. Its finished epochs are saved, and the error is that of ctx.
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
	t.sendNotices()
	return t.run(ctx)
}

// Check reports any error that would keep Train from beginning, except for a run in the store.
// All ranks call it together.
func Check(job Job) error {
	t, err := newRun(job)
	if err != nil {
		return err
	}
	return t.close()
}

// newRun prepares the training of a new run.
func newRun(job Job) (*training, error) {
	job, err := job.complete()
	if err != nil {
		return nil, err
	}
	if job, err = job.withPart(); err != nil {
		return nil, err
	}
	if job.Config.Model, err = job.model(); err != nil {
		return nil, err
	}
	if weights, err := builder.CountWeights(job.Config.Model); err == nil && weights == 0 {
		job.Config.Training = oneEpoch(*job.Config.Training)
	}
	job.Config.Kernels = nil
	job.shareStore()
	job.noteKernels()
	return newTraining(job, newState())
}

// complete returns the job with the version of this build if it has none, and reports what the
// job lacks. Only the first rank needs a store.
func (j Job) complete() (Job, error) {
	switch {
	case j.Config.Training == nil:
		return j, errors.New("the job has no Config.Training: give it options, such as run.DefaultOptions")
	case j.Data == nil:
		return j, errors.New("the job has no Data: give it a data set, such as datasets.Read returns")
	case j.Store == nil && runtime.Together(j.Ranks).Rank() == 0:
		return j, errors.New("the job has no Store: give it one for the run, such as run.Folder or run.NewMemory")
	}
	if j.Config.Version == "" {
		j.Config.Version = run.Version()
	}
	return j, nil
}

// withPart returns the job with the number of training samples that its options ask for.
// Nothing in a run depends on the others, not even its units and ranges.
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

// model returns the configuration of the model that the job trains.
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

// Untrained returns the run of a job before its first epoch. If the model has no networks, this
// is known mechanics alone.
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
