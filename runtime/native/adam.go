package native

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"

	"gmnc/internal/adam"
	"gmnc/runtime"
	"gmnc/runtime/native/kernels"
)

// Adam is PyTorch's optimizer Adam; kernels.Adam has the formulas. It uses all cores, with the
// same bits for any number of them.
type Adam struct {
	learningRate, weightDecay float64
	decays                    adam.Decays
	state                     runtime.SolverState
	// stepped holds the moments of the last step, in the order of its updates. The next step
	// mostly has the same order. To look up all moments in state would take half as long as the
	// step.
	stepped []moments
	// The following is the memory of a step, kept for the next.
	updates []Update
	lengths []int
	inParts inParts
	step    kernels.AdamStep
	found   []atomic.Bool                // of each parameter: a gradient is not finite
	sums    [][kernels.CacheLine]float32 // of each worker
	// stepPart and checkPart handle one part of the updates.
	stepPart, checkPart func(worker int, p part)
}

// moments holds the two moments of a parameter.
type moments struct {
	name          string
	first, second []float32
}

// Update is a parameter and its gradient.
type Update struct {
	Name             string
	Values, Gradient []float32
}

// NewAdam returns an Adam optimizer before its first step.
func NewAdam(solver runtime.Solver) *Adam {
	a := &Adam{learningRate: solver.LearningRate, weightDecay: solver.WeightDecay, decays: solver.Decays,
		state: runtime.SolverState{First: map[string][]float32{}, Second: map[string][]float32{}}}
	a.stepPart = func(_ int, p part) {
		u, m := a.updates[p.vector], a.stepped[p.vector]
		kernels.Adam(u.Values[p.from:p.to], u.Gradient[p.from:p.to], m.first[p.from:p.to], m.second[p.from:p.to], a.step)
	}
	a.checkPart = func(worker int, p part) {
		if !kernels.Finite(a.updates[p.vector].Gradient[p.from:p.to], &a.sums[worker]) {
			a.found[p.vector].Store(true)
		}
	}
	return a
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
	a.state, a.stepped = clonedState(state), nil
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

// Step makes one step on all parameters and leaves the gradients unchanged. If one of them is
// wrong, it changes nothing.
func (a *Adam) Step(updates []Update) error {
	all := a.stepped
	known := slices.EqualFunc(all, updates, func(m moments, u Update) bool { return m.name == u.Name })
	if !known {
		var err error
		if all, err = a.momentsOf(updates); err != nil {
			return err
		}
	}
	for i, u := range updates {
		if own := len(all[i].first); len(u.Gradient) != len(u.Values) || own != len(u.Values) {
			return fmt.Errorf("parameter %s: %d weights have %d gradients and %d moments", u.Name, len(u.Values), len(u.Gradient), own)
		}
	}
	if !known {
		a.keep(all)
	}
	a.state.Step++
	a.step = kernels.NewAdamStep(a.learningRate, a.weightDecay, a.decays, a.state.Step)
	a.onParts(updates, a.stepPart)
	return nil
}

// onParts calls work for all parts of the updates.
func (a *Adam) onParts(updates []Update, work func(worker int, p part)) {
	a.updates, a.lengths = updates, a.lengths[:0]
	for _, u := range updates {
		a.lengths = append(a.lengths, len(u.Gradient))
	}
	workers := a.inParts.divide(a.lengths)
	if len(a.sums) < workers {
		a.sums = make([][kernels.CacheLine]float32, workers)
	}
	a.inParts.run(workers, work)
}

// momentsOf returns the moments of the parameters, which are zero at first.
func (a *Adam) momentsOf(updates []Update) ([]moments, error) {
	all, known := make([]moments, len(updates)), map[string]bool{}
	for i, u := range updates {
		if known[u.Name] {
			return nil, fmt.Errorf("there are two parameters with the name %s", u.Name)
		}
		known[u.Name] = true
		all[i] = moments{u.Name, a.state.First[u.Name], a.state.Second[u.Name]}
		if all[i].first == nil {
			all[i].first, all[i].second = make([]float32, len(u.Values)), make([]float32, len(u.Values))
		}
	}
	return all, nil
}

// keep stores the moments for later steps.
func (a *Adam) keep(all []moments) {
	a.stepped = all
	for _, m := range all {
		a.state.First[m.name], a.state.Second[m.name] = m.first, m.second
	}
}

// Room returns memory for some updates, which is valid until the next call.
func (a *Adam) Room(updates int) []Update { return resized(a.updates, updates) }

// Updates pairs the gradients with the values of their parameters, which names lists. Any other
// set of gradients is an error. The result is in the memory of Room.
func (a *Adam) Updates(names []string, values map[string][]float32, gradients map[string]runtime.Tensor) ([]Update, error) {
	updates := a.Room(len(names))
	for i, name := range names {
		updates[i] = Update{name, values[name], gradients[name].Float}
		if have, want := len(updates[i].Gradient), len(values[name]); have != want {
			return nil, fmt.Errorf("the gradient of %s has %d numbers and the parameter %d", name, have, want)
		}
	}
	if len(gradients) != len(names) {
		return nil, fmt.Errorf("there are gradients of %d parameters, and %d are trained: %s", len(gradients), len(names), strings.Join(names, ", "))
	}
	return updates, nil
}

// CheckFinite returns a runtime.NonFiniteError if the loss or a gradient is infinite or NaN.
// The error names the first such parameter in the order of the updates.
func (a *Adam) CheckFinite(loss float64, updates []Update) error {
	if math.IsNaN(loss) || math.IsInf(loss, 0) {
		return &runtime.NonFiniteError{Loss: loss}
	}
	if len(a.found) < len(updates) {
		a.found = make([]atomic.Bool, len(updates))
	}
	for i := range a.found {
		a.found[i].Store(false)
	}
	a.onParts(updates, a.checkPart)
	for i := range updates {
		if a.found[i].Load() {
			return &runtime.NonFiniteError{Loss: loss, Param: updates[i].Name}
		}
	}
	return nil
}
