package onnxruntime

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"

	"gmnc/export/onnxpb"
	"gmnc/runtime"
)

// signature is what a model takes and gives, as its file declares it. The
// native session is not asked: the binding only tells with a second session,
// and then without the names of the axes.
type signature struct{ inputs, outputs []value }

// value is one input or output.
type value struct {
	name   string
	dtype  onnxpb.TensorProto_DataType
	ranked bool // whether the file declares a shape at all
	axes   []axis
}

// axis is one dimension: a number of entries, or a name that stands for the
// same number wherever it appears in the model, or neither (-1 and "").
type axis struct {
	size int
	name string
}

// readSignature reads the model's declarations. Initializers that are listed
// among the inputs have a value already and are none.
func readSignature(model []byte) (signature, error) {
	file := new(onnxpb.ModelProto)
	if err := proto.Unmarshal(model, file); err != nil {
		return signature{}, fmt.Errorf("not an ONNX model, or cut short: %w", err)
	}
	graph := file.GetGraph()
	if graph == nil {
		return signature{}, errors.New("not an ONNX model, or cut short: it holds no graph")
	}
	initialized := make(map[string]bool)
	for _, initializer := range graph.GetInitializer() {
		initialized[initializer.GetName()] = true
	}
	var sig signature
	for _, info := range graph.GetInput() {
		if !initialized[info.GetName()] {
			sig.inputs = append(sig.inputs, readValue(info))
		}
	}
	for _, info := range graph.GetOutput() {
		sig.outputs = append(sig.outputs, readValue(info))
	}
	return sig, sig.supported()
}

func readValue(info *onnxpb.ValueInfoProto) value {
	tensor := info.GetType().GetTensorType()
	v := value{
		name:   info.GetName(),
		dtype:  onnxpb.TensorProto_DataType(tensor.GetElemType()),
		ranked: tensor.GetShape() != nil,
	}
	for _, dim := range tensor.GetShape().GetDim() {
		a := axis{size: -1, name: dim.GetDimParam()}
		if number, ok := dim.GetValue().(*onnxpb.TensorShapeProto_Dimension_DimValue); ok {
			a.size = int(number.DimValue)
		}
		v.axes = append(v.axes, a)
	}
	return v
}

// supported reports a model that a Session cannot express: the binding needs
// an input and an output, and a Tensor holds float32 or int64.
func (s signature) supported() error {
	if len(s.inputs) == 0 || len(s.outputs) == 0 {
		return fmt.Errorf("the model has %d inputs and %d outputs; at least one of each is needed",
			len(s.inputs), len(s.outputs))
	}
	for _, v := range slices.Concat(s.inputs, s.outputs) {
		if v.dtype != onnxpb.TensorProto_FLOAT && v.dtype != onnxpb.TensorProto_INT64 {
			return fmt.Errorf("%q is a tensor of %s; only FLOAT and INT64 are supported", v.name, v.dtype)
		}
	}
	return nil
}

// check reports the first input that is missing, unknown, or not of the
// declared dtype and shape, with what was expected.
func (s signature) check(inputs map[string]runtime.Tensor) error {
	for _, v := range s.inputs {
		if _, given := inputs[v.name]; !given {
			return fmt.Errorf("input %s is missing", v)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(inputs)) {
		if !slices.ContainsFunc(s.inputs, func(v value) bool { return v.name == name }) {
			return fmt.Errorf("input %q is unknown: the model takes %s", name, join(s.inputs))
		}
	}
	bound := make(map[string]binding)
	for _, v := range s.inputs {
		if err := v.check(inputs[v.name], bound); err != nil {
			return err
		}
	}
	return nil
}

// binding is the number an axis name got, and from which input.
type binding struct {
	size  int
	input string
}

func (v value) check(tensor runtime.Tensor, bound map[string]binding) error {
	if slices.ContainsFunc(tensor.Shape, func(size int) bool { return size < 0 }) {
		return fmt.Errorf("input %s has a negative size in its shape %v", v, tensor.Shape)
	}
	if err := tensor.Check(); err != nil {
		return fmt.Errorf("input %s: %w", v, err)
	}
	if tensor.Index != nil && v.dtype == onnxpb.TensorProto_FLOAT || tensor.Float != nil && v.dtype == onnxpb.TensorProto_INT64 {
		return fmt.Errorf("input %s holds the wrong type of numbers", v)
	}
	if !v.ranked {
		return nil
	}
	if len(tensor.Shape) != len(v.axes) {
		return fmt.Errorf("input %s has shape %v: %d axes instead of %d", v, tensor.Shape, len(tensor.Shape), len(v.axes))
	}
	for i, a := range v.axes {
		size := tensor.Shape[i]
		if a.size >= 0 && size != a.size {
			return fmt.Errorf("input %s has shape %v: axis %d is %d instead of %d", v, tensor.Shape, i, size, a.size)
		}
		if a.name == "" {
			continue
		}
		if first, known := bound[a.name]; known && first.size != size {
			return fmt.Errorf("input %s has shape %v: %s is %d here and %d in input %q",
				v, tensor.Shape, a.name, size, first.size, first.input)
		}
		bound[a.name] = binding{size, v.name}
	}
	return nil
}

func names(values []value) []string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = v.name
	}
	return list
}

func join(values []value) string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = v.String()
	}
	return strings.Join(list, ", ")
}

// String is such as `"sticks" (int64 [batch, sticks, 2])`.
func (v value) String() string {
	dtype := map[onnxpb.TensorProto_DataType]string{
		onnxpb.TensorProto_FLOAT: "float32", onnxpb.TensorProto_INT64: "int64",
	}[v.dtype]
	if !v.ranked {
		return fmt.Sprintf("%q (%s of any shape)", v.name, dtype)
	}
	axes := make([]string, len(v.axes))
	for i, a := range v.axes {
		switch {
		case a.size >= 0:
			axes[i] = fmt.Sprint(a.size)
		case a.name != "":
			axes[i] = a.name
		default:
			axes[i] = "?"
		}
	}
	return fmt.Sprintf("%q (%s [%s])", v.name, dtype, strings.Join(axes, ", "))
}
