package native

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"

	"gmnc/runtime"
	"gmnc/runtime/native/kernels"
)

// Adam steps as PyTorch's Adam does; kernels.Adam has the formulas. It steps
// on all cores, with the same bits on any number of them.
type Adam struct {
	learningRate, weightDecay float64
	state                     runtime.SolverState
}

// Update is a parameter with its gradient.
type Update struct {
	Name             string
	Values, Gradient []float32
}

// NewAdam returns an Adam that has made no step.
func NewAdam(learningRate, weightDecay float64) *Adam {
	return &Adam{learningRate, weightDecay, runtime.SolverState{First: map[string][]float32{}, Second: map[string][]float32{}}}
}

// SetLearningRate changes the learning rate of the steps that follow.
func (a *Adam) SetLearningRate(rate float64) { a.learningRate = rate }

// State returns a copy of the state.
func (a *Adam) State() runtime.SolverState { return clonedState(a.state) }

// Restore continues from a state, which it copies.
func (a *Adam) Restore(state runtime.SolverState) error {
	if state.Step < 0 || len(state.First) != len(state.Second) {
		return fmt.Errorf("this is no state of Adam: step %d, first moments of %d parameters, second moments of %d",
			state.Step, len(state.First), len(state.Second))
	}
	for name, first := range state.First {
		if second, ok := state.Second[name]; !ok || len(first) != len(second) {
			return fmt.Errorf("this is no state of Adam: %s has %d first moments and %d second", name, len(first), len(second))
		}
	}
	a.state = clonedState(state)
	return nil
}

func clonedState(s runtime.SolverState) runtime.SolverState {
	clone := runtime.SolverState{Step: s.Step, First: map[string][]float32{}, Second: map[string][]float32{}}
	for name := range s.First {
		clone.First[name] = slices.Clone(s.First[name])
		clone.Second[name] = slices.Clone(s.Second[name])
	}
	return clone
}

// Step makes one step on all parameters and leaves the gradients unchanged.
// Where one of them is wrong it changes nothing.
func (a *Adam) Step(updates []Update) error {
	moments, lengths := make([][2][]float32, len(updates)), make([]int, len(updates))
	known := map[string]bool{}
	for i, u := range updates {
		if known[u.Name] {
			return fmt.Errorf("there are two parameters with the name %s", u.Name)
		}
		known[u.Name], lengths[i] = true, len(u.Values)
		var err error
		if moments[i], err = a.moments(u); err != nil {
			return fmt.Errorf("parameter %s: %w", u.Name, err)
		}
	}
	a.state.Step++
	step := kernels.NewAdamStep(a.learningRate, a.weightDecay, a.state.Step)
	for i, u := range updates {
		a.state.First[u.Name], a.state.Second[u.Name] = moments[i][0], moments[i][1]
	}
	inParts(lengths, func(i, from, to int) {
		u := updates[i]
		kernels.Adam(u.Values[from:to], u.Gradient[from:to], moments[i][0][from:to], moments[i][1][from:to], step)
	})
	return nil
}

// moments are those of a parameter, zeros at first.
func (a *Adam) moments(u Update) (moments [2][]float32, err error) {
	moments = [2][]float32{a.state.First[u.Name], a.state.Second[u.Name]}
	if moments[0] == nil {
		moments = [2][]float32{make([]float32, len(u.Values)), make([]float32, len(u.Values))}
	}
	if len(u.Gradient) != len(u.Values) || len(moments[0]) != len(u.Values) {
		return moments, fmt.Errorf("%d weights have %d gradients and %d moments", len(u.Values), len(u.Gradient), len(moments[0]))
	}
	return moments, nil
}

// Updates puts gradients beside the values of their parameters, which are
// those of the names. Any other set of gradients is an error.
func Updates(names []string, values map[string][]float32, gradients map[string]runtime.Tensor) ([]Update, error) {
	updates := make([]Update, len(names))
	for i, name := range names {
		updates[i] = Update{name, values[name], gradients[name].Float}
		if have, want := len(updates[i].Gradient), len(values[name]); have != want {
			return nil, fmt.Errorf("the gradient of %s has %d numbers and the parameter %d", name, have, want)
		}
	}
	if len(gradients) != len(names) {
		return nil, fmt.Errorf("there are gradients of %d parameters; those of %d are trained: %s", len(gradients), len(names), strings.Join(names, ", "))
	}
	return updates, nil
}

// CheckFinite returns a runtime.NonFiniteError where the loss or a gradient is
// infinite or not a number: the first in the order of the updates.
func CheckFinite(loss float64, updates []Update) error {
	if math.IsNaN(loss) || math.IsInf(loss, 0) {
		return &runtime.NonFiniteError{Loss: loss}
	}
	lengths, found := make([]int, len(updates)), make([]atomic.Bool, len(updates))
	for i, u := range updates {
		lengths[i] = len(u.Gradient)
	}
	inParts(lengths, func(i, from, to int) {
		if !kernels.Finite(updates[i].Gradient[from:to]) {
			found[i].Store(true)
		}
	})
	for i := range updates {
		if found[i].Load() {
			return &runtime.NonFiniteError{Loss: loss, Param: updates[i].Name}
		}
	}
	return nil
}
