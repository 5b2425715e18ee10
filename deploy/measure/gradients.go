package measure

import (
	"cmp"
	"slices"

	"gmnc/artifact"
	"gmnc/builder/graph"
	"gmnc/export/rolling"
	"gmnc/internal/fields"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// Pullback computes the gradients of a file in engines that run modules, for comparison. The
// velocities of the samples serve as cotangents of positions, and the positions as cotangents
// of velocities.
type Pullback struct {
	run    *run.Run
	Names  []string   // the inputs with respect to which there are gradients
	steps  int        // the number of steps of a file, or of those that are measured; 0 for a file of one step
	loops  bool       // whether the file takes the number of its steps
	Module *ir.Module // one step; for many steps also with gradients with respect to the state
}

// measuredSteps is the number of steps that are measured if a file takes their number.
const measuredSteps = 5

// CheckGradients returns an error if a name occurs twice.
func CheckGradients(names []string) error {
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return fields.Errorf("{gradients} has %s twice", name)
		}
	}
	return nil
}

// NewPullback returns the model of a run with gradients with respect to the named inputs, for
// one step or for those of the rollout.
func NewPullback(trained *run.Run, names []string, rollout *rolling.Rollout) (*Pullback, error) {
	if err := CheckGradients(names); err != nil {
		return nil, err
	}
	p := &Pullback{run: trained, Names: names}
	by := slices.Clone(names)
	if rollout != nil {
		p.steps, p.loops = cmp.Or(rollout.Steps, measuredSteps), rollout.Steps == 0
		for _, name := range graph.State {
			if !slices.Contains(by, name) {
				by = append(by, name)
			}
		}
	}
	var err error
	p.Module, err = trained.Model.Pullback(by)
	return p, err
}

// PullbackOf returns the gradients of a file of the run, or nil for a file without gradients.
func PullbackOf(m *artifact.Model, trained *run.Run) (*Pullback, error) {
	names := m.Gradients()
	if names == nil {
		return nil, nil
	}
	signature, err := artifact.ReadSignature(m.Bytes())
	if err != nil {
		return nil, err
	}
	var rollout *rolling.Rollout
	if signature.RollsInLoop() {
		rollout = &rolling.Rollout{Steps: signature.Steps}
	}
	return NewPullback(trained, names, rollout)
}

// pullbackPredictor is a predictor whose outputs are predictions and gradients.
type pullbackPredictor struct {
	close func() error
	run   func(samples []system.Sample) (map[string][]float32, error)
}

// Close implements predict.Predictor, as the following methods do.
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

// open opens a predictor of the gradients in an engine that runs modules.
func (p *Pullback) open(engine runtime.Engine) (predict.Predictor, error) {
	weights, err := runtime.SelectParams(p.Module, p.run.Weights)
	if err != nil {
		return nil, err
	}
	session, err := engine.Modes[0].Open(p.Module, weights)
	if err != nil {
		return nil, err
	}
	if engine.Name != engines.Reference().Name {
		if session, err = predict.Centered(session, p.Module); err != nil {
			return nil, err
		}
	}
	rows := predict.ForModule(session, p.Module)
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
