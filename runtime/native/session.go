package native

import (
	"maps"
	"slices"
	"sync"

	"gmnc/ir"
	"gmnc/runtime"
)

// Open returns a session that runs the module with these values of its parameters, which are
// copied; runtime.CheckParams says which are needed. The session is safe for concurrent use:
// concurrent runs have memory of their own, which the session keeps for later ones.
func Open(m *ir.Module, params map[string]runtime.Tensor) (runtime.Session, error) {
	if err := ir.Verify(m); err != nil {
		return nil, err
	}
	if err := runtime.CheckParams(m, params); err != nil {
		return nil, err
	}
	cheaper, err := ir.OptimizeForKernels(m)
	if err != nil {
		return nil, err
	}
	plan, err := lowered(cheaper)
	if err != nil {
		return nil, err
	}
	s := &session{plan: plan, params: map[string][]float32{}}
	for name, value := range params {
		s.params[name] = slices.Clone(value.Float)
	}
	return s, nil
}

type session struct {
	plan   *plan
	params map[string][]float32
	lock   sync.Mutex
	idle   []*Program
	closed bool
}

// Run computes the outputs of a batch, which belong to the caller.
func (s *session) Run(batch runtime.Batch) (map[string]runtime.Tensor, error) {
	program, err := s.take()
	if err != nil {
		return nil, err
	}
	defer s.put(program)
	results, err := program.run(batch)
	return cloned(results), err
}

// cloned returns copies of the tensors.
func cloned(values map[string]runtime.Tensor) map[string]runtime.Tensor {
	clones := maps.Clone(values)
	for name, value := range clones {
		clones[name] = value.Clone()
	}
	return clones
}

// take returns a program that no other run is using.
func (s *session) take() (*Program, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.closed {
		return nil, runtime.ErrClosed
	}
	if last := len(s.idle) - 1; last >= 0 {
		program := s.idle[last]
		s.idle = s.idle[:last]
		return program, nil
	}
	program := newProgram(s.plan, Options{})
	return program, program.bindParams(s.params)
}

// put keeps the program for a later run, without the inputs of this one.
func (s *session) put(program *Program) {
	program.forget()
	s.lock.Lock()
	defer s.lock.Unlock()
	if !s.closed {
		s.idle = append(s.idle, program)
	}
}

// Close frees the session's memory. Runs in progress end as usual.
func (s *session) Close() error {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.idle, s.closed = nil, true
	return nil
}
