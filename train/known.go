package train

import (
	"gmnc/ir"
	"gmnc/run"
	"gmnc/runtime"
)

// knownTrainer is the trainer of a model that has nothing to learn: mechanics whose constants
// are all known. It runs the objective, and its steps change nothing.
type knownTrainer struct {
	mode      runtime.Mode
	objective runtime.Session
	gradients runtime.Gradients
	step      int
}

// train returns the trainer of an objective, in its mode.
func (t *training) train(objective *ir.Module, weights map[string]runtime.Tensor, solver runtime.Solver) (runtime.Trainer, error) {
	if len(t.model.Params) > 0 {
		return t.mode.Train(objective, weights, solver)
	}
	session, err := t.mode.Open(objective, weights)
	return &knownTrainer{mode: t.mode, objective: session}, err
}

func (t *knownTrainer) Gradients(batch runtime.Batch) (*runtime.Gradients, error) {
	outputs, err := t.objective.Run(batch)
	if err != nil {
		return nil, err
	}
	t.gradients.Loss = float64(outputs[runtime.LossName].Float[0])
	return &t.gradients, nil
}

func (t *knownTrainer) Step(*runtime.Gradients) error { t.step++; return nil }

func (t *knownTrainer) SetLearningRate(float64) {}

func (t *knownTrainer) Params() map[string]runtime.Tensor { return map[string]runtime.Tensor{} }

func (t *knownTrainer) SetParams(map[string]runtime.Tensor) error { return nil }

func (t *knownTrainer) Session(m *ir.Module) (runtime.Session, error) {
	return t.mode.Open(m, map[string]runtime.Tensor{})
}

func (t *knownTrainer) State() (runtime.SolverState, error) {
	return runtime.SolverState{Step: t.step}, nil
}

func (t *knownTrainer) Restore(s runtime.SolverState) error { t.step = s.Step; return nil }

func (t *knownTrainer) Close() error { return t.objective.Close() }

// oneEpoch returns options by which a model that has nothing to learn sees its samples once.
func oneEpoch(options run.Options) *run.Options {
	options.Epochs, options.ValidEvery, options.Warmup, options.Curriculum = 1, 1, 0, nil
	return &options
}
