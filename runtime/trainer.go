package runtime

import (
	"fmt"
	"slices"

	"gmnc/internal/adam"
	"gmnc/ir"
)

// LossName is the name of the output that a trainer minimizes, float[1,1].
const LossName = "loss"

// Trainer changes the parameters of a module to reduce its output "loss". Only parameters on
// which the loss depends have gradients and are changed.
//
// A step is a call of Gradients and a call of Step. Between the two the caller may change the
// gradients in place: clip them, or sum those of several machines.
type Trainer interface {
	// Gradients runs a batch forward and backward. The result is memory of the trainer and
	// valid until the next call. Gradients returns the errors of Session.Run.
	Gradients(Batch) (*Gradients, error)
	// Step changes the parameters. If the loss or a gradient is not finite, it returns a
	// NonFiniteError and changes nothing.
	Step(*Gradients) error
	// SetLearningRate sets the learning rate of the following steps.
	SetLearningRate(rate float64)
	// Params returns a copy of all parameters.
	Params() map[string]Tensor
	// SetParams sets all parameters to values of the same shapes. It does not change the
	// solver's state.
	SetParams(map[string]Tensor) error
	// Session returns a session on another module that uses the current parameters in each run.
	// It may run while the trainer works, and remains usable after the trainer is closed.
	Session(m *ir.Module) (Session, error)
	// State returns a copy of what the solver remembers between steps. Restore continues from
	// such a state. The parameters are not part of it.
	State() (SolverState, error)
	Restore(SolverState) error
	Close() error
}

// Step makes a step of a trainer on a batch and returns the loss before the step.
func Step(t Trainer, batch Batch) (loss float64, err error) {
	gradients, err := t.Gradients(batch)
	if err != nil {
		return 0, err
	}
	return gradients.Loss, t.Step(gradients)
}

// Gradients is the result of a batch: the loss and its gradients.
type Gradients struct {
	Loss    float64
	ByParam map[string]Tensor // in the shapes of the parameters
}

// Solver says how a trainer makes steps, and together with which ranks. It is Adam as in
// PyTorch, where weight decay is an L2 term in the gradient.
type Solver struct {
	LearningRate, WeightDecay float64
	// Decays are the decay rates of the means of gradients and of their squares.
	Decays adam.Decays
	// Ranks share the work of Gradients, which returns the gradients of the whole batch in each
	// rank. The bits do not depend on the number of ranks. nil is one process.
	Ranks Ranks
	// OfLibrary asks for the Adam of the engine's own library, with which ours is compared. Its
	// state cannot be saved. Engines without one refuse.
	OfLibrary bool
}

// SolverState is what Adam remembers between steps: the number of steps, and the first and
// second moments of each parameter's gradient.
type SolverState struct {
	Step          int
	First, Second map[string][]float32
}

// NonFiniteError says that a batch has a loss or a gradient that is not finite. No step was
// made.
type NonFiniteError struct {
	Loss float64
	// Param is the first parameter with such a gradient. It is empty if the loss itself is not
	// finite.
	Param string
}

func (e *NonFiniteError) Error() string {
	if e.Param == "" {
		return fmt.Sprintf("the loss is %g", e.Loss)
	}
	return fmt.Sprintf("the gradient of %s is not finite (the loss is %g)", e.Param, e.Loss)
}

// Objective returns a copy of a module with the loss as its only output, and the sorted
// parameters on which the loss depends.
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
