package gorgonia

import (
	"errors"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/runtime/native"
)

// trainer steps a gorgonia.Solver with the gradients of Gorgonia's graph.
type trainer struct {
	level     Level
	params    *params
	engine    engine
	closed    bool
	adam      adam
	solver    G.Solver // adam, or Gorgonia's own
	weights   []*weight
	model     []G.ValueGrad // weights, for the solver
	trained   []string
	values    map[string][]float32 // of the trained parameters
	gradients runtime.Gradients
}

// NewTrainer prepares the training of a module at a level. The values of its parameters are
// copied. Gorgonia's own AdamSolver makes the steps if the solver asks for it. With O0, nothing
// of ours is then between the objective and the steps.
func NewTrainer(m *ir.Module, values map[string]runtime.Tensor, level Level, solver runtime.Solver) (runtime.Trainer, error) {
	p, err := newParams(m, values)
	if err != nil {
		return nil, err
	}
	objectiveOf := runtime.Objective
	if level == O2 {
		objectiveOf = native.Trained
	}
	objective, trained, err := objectiveOf(m)
	if err != nil {
		return nil, err
	}
	t := &trainer{level: level, params: p, adam: newAdam(solver), trained: trained, values: map[string][]float32{}}
	if t.solver = t.adam; solver.OfLibrary {
		t.solver = stockAdam(solver)
	}
	for _, name := range trained {
		t.weights = append(t.weights, &weight{name: name, value: p.values[name]})
		t.values[name] = p.values[name].Float32s()
		t.model = append(t.model, t.weights[len(t.weights)-1])
	}
	t.gradients.ByParam = map[string]runtime.Tensor{}
	t.engine, err = newEngine(level, objective, p, trained, solver.Ranks)
	return t, err
}

func (t *trainer) Gradients(batch runtime.Batch) (*runtime.Gradients, error) {
	t.params.lock.Lock()
	defer t.params.lock.Unlock()
	if t.closed {
		return nil, errors.New("the trainer is closed")
	}
	results, err := t.engine.run(batch)
	if err != nil {
		return nil, err
	}
	t.gradients.Loss = float64(results.outputs[runtime.LossName].Float[0])
	for _, w := range t.weights {
		if gradient := results.gradients[w.name]; w.gradient != gradient {
			w.gradient, t.gradients.ByParam[w.name] = gradient, view(gradient)
		}
	}
	return &t.gradients, nil
}

func (t *trainer) Step(gradients *runtime.Gradients) error {
	t.params.lock.Lock()
	defer t.params.lock.Unlock()
	updates, err := t.adam.Updates(t.trained, t.values, gradients.ByParam)
	if err != nil {
		return err
	}
	if err := t.adam.CheckFinite(gradients.Loss, updates); err != nil {
		return err
	}
	for i, w := range t.weights {
		w.take(updates[i].Gradient)
	}
	return t.solver.Step(t.model)
}

func (t *trainer) Params() map[string]runtime.Tensor { return t.params.copies() }

func (t *trainer) SetParams(params map[string]runtime.Tensor) error {
	t.params.lock.Lock()
	defer t.params.lock.Unlock()
	return runtime.CopyParams(t.params.tensors(), params)
}

func (t *trainer) State() (runtime.SolverState, error) {
	if t.solver != G.Solver(t.adam) {
		return runtime.SolverState{}, errors.New("the AdamSolver of Gorgonia keeps its state to itself: it cannot be saved")
	}
	t.params.lock.Lock()
	defer t.params.lock.Unlock()
	return t.adam.State(), nil
}

// SetLearningRate changes the learning rate of the solver.
func (t *trainer) SetLearningRate(rate float64) {
	t.params.lock.Lock()
	defer t.params.lock.Unlock()
	t.adam.SetLearningRate(rate)
	if t.solver != G.Solver(t.adam) {
		G.WithLearnRate(rate)(t.solver)
	}
}

func (t *trainer) Restore(state runtime.SolverState) error {
	if t.solver != G.Solver(t.adam) {
		return errors.New("the AdamSolver of Gorgonia keeps its state to itself: it cannot go on from a saved one")
	}
	t.params.lock.Lock()
	defer t.params.lock.Unlock()
	return t.adam.Restore(state)
}

// Session returns a session at the trainer's level. Its runs alternate with those of the
// trainer.
func (t *trainer) Session(m *ir.Module) (runtime.Session, error) {
	if _, err := runtime.SelectParams(m, t.params.tensors()); err != nil {
		return nil, err
	}
	return open(m, t.params, t.level)
}

// Close frees the tapes.
func (t *trainer) Close() error {
	t.params.lock.Lock()
	defer t.params.lock.Unlock()
	t.closed = true
	return t.engine.close()
}

// weight is a parameter in the form that solvers take.
type weight struct {
	name            string
	value, gradient *tensor.Dense
}

// take sets the gradient, unless it is the one that Gradients returned.
func (w *weight) take(gradient []float32) {
	if w.gradient == nil || &w.gradient.Float32s()[0] != &gradient[0] {
		w.gradient = dense(gradient, w.value.Shape()...)
	}
}

func (w *weight) Name() string           { return w.name }
func (w *weight) Value() G.Value         { return w.value }
func (w *weight) Grad() (G.Value, error) { return w.gradient, nil }
