package gorgonia

import (
	"fmt"

	"gorgonia.org/tensor"

	"gmnc/ir"
	"gmnc/runtime"
)

// Level says how much of the work is done by operators of ours instead of Gorgonia's own.
type Level int

const (
	// O0 uses Gorgonia's own operators and derivatives, as an oracle.
	O0 Level = iota
	// O1 uses one operator of ours for each operator of the IR.
	O1
	// O2 uses one operator of ours for each region of the graph.
	O2
)

func (l Level) String() string { return fmt.Sprintf("-O%d", int(l)) }

// levels holds the lowering of each level.
var levels = map[Level]lowerer{
	O0: newStock,
	O1: newKernels,
	O2: newRegion,
}

// lowerer prepares a module, whose calls are inlined except at O2, for running on the parameters. The
// engine's run then also returns the gradients of the output "loss" with respect to the named
// inputs. At O2 ranks compute them together.
type lowerer func(m *ir.Module, params *params, wrt []string, ranks runtime.Ranks) (engine, error)

// engine checks and runs batches, one at a time.
type engine interface {
	run(batch runtime.Batch) (results, error)
	close() error
}

// results holds the results of one run. The gradients belong to the engine and are valid until
// the next run. The outputs are copies, except at O2 with gradients: there they are valid until
// the next run, too.
type results struct {
	outputs   map[string]runtime.Tensor
	gradients map[string]*tensor.Dense
}

func newEngine(level Level, m *ir.Module, params *params, wrt []string, ranks runtime.Ranks) (engine, error) {
	lower, ok := levels[level]
	if !ok {
		return nil, fmt.Errorf("%v is no optimization level: use %v, %v or %v", level, O0, O1, O2)
	}
	if ranks = runtime.Together(ranks); ranks.Size() > 1 && level != O2 {
		return nil, fmt.Errorf("at %v one process trains, not %d ranks: use %v", level, ranks.Size(), O2)
	}
	if level != O2 { // whose compiler inlines and optimizes itself
		var err error
		if m, err = ir.Expand(m); err != nil {
			return nil, err
		}
		if m, err = ir.Optimize(m); err != nil {
			return nil, err
		}
	}
	return lower(m, params, wrt, ranks)
}
