package train

import (
	"errors"
	"time"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// newTraining prepares a job to go on from a state.
func newTraining(job Job, s *state) (*training, error) {
	t := &training{job: job, options: *job.Config.Training, state: s, started: time.Now()}
	if err := t.options.Validate(); err != nil {
		return nil, err
	}
	err := job.check()
	if err != nil {
		return nil, err
	}
	if t.samples, err = trainingSamples(t.options, job.Data, t.options.UnrollIn(s.epoch+1)); err != nil {
		return nil, err
	}
	if err := t.checkBatches(); err != nil {
		return nil, err
	}
	if t.valid, err = validationSamples(t.options, job.Data); err != nil {
		return nil, err
	}
	if t.options.Perturb != "" {
		t.perturber = system.NewPerturber(t.options.Perturb, t.options.Seed)
	}
	if t.options.Noise > 0 {
		t.noise = system.NewNoise(t.options.Noise, datasets.Time(job.Data), t.options.Seed)
	}
	if t.mode, err = job.Engine.Level(t.options.Level); err != nil {
		return nil, err
	}
	t.batch.Ragged = t.mode.Ragged
	t.padded = system.Listed(t.samples) || system.Padded(t.samples) && !t.mode.Ragged
	if t.model, err = builder.New(job.Config.Model, t.padded); err != nil {
		return nil, err
	}
	if err := CheckModel(t.options, job.Config.Model.Model); err != nil {
		return nil, err
	}
	if err := t.checkEnergyModel(); err != nil {
		return nil, err
	}
	if err := t.checkCoarse(); err != nil {
		return nil, err
	}
	return t, t.prepare()
}

// check reports an error if ranks differ, or if the data do not go with the model.
func (j *Job) check() error {
	if err := j.checkRanks(); err != nil {
		return err
	}
	if err := run.CheckConstants(j.Config.Model, j.Data); err != nil {
		return err
	}
	if err := run.CheckData(j.Config.Model, j.Data); err != nil {
		return err
	}
	if err := datasets.CheckTime(j.Data); err != nil {
		return err
	}
	return run.CheckMasses(j.Config.Model, j.Data)
}

// prepare draws the weights of a new run and compiles its trainer.
func (t *training) prepare() (err error) {
	if t.state.weights == nil {
		if t.state.weights, err = t.firstWeights(); err != nil {
			return err
		}
		if t.options.EMA > 0 {
			t.state.average = copied(t.state.weights)
		}
	}
	if err := runtime.CheckParams(t.model.Module, t.state.weights); err != nil {
		return t.damaged(err)
	}
	if err := t.checkAverage(); err != nil {
		return err
	}
	if err := t.setCauchy(); err != nil {
		return err
	}
	return t.compile(t.stageIn(t.state.epoch + 1))
}

// compile compiles the objective of a stage and, on the same weights, the model for validation.
// Both go on from the state.
func (t *training) compile(s stage) error {
	model, err := t.withLayers(s.layers)
	if err != nil {
		return err
	}
	objective, err := ObjectiveOf(model, t.loss(s.unroll))
	if err != nil {
		return err
	}
	solver := runtime.Solver{LearningRate: t.options.LearningRate, WeightDecay: t.options.WeightDecay, Decays: t.options.Decays(), Ranks: t.job.Ranks}
	trainer, err := t.train(objective, t.state.weights, solver)
	if err != nil {
		return err
	}
	if err := trainer.Restore(t.state.adam); err != nil {
		return errors.Join(t.damaged(err), trainer.Close())
	}
	eval, err := t.predictor(trainer.Session)
	if err != nil {
		return errors.Join(err, trainer.Close())
	}
	t.stage, t.objective, t.trainer, t.eval = s, objective, trainer, eval
	return nil
}

// loss returns the loss that the options ask for, unrolled over a number of steps.
func (t *training) loss(unroll int) Loss {
	loss := Loss{Lambda: t.options.Lambda, Velocity: t.options.Velocity, Unroll: unroll}
	if t.options.Loss != "" {
		loss.robust(t.options, datasets.Length(t.job.Data))
	}
	return loss
}

// predictor returns a predictor of the complete model in a session that open makes.
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
