// Package onnxgo runs ONNX models without any native library: the module
// github.com/owulveryck/onnx-go decodes the file and this package executes
// the decoded operations, on any machine that has Go.
//
// Values are float32, int64 or bool; every extent may differ from run to
// run and may be 0. Operators are those of the table in this package, with
// the semantics of opset 13 to 21; another one is an error of Open. Matrix
// products are summed in float32, reductions in float64, both in one fixed
// order, so that results do not depend on the number of threads.
//
// # What onnx-go needs help with
//
// Before onnx-go sees the bytes they are checked and rewritten, and what it
// would lose is kept beside:
//   - it allocates the declared types of inputs, outputs and intermediate
//     values, without their symbolic extents: only the names are passed on,
//     and inputs are checked here;
//   - it fails on tensors without elements, and panics where data does not
//     fill a shape: the first are put in place after decoding, the second
//     are refused before;
//   - it reads raw booleans eight bytes apart: they are repacked;
//   - it drops node names, domains and opsets, and with them the chance to
//     notice an operator that is not standard;
//   - it makes two nodes of an input that is also an output, and a node
//     "NAME/input" for an operation without inputs: values of one name are
//     one value here.
//
// Subgraphs, local functions, operations with several outputs, sparse,
// segmented or external tensors and other element types are refused.
// An initializer that is also listed as an input is a constant.
package onnxgo

import (
	"fmt"
	"maps"
	"slices"

	"gmnc/runtime"
)

type session struct{ graph *graph }

// Open decodes an ONNX model. It fails on anything that Run could not do
// with any input: an unknown operator or attribute, a damaged file. It
// keeps no reference to model.
func Open(model []byte) (runtime.Session, error) {
	n, err := normalize(model)
	if err != nil {
		return nil, fmt.Errorf("onnx-go: %w", err)
	}
	g, err := decode(n)
	if err != nil {
		return nil, fmt.Errorf("onnx-go: %w", err)
	}
	return session{g}, nil
}

// Run computes all outputs. Outputs are the caller's own.
func (s session) Run(inputs map[string]runtime.Tensor) (map[string]runtime.Tensor, error) {
	e := s.graph.start()
	if err := e.bind(inputs); err != nil {
		return nil, fmt.Errorf("onnx-go: %w", err)
	}
	if err := e.Run(); err != nil {
		return nil, fmt.Errorf("onnx-go: %w", err)
	}
	outputs := make(map[string]runtime.Tensor, len(s.graph.outputs))
	for _, output := range s.graph.outputs {
		v := e.values[output.slot]
		if v.dtype() != output.dtype {
			return nil, fmt.Errorf("onnx-go: output %q is %s, declared as %s", output.name, v.dtype(), output.dtype)
		}
		t := runtime.Tensor{Shape: slices.Clone(v.shape)}
		switch data := v.data.(type) {
		case []float32:
			t.Float = slices.Clone(data)
		case []int64:
			t.Index = slices.Clone(data)
		}
		outputs[output.name] = t
	}
	return outputs, nil
}

// Close has nothing to release.
func (s session) Close() error { return nil }

// bind puts the caller's inputs in place.
func (e *execution) bind(inputs map[string]runtime.Tensor) error {
	symbols := map[string]int{}
	known := map[string]bool{}
	for _, input := range e.inputs {
		given, ok := inputs[input.name]
		if !ok {
			return fmt.Errorf("input %q is missing", input.name)
		}
		v, err := input.accept(given, symbols)
		if err != nil {
			return fmt.Errorf("input %q %w", input.name, err)
		}
		e.values[input.slot] = v
		known[input.name] = true
	}
	for name := range inputs {
		if !known[name] {
			return fmt.Errorf("input %q is not one of the model's, which are %q", name, slices.Sorted(maps.Keys(known)))
		}
	}
	return nil
}
