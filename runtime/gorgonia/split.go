package gorgonia

import (
	"fmt"
	"slices"

	"gmnc/ir"
	"gmnc/runtime"
)

// split is a graph cut in two: the part that depends on indices, sizes and constants alone,
// which the IR evaluates, and the tape's part.
type split struct {
	host, tape []*ir.Node
	onHost     map[*ir.Value]bool
}

func newSplit(main *ir.Func) split {
	s := split{onHost: map[*ir.Value]bool{}}
	for _, input := range main.Inputs {
		s.onHost[input] = input.Type.DType == ir.Index
	}
	for _, node := range main.Nodes {
		host := !slices.ContainsFunc(node.Args, func(arg *ir.Value) bool { return !s.onHost[arg] })
		s.onHost[node.Result()] = host
		if host {
			s.host = append(s.host, node)
		} else {
			s.tape = append(s.tape, node)
		}
	}
	return s
}

// evaluate computes the host's part of the graph for one batch.
func (s split) evaluate(sizes ir.Sizes, main *ir.Func, inputs map[string]runtime.Tensor) (map[*ir.Value]ir.Tensor, error) {
	values := map[*ir.Value]ir.Tensor{}
	for _, input := range main.Inputs {
		if s.onHost[input] {
			values[input] = runtime.Widen(inputs[input.Name])
		}
	}
	for _, node := range s.host {
		args := make([]ir.Tensor, len(node.Args))
		for i, arg := range node.Args {
			args[i] = values[arg]
		}
		result := ir.NewTensor(node.Result().Type, sizes)
		if err := node.Op.Eval(result, args, node, sizes); err != nil {
			return nil, fmt.Errorf("%%%s = %s: %w", node.Result().Name, node.Op.Name, err)
		}
		values[node.Result()] = result
	}
	return values, nil
}
