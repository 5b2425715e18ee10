package gorgonia

import (
	"errors"
	"slices"

	"gmnc/ir"
	"gmnc/runtime"
)

// programLimit is the number of shapes of batches whose tapes are kept: a full batch and a
// last, smaller one in both training and validation.
const programLimit = 4

// source holds what the tapes of an engine are written from.
type source struct {
	module *ir.Module
	split  split
	rule   rule // writes each node of the tape's part
	params *params
	wrt    []string
}

// tapes is the engine of O0 and O1. It has a tape for each shape of batches.
type tapes struct {
	source
	programs []*program // the most recently used first
}

// newStock returns the engine of O0.
func newStock(m *ir.Module, params *params, wrt []string, _ runtime.Ranks) (engine, error) {
	return &tapes{source: source{m, newSplit(m.Main), stockRule, params, wrt}}, nil
}

// newKernels returns the engine of O1.
func newKernels(m *ir.Module, params *params, wrt []string, _ runtime.Ranks) (engine, error) {
	module, err := ir.OptimizeForKernels(m)
	if err != nil {
		return nil, err
	}
	return &tapes{source: source{module, newSplit(module.Main), kernelRule, params, wrt}}, nil
}

func (t *tapes) run(batch runtime.Batch) (results, error) {
	sizes, err := runtime.Bind(t.module, batch)
	if err != nil {
		return results{}, err
	}
	host, err := t.split.evaluate(sizes, t.module.Main, batch.Inputs)
	if err != nil {
		return results{}, err
	}
	program, err := t.program(sizes)
	if err != nil {
		return results{}, err
	}
	return program.run(host, batch.Inputs)
}

// program returns the tape for batches of these sizes.
func (t *tapes) program(sizes ir.Sizes) (*program, error) {
	at := slices.IndexFunc(t.programs, func(p *program) bool { return p.fits(sizes) })
	if at >= 0 {
		found := t.programs[at]
		t.programs = slices.Insert(slices.Delete(t.programs, at, at+1), 0, found)
		return found, nil
	}
	compiled, err := compile(t.source, sizes)
	if err != nil {
		return nil, err
	}
	t.programs = slices.Insert(t.programs, 0, compiled)
	if len(t.programs) > programLimit {
		oldest := t.programs[programLimit]
		t.programs = t.programs[:programLimit]
		return compiled, oldest.close()
	}
	return compiled, nil
}

func (t *tapes) close() error {
	var failed []error
	for _, program := range t.programs {
		failed = append(failed, program.close())
	}
	t.programs = nil
	return errors.Join(failed...)
}
