package deploy

import (
	"cmp"
	"slices"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/export"
	"gmnc/internal/fields"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// pullback makes the gradients of a file in engines that run modules, to compare them.
// Cotangents of positions are the velocities of the samples, and cotangents of velocities
// their positions.
type pullback struct {
	run    *run.Run
	names  []string   // of the inputs by which there are gradients
	steps  int        // of a file of many, or how many are measured; 0 of a file of one
	loops  bool       // whether the file takes the number of its steps
	module *ir.Module // of one step; of many also with gradients by the state
}

// measuredSteps are taken of a file that takes their number.
const measuredSteps = 5

// checkGradients reports a name that is there twice.
func checkGradients(names []string) error {
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return fields.Errorf("{gradients} has %s twice", name)
		}
	}
	return nil
}

func newPullback(trained *run.Run, names []string, rollout *export.Rollout) (*pullback, error) {
	if err := checkGradients(names); err != nil {
		return nil, err
	}
	p := &pullback{run: trained, names: names}
	by := slices.Clone(names)
	if rollout != nil {
		p.steps, p.loops = cmp.Or(rollout.Steps, measuredSteps), rollout.Steps == 0
		for _, name := range builder.State {
			if !slices.Contains(by, name) {
				by = append(by, name)
			}
		}
	}
	var err error
	p.module, err = trained.Model.Pullback(by)
	return p, err
}

// pullbackOf are the gradients of a file of the run; nil of a file without.
func pullbackOf(m *artifact.Model, trained *run.Run) (*pullback, error) {
	names := m.Gradients()
	if names == nil {
		return nil, nil
	}
	signature, err := artifact.ReadSignature(m.Bytes())
	if err != nil {
		return nil, err
	}
	var rollout *export.Rollout
	if signature.RollsInLoop() {
		rollout = &export.Rollout{Steps: signature.Steps}
	}
	return newPullback(trained, names, rollout)
}

// pullbackPredictor gives predictions and gradients as the outputs of a predictor.
type pullbackPredictor struct {
	close func() error
	run   func(samples []system.Sample) (map[string][]float32, error)
}

func (p pullbackPredictor) Close() error { return p.close() }

func (p pullbackPredictor) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	return predict.PositionsBy(p.Outputs, samples)
}

func (p pullbackPredictor) Outputs(samples []system.Sample) (map[string][]float32, error) {
	if err := system.CheckInputs(samples); err != nil {
		return nil, err
	}
	all := map[string][]float32{}
	for _, batch := range predict.Batches(samples) {
		outputs, err := p.run(batch)
		if err != nil {
			return nil, err
		}
		for name, values := range outputs {
			all[name] = append(all[name], values...)
		}
	}
	return all, nil
}

// open makes the gradients in an engine that runs modules.
func (p *pullback) open(engine runtime.Engine) (predict.Predictor, error) {
	weights, err := runtime.SelectParams(p.module, p.run.Weights)
	if err != nil {
		return nil, err
	}
	session, err := engine.Modes[0].Open(p.module, weights)
	if err != nil {
		return nil, err
	}
	if engine.Name != engines.Reference().Name {
		if session, err = predict.Centered(session, p.module); err != nil {
			return nil, err
		}
	}
	rows := predict.ForModule(session, p.module)
	return pullbackPredictor{session.Close, func(samples []system.Sample) (map[string][]float32, error) {
		var batch system.Batch
		batch.Fill(samples)
		inputs := predict.Inputs(&batch)
		if p.steps == 0 {
			return p.one(rows, inputs)
		}
		return p.many(rows, inputs)
	}}, nil
}
