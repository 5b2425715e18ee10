package gorgonia

import (
	"gmnc/ir"
	"gmnc/runtime"
)

// Open returns a session that runs the module forward at a level. The values of its parameters
// are copied; runtime.CheckParams says which are needed. The session is safe for concurrent
// use; concurrent runs wait for each other.
func Open(m *ir.Module, values map[string]runtime.Tensor, level Level) (runtime.Session, error) {
	if err := ir.Verify(m); err != nil {
		return nil, err
	}
	p, err := newParams(m, values)
	if err != nil {
		return nil, err
	}
	return open(m, p, level)
}

// open returns a session on shared parameters, whose values may change from run to run.
func open(m *ir.Module, p *params, level Level) (runtime.Session, error) {
	engine, err := newEngine(level, m, p, nil, nil)
	if err != nil {
		return nil, err
	}
	return &session{params: p, engine: engine}, nil
}

type session struct {
	params *params
	engine engine
	closed bool // params.lock guards it
}

func (s *session) Run(batch runtime.Batch) (map[string]runtime.Tensor, error) {
	s.params.lock.Lock()
	defer s.params.lock.Unlock()
	if s.closed {
		return nil, runtime.ErrClosed
	}
	results, err := s.engine.run(batch)
	return results.outputs, err
}

func (s *session) Close() error {
	s.params.lock.Lock()
	defer s.params.lock.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	return s.engine.close()
}
