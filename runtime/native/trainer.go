package native

import (
	"errors"
	"sync"

	"gmnc/ir"
	"gmnc/runtime"
)

// CompileOptimized compiles a module with the fewest multiplications to a program. If
// parameters are named, the program also returns the gradient of the loss with respect to each
// of them, as an output named as in ir.Gradient.
func CompileOptimized(m *ir.Module, params []string, options Options) (*Program, error) {
	module, err := ir.OptimizeForKernels(m)
	if err != nil {
		return nil, err
	}
	if len(params) > 0 {
		if module, _, err = ir.Gradient(module, runtime.LossName, params); err != nil {
			return nil, err
		}
		if module, err = ir.Optimize(module); err != nil {
			return nil, err
		}
	}
	return compileBy(lowered, module, options)
}

// trainer is the native runtime on its own: a program with gradients, and Adam.
type trainer struct {
	lock      sync.Mutex // held to read or change the parameters or adam
	params    map[string]runtime.Tensor
	values    map[string][]float32 // of params
	trained   []string
	outputs   []string  // the names of their gradients
	program   Objective // nil once closed
	memory    *Memory   // of program and sessions
	adam      *Adam
	gradients runtime.Gradients
}

// NewTrainer prepares the training of a module without Gorgonia's graph. It
// gives the same bits as Gorgonia at -O2, which runs the same program.
func NewTrainer(m *ir.Module, params map[string]runtime.Tensor, solver runtime.Solver) (runtime.Trainer, error) {
	if solver.OfLibrary {
		return nil, errors.New("the native runtime has no Adam but ours: a solver of the library is Gorgonia's")
	}
	if err := runtime.CheckParams(m, params); err != nil {
		return nil, err
	}
	objective, trained, err := Trained(m)
	if err != nil {
		return nil, err
	}
	memory := &Memory{}
	program, err := CompileObjective(objective, trained, Options{Ranks: solver.Ranks, Memory: memory})
	if err != nil {
		return nil, err
	}
	t := &trainer{params: cloned(params), values: map[string][]float32{}, trained: trained, program: program,
		memory: memory, adam: NewAdam(solver)}
	for name, value := range t.params {
		t.values[name] = value.Float
	}
	for _, name := range trained {
		t.outputs = append(t.outputs, ir.LossGradientPrefix+name)
	}
	t.gradients.ByParam = map[string]runtime.Tensor{}
	return t, nil
}

func (t *trainer) Gradients(batch runtime.Batch) (*runtime.Gradients, error) {
	t.lock.Lock()
	defer t.lock.Unlock()
	if t.program == nil {
		return nil, errors.New("the trainer is closed")
	}
	outputs, err := t.program.Run(t.values, batch)
	if err != nil {
		return nil, err
	}
	t.gradients.Loss = float64(outputs[runtime.LossName].Float[0])
	for i, name := range t.trained {
		t.gradients.ByParam[name] = outputs[t.outputs[i]]
	}
	return &t.gradients, nil
}

func (t *trainer) Step(gradients *runtime.Gradients) error {
	t.lock.Lock()
	defer t.lock.Unlock()
	updates, err := t.adam.Updates(t.trained, t.values, gradients.ByParam)
	if err != nil {
		return err
	}
	if err := t.adam.CheckFinite(gradients.Loss, updates); err != nil {
		return err
	}
	return t.adam.Step(updates)
}

func (t *trainer) Params() map[string]runtime.Tensor {
	t.lock.Lock()
	defer t.lock.Unlock()
	return cloned(t.params)
}

func (t *trainer) SetParams(params map[string]runtime.Tensor) error {
	t.lock.Lock()
	defer t.lock.Unlock()
	return runtime.CopyParams(t.params, params)
}

// SetLearningRate changes the learning rate of Adam.
func (t *trainer) SetLearningRate(rate float64) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.adam.SetLearningRate(rate)
}

func (t *trainer) State() (runtime.SolverState, error) {
	t.lock.Lock()
	defer t.lock.Unlock()
	return t.adam.State(), nil
}

func (t *trainer) Restore(state runtime.SolverState) error {
	t.lock.Lock()
	defer t.lock.Unlock()
	return t.adam.Restore(state)
}

func (t *trainer) Close() error {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.program = nil
	return nil
}

// Session returns a session on the trainer's own parameters, which runs one batch at a time.
func (t *trainer) Session(m *ir.Module) (runtime.Session, error) {
	if _, err := runtime.SelectParams(m, t.params); err != nil {
		return nil, err
	}
	program, err := CompileOptimized(m, nil, Options{Memory: t.memory})
	if err != nil {
		return nil, err
	}
	return &ofTrainer{t, program}, nil
}

// ofTrainer is a session on the parameters of a trainer.
type ofTrainer struct {
	trainer *trainer
	program *Program
}

func (s *ofTrainer) Run(batch runtime.Batch) (map[string]runtime.Tensor, error) {
	s.trainer.lock.Lock()
	defer s.trainer.lock.Unlock()
	outputs, err := s.program.Run(s.trainer.values, batch)
	return cloned(outputs), err
}

func (s *ofTrainer) Close() error { return nil }
