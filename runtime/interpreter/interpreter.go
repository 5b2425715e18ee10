// Package interpreter runs a module in float64 without any optimization. It is slow, and it is
// the reference for all other engines.
package interpreter

import (
	"maps"
	"sync/atomic"

	"gmnc/ir"
	"gmnc/runtime"
)

// Open returns a session that interprets the module. It copies the values of the parameters;
// runtime.CheckParams says which are needed.
func Open(m *ir.Module, params map[string]runtime.Tensor) (runtime.Session, error) {
	if err := ir.Verify(m); err != nil {
		return nil, err
	}
	if err := runtime.CheckParams(m, params); err != nil {
		return nil, err
	}
	s := &session{module: m.Clone(), params: map[string]ir.Tensor{}}
	for _, param := range m.Main.Params() {
		// Parameters that reach no output may be absent; zeros stand in for them.
		s.params[param.Name] = ir.NewTensor(param.Type, nil)
		if value, ok := params[param.Name]; ok {
			s.params[param.Name] = runtime.Widen(value)
		}
	}
	return s, nil
}

type session struct {
	module *ir.Module
	params map[string]ir.Tensor
	closed atomic.Bool
}

func (s *session) Run(batch runtime.Batch) (map[string]runtime.Tensor, error) {
	if s.closed.Load() {
		return nil, runtime.ErrClosed
	}
	sizes, err := runtime.Bind(s.module, batch)
	if err != nil {
		return nil, err
	}
	values := maps.Clone(s.params)
	for name, value := range batch.Inputs {
		values[name] = runtime.Widen(value)
	}
	results, err := ir.Eval(s.module, values, sizes)
	if err != nil {
		return nil, err
	}
	outputs := map[string]runtime.Tensor{}
	for name, result := range results {
		outputs[name] = runtime.Narrow(result)
	}
	return outputs, nil
}

func (s *session) Close() error {
	s.closed.Store(true)
	return nil
}
