package gorgonia

import (
	"errors"
	"fmt"
	"slices"

	"gmnc/ir"
	"gmnc/runtime"
)

// programLimit is how many shapes of batches keep their tape: a full batch
// and a last, smaller one in both training and validation.
const programLimit = 4

// stock is the engine of O0: a tape for each shape of batches.
type stock struct {
	module   *ir.Module
	split    split
	params   *Params
	wrt      []string
	programs []*program // the last used first
}

func newStock(m *ir.Module, params *Params, wrt []string) (engine, error) {
	s := &stock{module: m, split: newSplit(m.Main), params: params, wrt: wrt}
	for _, node := range s.split.tape {
		if rules[node.Op.Name] == nil {
			return nil, fmt.Errorf("%%%s: the operator %s has no form in Gorgonia", node.Result().Name, node.Op.Name)
		}
	}
	return s, nil
}

func (s *stock) run(sizes ir.Sizes, inputs map[string]runtime.Tensor) (results, error) {
	host, err := s.split.evaluate(sizes, s.module.Main, inputs)
	if err != nil {
		return results{}, err
	}
	program, err := s.program(sizes)
	if err != nil {
		return results{}, err
	}
	return program.run(host, inputs)
}

// program returns the tape for batches of these sizes.
func (s *stock) program(sizes ir.Sizes) (*program, error) {
	at := slices.IndexFunc(s.programs, func(p *program) bool { return p.fits(sizes) })
	if at >= 0 {
		found := s.programs[at]
		s.programs = slices.Insert(slices.Delete(s.programs, at, at+1), 0, found)
		return found, nil
	}
	compiled, err := compile(s.module, s.split, sizes, s.params, s.wrt)
	if err != nil {
		return nil, err
	}
	s.programs = slices.Insert(s.programs, 0, compiled)
	if len(s.programs) > programLimit {
		oldest := s.programs[programLimit]
		s.programs = s.programs[:programLimit]
		return compiled, oldest.close()
	}
	return compiled, nil
}

func (s *stock) close() error {
	var failed []error
	for _, program := range s.programs {
		failed = append(failed, program.close())
	}
	s.programs = nil
	return errors.Join(failed...)
}
