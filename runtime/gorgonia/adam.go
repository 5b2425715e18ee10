package gorgonia

import (
	"fmt"
	"slices"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"gmnc/runtime/native/kernels"
)

// Adam is a gorgonia.Solver that steps as PyTorch's Adam does; kernels.Adam
// has the formulas.
//
// Unlike gorgonia.AdamSolver it keeps the moments by name and can save and
// restore them, leaves gradients unchanged and steps on all cores, with the
// same bits on any number of them.
type Adam struct {
	learnRate, weightDecay float64
	state                  AdamState
}

// AdamState is what Adam remembers between steps: how many there were, and
// the first and second moments of each parameter's gradient.
type AdamState struct {
	Step          int
	First, Second map[string][]float32
}

// NewAdam returns an Adam that has made no step.
func NewAdam(learnRate, weightDecay float64) *Adam {
	return &Adam{learnRate, weightDecay, AdamState{First: map[string][]float32{}, Second: map[string][]float32{}}}
}

// State returns a copy of the state.
func (a *Adam) State() AdamState { return a.state.clone() }

// Restore continues from a state, which it copies.
func (a *Adam) Restore(state AdamState) error {
	if state.Step < 0 || len(state.First) != len(state.Second) {
		return fmt.Errorf("this is no state of Adam: step %d, first moments of %d parameters, second moments of %d",
			state.Step, len(state.First), len(state.Second))
	}
	for name, first := range state.First {
		if second, ok := state.Second[name]; !ok || len(first) != len(second) {
			return fmt.Errorf("this is no state of Adam: %s has %d first moments and %d second", name, len(first), len(second))
		}
	}
	a.state = state.clone()
	return nil
}

func (s AdamState) clone() AdamState {
	clone := AdamState{s.Step, map[string][]float32{}, map[string][]float32{}}
	for name := range s.First {
		clone.First[name] = slices.Clone(s.First[name])
		clone.Second[name] = slices.Clone(s.Second[name])
	}
	return clone
}

// Step makes one step on all parameters, which have names and are float32.
// Where one of them is wrong it changes nothing.
func (a *Adam) Step(model []G.ValueGrad) error {
	updates, lengths := make([]adamUpdate, len(model)), make([]int, len(model))
	known := map[string]bool{}
	for i, parameter := range model {
		named, ok := parameter.(G.Namer)
		if !ok {
			return fmt.Errorf("a parameter of type %T has no name; Adam keeps moments by name", parameter)
		}
		if known[named.Name()] {
			return fmt.Errorf("there are two parameters with the name %s", named.Name())
		}
		update, err := a.prepare(named.Name(), parameter)
		if err != nil {
			return fmt.Errorf("parameter %s: %w", named.Name(), err)
		}
		known[named.Name()], updates[i], lengths[i] = true, update, len(update.weights)
	}
	a.state.Step++
	step := kernels.NewAdamStep(a.learnRate, a.weightDecay, a.state.Step)
	for _, u := range updates {
		a.state.First[u.name], a.state.Second[u.name] = u.first, u.second
	}
	inParts(lengths, func(i, from, to int) {
		u := &updates[i]
		kernels.Adam(u.weights[from:to], u.gradient[from:to], u.first[from:to], u.second[from:to], step)
	})
	return nil
}

// adamUpdate is one parameter with all that its update needs.
type adamUpdate struct {
	name                             string
	weights, gradient, first, second []float32
}

func (a *Adam) prepare(name string, parameter G.ValueGrad) (adamUpdate, error) {
	gradient, err := parameter.Grad()
	if err != nil {
		return adamUpdate{}, err
	}
	u := adamUpdate{name: name, first: a.state.First[name], second: a.state.Second[name]}
	if u.weights, err = floats(parameter.Value()); err != nil {
		return adamUpdate{}, err
	}
	if u.gradient, err = floats(gradient); err != nil {
		return adamUpdate{}, err
	}
	if u.first == nil {
		u.first, u.second = make([]float32, len(u.weights)), make([]float32, len(u.weights))
	}
	if len(u.gradient) != len(u.weights) || len(u.first) != len(u.weights) {
		return adamUpdate{}, fmt.Errorf("%d weights have %d gradients and %d moments", len(u.weights), len(u.gradient), len(u.first))
	}
	return u, nil
}

func floats(value G.Value) ([]float32, error) {
	if matrix, ok := value.(*tensor.Dense); ok && matrix.Dtype() == tensor.Float32 {
		return matrix.Float32s(), nil
	}
	return nil, fmt.Errorf("a dense float32 tensor is needed, not %T", value)
}
