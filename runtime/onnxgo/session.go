// Package onnxgo runs ONNX models without any native library, on any machine
// that has Go: the module github.com/owulveryck/onnx-go decodes the file and
// builds its graph, and this package executes the operations.
//
// Values are float32, int64 or bool; every extent may differ from run to
// run and may be 0. Operators are the rows of onnx.Operators, with the
// semantics of opset 13 to 21; another one, and inputs, attributes or
// element types that its row does not have, are an error of Open. Matrix
// products are summed in float32, reductions in float64, both in one fixed
// order, so that results do not depend on the number of threads.
//
// # What is taken from onnx-go
//
//   - The decoder: it reads the messages of the file, and turns initializers
//     and attributes into tensors of gorgonia.org/tensor and Go values.
//   - The graph: its model walks the nodes and asks a backend of ours for
//     the nodes and weighted edges of a gonum graph, and hands each
//     operation over with its attributes.
//
// Its own engine, on Gorgonia, is not used: it has some 40 operators, no
// gather, scatter, slice or reduction, and keeps the shapes of its first
// run.
//
// # What is corrected, and why
//
// The decoder trusts its input and loses some of it. Package onnx, the one
// reader of files, therefore reads the bytes first; they are checked,
// written anew for onnx-go, and what it would lose is kept beside:
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
//     one value here;
//   - it takes a hundred times the memory of a file of tiny records: a meter
//     bounds what is passed on.
//
// Functions replace their calls, since onnx-go knows no functions.
//
// Subgraphs, operations with several outputs, sparse, segmented or external
// tensors and other element types are refused. An initializer that is also listed
// as an input is a constant.
package onnxgo

import (
	"fmt"
	"maps"
	"slices"
	"sync/atomic"

	"gmnc/runtime"
)

type session struct {
	graph  *graph
	closed atomic.Bool
}

// Open decodes an ONNX model. It returns an error for anything that Run could not do with any
// input, such as an unknown operator or attribute or a damaged file. It keeps no reference to
// model.
func Open(model []byte) (runtime.Session, error) {
	n, err := normalize(model)
	if err != nil {
		return nil, fmt.Errorf("onnx-go: %w", err)
	}
	g, err := decode(n)
	if err != nil {
		return nil, fmt.Errorf("onnx-go: %w", err)
	}
	return &session{graph: g}, nil
}

// Run computes all outputs, which belong to the caller.
func (s *session) Run(batch runtime.Batch) (map[string]runtime.Tensor, error) {
	if s.closed.Load() {
		return nil, runtime.ErrClosed
	}
	e := s.graph.start()
	if err := e.bind(batch.Inputs); err != nil {
		return nil, fmt.Errorf("onnx-go: %w", err)
	}
	if err := e.Run(); err != nil {
		return nil, fmt.Errorf("onnx-go: %w", err)
	}
	outputs := make(map[string]runtime.Tensor, len(s.graph.outputs))
	for _, output := range s.graph.outputs {
		v := e.values[output.slot]
		t := runtime.Tensor{Shape: slices.Clone(v.shape)}
		switch data := v.data.(type) {
		case []float32:
			t.Float = slices.Clone(data)
		case []int64:
			t.Index = slices.Clone(data)
		}
		outputs[output.Name] = t
	}
	return outputs, nil
}

// Close implements runtime.Session. It releases nothing, since there is nothing to release.
func (s *session) Close() error {
	s.closed.Store(true)
	return nil
}

// bind sets the caller's inputs.
func (e *execution) bind(inputs map[string]runtime.Tensor) error {
	symbols := map[string]int{}
	known := map[string]bool{}
	e.most = freeBytes
	for _, input := range e.inputs {
		given, ok := inputs[input.Name]
		if !ok {
			return fmt.Errorf("input %q is missing", input.Name)
		}
		v, err := accept(input.Declaration, given, symbols)
		if err != nil {
			return fmt.Errorf("input %q %w", input.Name, err)
		}
		e.values[input.slot] = v
		e.live += v.bytes()
		e.most += growth * v.bytes()
		known[input.Name] = true
	}
	for name := range inputs {
		if !known[name] {
			return fmt.Errorf("input %q is not one of the model's, which are %q", name, slices.Sorted(maps.Keys(known)))
		}
	}
	return nil
}
