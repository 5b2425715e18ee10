package onnxruntime

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gmnc/onnx"
	"gmnc/runtime"
)

// signature holds a model's inputs and outputs, as its file declares them. The native session
// is not asked: the binding would need a second session to answer, and does not return the
// names of the axes.
type signature struct{ inputs, outputs []onnx.Declaration }

// readSignature reads the model's declarations. Initializers that are listed among the inputs
// already have a value, and so are no inputs.
func readSignature(file []byte) (signature, error) {
	model, err := onnx.Read(file)
	if err != nil {
		return signature{}, err
	}
	if model.Graph == nil {
		return signature{}, fmt.Errorf("%w: it holds no graph", onnx.ErrDamaged)
	}
	initialized := make(map[string]bool)
	err = onnx.EachRecord(model.Graph, onnx.GraphInitializer, func(record []byte) error {
		tensor, err := onnx.ReadTensor(record)
		initialized[tensor.Name] = true
		return err
	})
	if err != nil {
		return signature{}, err
	}
	var sig signature
	inputs, err := onnx.ReadDeclarations(model.Graph, onnx.GraphInput)
	if err != nil {
		return signature{}, err
	}
	for _, input := range inputs {
		if !initialized[input.Name] {
			sig.inputs = append(sig.inputs, input)
		}
	}
	if sig.outputs, err = onnx.ReadDeclarations(model.Graph, onnx.GraphOutput); err != nil {
		return signature{}, err
	}
	return sig, sig.supported()
}

// supported returns an error for a model that a Session cannot express: the binding needs an
// input and an output, and a Tensor holds float32 or int64.
func (s signature) supported() error {
	if len(s.inputs) == 0 || len(s.outputs) == 0 {
		return fmt.Errorf("the model has %d inputs and %d outputs; at least one of each is needed",
			len(s.inputs), len(s.outputs))
	}
	for _, v := range slices.Concat(s.inputs, s.outputs) {
		if v.Type != onnx.Float && v.Type != onnx.Int64 {
			return fmt.Errorf("%q is a tensor of %s; only FLOAT and INT64 are supported", v.Name, v.Type)
		}
	}
	return nil
}

// check returns an error about the first input that is missing, unknown, or not of the declared
// dtype and shape. It says what was expected.
func (s signature) check(inputs map[string]runtime.Tensor) error {
	for _, v := range s.inputs {
		if _, given := inputs[v.Name]; !given {
			return fmt.Errorf("input %s is missing", v)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(inputs)) {
		if !slices.ContainsFunc(s.inputs, func(v onnx.Declaration) bool { return v.Name == name }) {
			return fmt.Errorf("input %q is unknown: the model takes %s", name, join(s.inputs))
		}
	}
	bound := make(map[string]binding)
	for _, v := range s.inputs {
		if err := check(v, inputs[v.Name], bound); err != nil {
			return err
		}
	}
	return nil
}

// binding is the size that a named axis got, and the input that it came from.
type binding struct {
	size  int
	input string
}

// check compares a tensor with the declaration of its input. bound holds the sizes of the named
// axes of earlier inputs.
func check(v onnx.Declaration, tensor runtime.Tensor, bound map[string]binding) error {
	if slices.ContainsFunc(tensor.Shape, func(size int) bool { return size < 0 }) {
		return fmt.Errorf("input %s has a negative size in its shape %v", v, tensor.Shape)
	}
	if err := tensor.Check(); err != nil {
		return fmt.Errorf("input %s: %w", v, err)
	}
	if tensor.Index != nil && v.Type == onnx.Float {
		return fmt.Errorf("input %s is int64, expected float32", v)
	}
	if tensor.Float != nil && v.Type == onnx.Int64 {
		return fmt.Errorf("input %s is float32, expected int64", v)
	}
	if !v.Ranked {
		return nil
	}
	if len(tensor.Shape) != len(v.Axes) {
		return fmt.Errorf("input %s has shape %v: %d axes instead of %d", v, tensor.Shape, len(tensor.Shape), len(v.Axes))
	}
	for i, a := range v.Axes {
		size := tensor.Shape[i]
		if a.Size >= 0 && size != a.Size {
			return fmt.Errorf("input %s has shape %v: axis %d is %d instead of %d", v, tensor.Shape, i, size, a.Size)
		}
		if a.Name == "" {
			continue
		}
		if first, known := bound[a.Name]; known && first.size != size {
			return fmt.Errorf("input %s has shape %v: %s is %d here and %d in input %q",
				v, tensor.Shape, a.Name, size, first.size, first.input)
		}
		bound[a.Name] = binding{size, v.Name}
	}
	return nil
}

func names(values []onnx.Declaration) []string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = v.Name
	}
	return list
}

func join(values []onnx.Declaration) string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = v.String()
	}
	return strings.Join(list, ", ")
}
