package gorgonia

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/runtime/native/kernels"
)

// lossName is the output that a trainer lowers.
const lossName = "loss"

// Trainer changes parameters so that the output "loss" of a module falls.
type Trainer struct {
	module  *ir.Module
	params  *Params
	engine  engine
	solver  G.Solver
	weights []*weight // that the loss depends on, by name
}

// NewTrainer prepares the training of a module, whose output "loss" is
// float[1,1]; its other outputs are not computed. Only parameters that the
// loss depends on are differentiated and stepped.
func NewTrainer(m *ir.Module, params *Params, level Level, solver G.Solver) (*Trainer, error) {
	if err := params.fit(m); err != nil {
		return nil, err
	}
	module := m.Clone()
	module.Main.Outputs = slices.DeleteFunc(module.Main.Outputs, func(o ir.Output) bool { return o.Name != lossName })
	names, err := reached(module)
	if err != nil {
		return nil, err
	}
	t := &Trainer{module: module, params: params, solver: solver}
	for _, name := range names {
		t.weights = append(t.weights, &weight{name: name, value: params.values[name]})
	}
	t.engine, err = newEngine(level, module, params, names)
	return t, err
}

// reached are the parameters that the loss depends on, sorted.
func reached(m *ir.Module) ([]string, error) {
	var names []string
	for _, param := range m.Main.Params() {
		names = append(names, param.Name)
	}
	_, unreached, err := ir.Gradient(m, lossName, names)
	if err != nil {
		return nil, err
	}
	names = slices.DeleteFunc(names, func(name string) bool { return slices.Contains(unreached, name) })
	if len(names) == 0 {
		return nil, fmt.Errorf("the loss of module %s depends on no parameter: there is nothing to train", m.Name)
	}
	slices.Sort(names)
	return names, nil
}

// NonFiniteError says that a batch gave a loss or a gradient that is
// infinite or not a number. Nothing was stepped.
type NonFiniteError struct {
	Loss float64
	// Param is the first parameter with such a gradient; empty if the loss
	// itself is not finite.
	Param string
}

func (e *NonFiniteError) Error() string {
	if e.Param == "" {
		return fmt.Sprintf("the loss is %g", e.Loss)
	}
	return fmt.Sprintf("the gradient of %s is not finite (the loss is %g)", e.Param, e.Loss)
}

// Step runs a batch forward and backward, steps the solver and returns the
// loss before the step. Where the loss or a gradient is not finite it
// returns a NonFiniteError and changes nothing.
func (t *Trainer) Step(inputs map[string]runtime.Tensor) (loss float64, err error) {
	sizes, err := runtime.Bind(t.module, inputs)
	if err != nil {
		return 0, err
	}
	t.params.lock.Lock()
	defer t.params.lock.Unlock()
	if loss, err = t.differentiate(sizes, inputs); err != nil {
		return 0, err
	}
	if math.IsNaN(loss) || math.IsInf(loss, 0) {
		return loss, &NonFiniteError{Loss: loss}
	}
	if w := firstNonFinite(t.weights); w != nil {
		return loss, &NonFiniteError{Loss: loss, Param: w.name}
	}
	model := make([]G.ValueGrad, len(t.weights))
	for i, w := range t.weights {
		model[i] = w
	}
	return loss, t.solver.Step(model)
}

// firstNonFinite is the first weight with such a gradient, or nil.
func firstNonFinite(weights []*weight) *weight {
	lengths := make([]int, len(weights))
	for i, w := range weights {
		lengths[i] = w.gradient.Shape().TotalSize()
	}
	found := make([]atomic.Bool, len(weights))
	inParts(lengths, func(i, from, to int) {
		if !kernels.Finite(weights[i].gradient.Float32s()[from:to]) {
			found[i].Store(true)
		}
	})
	for i, w := range weights {
		if found[i].Load() {
			return w
		}
	}
	return nil
}

// Gradients returns the loss of a batch and its gradient with respect to
// every parameter that it depends on, and steps nothing.
func (t *Trainer) Gradients(inputs map[string]runtime.Tensor) (loss float64, gradients map[string]runtime.Tensor, err error) {
	sizes, err := runtime.Bind(t.module, inputs)
	if err != nil {
		return 0, nil, err
	}
	t.params.lock.Lock()
	defer t.params.lock.Unlock()
	if loss, err = t.differentiate(sizes, inputs); err != nil {
		return 0, nil, err
	}
	gradients = map[string]runtime.Tensor{}
	for _, w := range t.weights {
		gradients[w.name] = copied(w.gradient)
	}
	return loss, gradients, nil
}

// differentiate leaves the gradients in the weights.
func (t *Trainer) differentiate(sizes ir.Sizes, inputs map[string]runtime.Tensor) (loss float64, err error) {
	results, err := t.engine.run(sizes, inputs)
	if err != nil {
		return 0, err
	}
	for _, w := range t.weights {
		w.gradient = results.gradients[w.name]
	}
	return float64(results.outputs[lossName].Float[0]), nil
}

// Close frees the tapes.
func (t *Trainer) Close() error {
	t.params.lock.Lock()
	defer t.params.lock.Unlock()
	return t.engine.close()
}

// weight is a parameter as a solver sees it.
type weight struct {
	name            string
	value, gradient *tensor.Dense
}

func (w *weight) Name() string           { return w.name }
func (w *weight) Value() G.Value         { return w.value }
func (w *weight) Grad() (G.Value, error) { return w.gradient, nil }
