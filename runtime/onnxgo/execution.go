package onnxgo

import (
	"fmt"
	"slices"

	"github.com/owulveryck/onnx-go/backend"

	"gmnc/onnx"
)

// execution is one run of a graph. The graph is shared, but the values are its own.
type execution struct {
	*graph
	values []value // by slot
	live   int     // bytes of all values that are still needed
	most   int     // the largest value that live may have
}

// The values of a run may take freeBytes plus growth times the memory of its inputs. In a
// complete graph of n particles of 28 bytes, n^2 edges of 64 features take 256 n^2 bytes:
// growth leaves room for seven of these with 2000 particles.
const (
	freeBytes = 512 << 20
	growth    = 1 << 17
)

var _ backend.ComputationBackend = (*execution)(nil)

func (g *graph) start() *execution {
	e := &execution{graph: g, values: make([]value, len(g.slots))}
	for id, s := range g.slots {
		e.values[id] = s.constant
	}
	return e
}

// Run computes every operation in the order of the file.
func (e *execution) Run() error {
	var in []value
	for _, s := range e.steps {
		in = in[:0]
		for _, id := range s.inputs {
			if id == absent {
				in = append(in, value{})
			} else {
				in = append(in, e.values[id])
			}
		}
		if s.operator == "Concat" && e.live+bytesOf(in) > e.most {
			return e.tooMuch(s) // known before the value is made
		}
		out, err := s.compute(in)
		if err != nil {
			return e.explain(s, err)
		}
		e.values[s.output] = out
		if e.live += out.bytes(); e.live > e.most {
			return e.tooMuch(s)
		}
		for _, id := range s.spent {
			e.live -= e.values[id].bytes()
			e.values[id] = value{}
		}
	}
	return nil
}

func (e *execution) tooMuch(at step) error {
	return fmt.Errorf("node %q (%s): the values of the run take more than %d MB, which is out of proportion to its inputs", at.name, at.operator, e.most>>20)
}

func bytesOf(values []value) (all int) {
	for _, v := range values {
		all += v.bytes()
	}
	return all
}

// explain adds to an error the names of the node and of the index inputs on which its result
// depends: besides shapes, these are what a caller can get wrong.
func (e *execution) explain(failed step, err error) error {
	err = fmt.Errorf("node %q (%s): %w", failed.name, failed.operator, err)
	if names := e.indexInputs(failed); len(names) > 0 {
		return fmt.Errorf("%w (computed from the index inputs %q)", err, names)
	}
	return err
}

// indexInputs returns the int64 inputs of the model that a step depends on.
func (g *graph) indexInputs(of step) []string {
	needed := make([]bool, len(g.slots))
	needed[of.output] = true
	for _, s := range slices.Backward(g.steps) {
		if !needed[s.output] {
			continue
		}
		for _, id := range s.inputs {
			if id != absent {
				needed[id] = true
			}
		}
	}
	var names []string
	for _, input := range g.inputs {
		if needed[input.slot] && input.Type == onnx.Int64 {
			names = append(names, input.Name)
		}
	}
	return names
}
