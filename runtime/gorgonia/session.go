package gorgonia

import (
	"gmnc/ir"
	"gmnc/runtime"
)

// Open returns a session that runs the module forward on the parameters as
// they are at each run. It is safe for concurrent use; all that share
// parameters run one at a time.
func Open(m *ir.Module, params *Params, level Level) (runtime.Session, error) {
	if err := ir.Verify(m); err != nil {
		return nil, err
	}
	if err := params.fit(m); err != nil {
		return nil, err
	}
	engine, err := newEngine(level, m, params, nil)
	if err != nil {
		return nil, err
	}
	return &session{m.Clone(), params, engine}, nil
}

type session struct {
	module *ir.Module
	params *Params
	engine engine
}

func (s *session) Run(inputs map[string]runtime.Tensor) (map[string]runtime.Tensor, error) {
	sizes, err := runtime.Bind(s.module, inputs)
	if err != nil {
		return nil, err
	}
	s.params.lock.Lock()
	defer s.params.lock.Unlock()
	results, err := s.engine.run(sizes, inputs)
	return results.outputs, err
}

func (s *session) Close() error {
	s.params.lock.Lock()
	defer s.params.lock.Unlock()
	return s.engine.close()
}
