package runtime

import (
	"fmt"
	"slices"

	"gmnc/internal/adam"
	"gmnc/ir"
)

// LossName is the output of a module that a trainer lowers, float[1,1].
const LossName = "loss"

// Trainer changes the parameters of a module so that its output "loss" falls.
// Only those that the loss depends on have gradients and are stepped.
//
// A step is a call of Gradients and one of Step. Between them the caller may
// change gradients where they lie: clip them, or add up the gradients of several
// machines.
type Trainer interface {
	// Gradients runs a batch forward and backward. The result is the
	// trainer's memory and holds until its next call. Gradients returns the errors of
	// Session.Run.
	Gradients(Batch) (*Gradients, error)
	// Step changes the parameters. Where the loss or a gradient is not finite
	// it returns a NonFiniteError and changes nothing.
	Step(*Gradients) error
	// SetLearningRate changes the solver's for the steps that follow.
	SetLearningRate(rate float64)
	// Params returns a copy of all parameters.
	Params() map[string]Tensor
	// SetParams changes all parameters to values of the same shapes. The solver's
	// state stays.
	SetParams(map[string]Tensor) error
	// Session runs another module on the parameters as they are at each run;
	// it may run while the trainer works, and goes on when it is closed.
	Session(m *ir.Module) (Session, error)
	// State returns a copy of what the solver remembers between steps, and
	// Restore goes on from such a state. The parameters are no part of it.
	State() (SolverState, error)
	Restore(SolverState) error
	Close() error
}

// Step makes a step of a trainer on a batch and returns the loss before it.
func Step(t Trainer, batch Batch) (loss float64, err error) {
	gradients, err := t.Gradients(batch)
	if err != nil {
		return 0, err
	}
	return gradients.Loss, t.Step(gradients)
}

// Gradients are what a batch says of the parameters.
type Gradients struct {
	Loss    float64
	ByParam map[string]Tensor // in the shapes of the parameters
}

// Solver says how a trainer steps, and together with whom: by Adam as PyTorch's,
// in which weight decay is an L2 term in the gradient.
type Solver struct {
	LearningRate, WeightDecay float64
	// Decays holds the decays of the means of gradients and of their squares.
	Decays adam.Decays
	// Ranks share the work of Gradients, which returns the gradients of the whole batch
	// in each rank, with the same bits for any number; nil is one process.
	Ranks Ranks
	// OfLibrary asks for the Adam of the engine's own library, as an oracle of
	// ours; its state cannot be saved. Engines without one refuse.
	OfLibrary bool
}

// SolverState is what Adam remembers between steps: how many there were, and
// the first and second moments of each parameter's gradient.
type SolverState struct {
	Step          int
	First, Second map[string][]float32
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

// Objective is a copy of a module with its loss as the only output, and the
// parameters that the loss depends on, sorted.
func Objective(m *ir.Module) (objective *ir.Module, params []string, err error) {
	objective = m.Clone()
	objective.Main.Outputs = slices.DeleteFunc(objective.Main.Outputs, func(o ir.Output) bool { return o.Name != LossName })
	for _, param := range objective.Main.Params() {
		params = append(params, param.Name)
	}
	_, unreached, err := ir.Gradient(objective, LossName, params)
	if err != nil {
		return nil, nil, err
	}
	params = slices.DeleteFunc(params, func(name string) bool { return slices.Contains(unreached, name) })
	if len(params) == 0 {
		return nil, nil, fmt.Errorf("the loss of module %s depends on no parameter: there is nothing to train", m.Name)
	}
	slices.Sort(params)
	return objective, params, nil
}
