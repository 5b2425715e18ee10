package gorgonia

import (
	"fmt"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"gmnc/runtime"
	"gmnc/runtime/native"
)

// adam is a gorgonia.Solver that makes the same steps as PyTorch's Adam. Unlike
// gorgonia.AdamSolver, it keeps the moments by name, can save and restore them, leaves
// gradients unchanged and uses all cores.
type adam struct{ *native.Adam }

// newAdam returns an Adam optimizer before its first step.
func newAdam(solver runtime.Solver) adam { return adam{native.NewAdam(solver)} }

// Step makes one step on all parameters, which have names and are float32. If one of them is
// wrong, it changes nothing.
func (a adam) Step(model []G.ValueGrad) error {
	updates := a.Room(len(model))
	for i, parameter := range model {
		named, ok := parameter.(G.Namer)
		if !ok {
			return fmt.Errorf("a parameter of type %T has no name; Adam keeps moments by name", parameter)
		}
		gradient, err := parameter.Grad()
		if err != nil {
			return fmt.Errorf("parameter %s: %w", named.Name(), err)
		}
		u := &updates[i]
		u.Name = named.Name()
		if u.Values, err = floats(parameter.Value()); err != nil {
			return fmt.Errorf("parameter %s: %w", named.Name(), err)
		}
		if u.Gradient, err = floats(gradient); err != nil {
			return fmt.Errorf("the gradient of parameter %s: %w", named.Name(), err)
		}
	}
	return a.Adam.Step(updates)
}

func floats(value G.Value) ([]float32, error) {
	if matrix, ok := value.(*tensor.Dense); ok && matrix.Dtype() == tensor.Float32 {
		return matrix.Float32s(), nil
	}
	return nil, fmt.Errorf("a dense float32 tensor is needed, not %T", value)
}

// stockAdam returns Gorgonia's own solver, set up like PyTorch's: L2 is added to the gradient
// before the moments, and the batch size stays 1, since the loss is already a mean.
func stockAdam(solver runtime.Solver) G.Solver {
	decays := solver.Decays.OrDefault()
	return G.NewAdamSolver(G.WithLearnRate(solver.LearningRate), G.WithL2Reg(solver.WeightDecay), G.WithBeta1(decays.Beta1), G.WithBeta2(decays.Beta2))
}
