package export

import (
	"fmt"
	"maps"
	"slices"

	"google.golang.org/protobuf/proto"

	"gmnc/export/onnxpb"
)

// Check reports what is structurally wrong with a model: values assigned
// twice or used before, operators, attributes or element types that are not
// in the table of operators, constants that do not fill their extents,
// inputs and outputs without a shape.
func Check(model []byte) error {
	file := new(onnxpb.ModelProto)
	if err := proto.Unmarshal(model, file); err != nil {
		return fmt.Errorf("the bytes are no ONNX model: %w", err)
	}
	if err := checkVersions(file); err != nil {
		return err
	}
	c := checker{types: map[string]onnxpb.TensorProto_DataType{}, axes: map[string]bool{}, made: map[string]bool{}}
	return c.graph(file.GetGraph())
}

func checkVersions(file *onnxpb.ModelProto) error {
	if len(file.OpsetImport) != 1 || file.OpsetImport[0].GetDomain() != "" {
		return fmt.Errorf("the model imports %d operator sets; the standard one alone is expected", len(file.OpsetImport))
	}
	opset := int(file.OpsetImport[0].GetVersion())
	want, ok := irVersions[opset]
	if !ok {
		return fmt.Errorf("the model is in opset %d; known are %v", opset, slices.Sorted(maps.Keys(irVersions)))
	}
	if file.GetIrVersion() != want {
		return fmt.Errorf("the model has IR version %d; opset %d came with %d", file.GetIrVersion(), opset, want)
	}
	return nil
}

// checker knows the element types of the values assigned so far, which of
// them nodes made, and the named axes of the inputs.
type checker struct {
	types map[string]onnxpb.TensorProto_DataType
	made  map[string]bool
	axes  map[string]bool
}

func (c checker) graph(graph *onnxpb.GraphProto) error {
	for _, input := range graph.GetInput() {
		if err := c.input(input); err != nil {
			return fmt.Errorf("input %q: %w", input.GetName(), err)
		}
	}
	for _, tensor := range graph.GetInitializer() {
		if err := c.initializer(tensor); err != nil {
			return fmt.Errorf("initializer %q: %w", tensor.GetName(), err)
		}
	}
	for _, node := range graph.GetNode() {
		if err := c.node(node); err != nil {
			return fmt.Errorf("node %q (%s): %w", node.GetName(), node.GetOpType(), err)
		}
	}
	if len(graph.GetOutput()) == 0 {
		return fmt.Errorf("the graph has no outputs")
	}
	returned := map[string]bool{}
	for _, output := range graph.GetOutput() {
		if returned[output.GetName()] {
			return fmt.Errorf("output %q is returned twice", output.GetName())
		}
		returned[output.GetName()] = true
		if err := c.output(output); err != nil {
			return fmt.Errorf("output %q: %w", output.GetName(), err)
		}
	}
	return nil
}

func (c checker) define(name string, dtype onnxpb.TensorProto_DataType) error {
	if name == "" {
		return fmt.Errorf("it has no name")
	}
	if _, twice := c.types[name]; twice {
		return fmt.Errorf("%q is assigned twice", name)
	}
	c.types[name] = dtype
	return nil
}

func (c checker) input(info *onnxpb.ValueInfoProto) error {
	dtype, axes, err := declaration(info)
	if err != nil {
		return err
	}
	for _, axis := range axes {
		c.axes[axis] = true
	}
	return c.define(info.GetName(), dtype)
}

func (c checker) output(info *onnxpb.ValueInfoProto) error {
	dtype, axes, err := declaration(info)
	if err != nil {
		return err
	}
	if !c.made[info.GetName()] {
		return fmt.Errorf("no node makes it")
	}
	if have := c.types[info.GetName()]; have != dtype {
		return fmt.Errorf("it is declared as %s and made as %s", dtype, have)
	}
	for _, axis := range axes {
		if !c.axes[axis] {
			return fmt.Errorf("no input has its axis %q", axis)
		}
	}
	return nil
}

// declaration returns the element type and the named axes.
func declaration(info *onnxpb.ValueInfoProto) (dtype onnxpb.TensorProto_DataType, axes []string, err error) {
	tensor := info.GetType().GetTensorType()
	dtype = onnxpb.TensorProto_DataType(tensor.GetElemType())
	if elementSize[dtype] == 0 {
		return dtype, nil, fmt.Errorf("elements are %s, not FLOAT or INT64", dtype)
	}
	if tensor.GetShape() == nil {
		return dtype, nil, fmt.Errorf("it has no shape")
	}
	for i, dim := range tensor.GetShape().GetDim() {
		if dim.GetDimParam() == "" && dim.GetDimValue() < 1 {
			return dtype, nil, fmt.Errorf("axis %d has neither a name nor an extent", i)
		}
		if dim.GetDimParam() != "" {
			axes = append(axes, dim.GetDimParam())
		}
	}
	return dtype, axes, nil
}

// elementSize is the bytes of an element that files store.
var elementSize = map[onnxpb.TensorProto_DataType]int{onnxpb.TensorProto_FLOAT: 4, onnxpb.TensorProto_INT64: 8}

func (c checker) initializer(tensor *onnxpb.TensorProto) error {
	dtype := onnxpb.TensorProto_DataType(tensor.GetDataType())
	size := elementSize[dtype]
	if size == 0 {
		return fmt.Errorf("elements are %s, not FLOAT or INT64", dtype)
	}
	for _, extent := range tensor.GetDims() {
		if extent < 1 {
			return fmt.Errorf("the extents %v are not all positive", tensor.GetDims())
		}
		size *= int(extent)
	}
	if len(tensor.GetRawData()) != size {
		return fmt.Errorf("it holds %d bytes; %s of extents %v takes %d", len(tensor.GetRawData()), dtype, tensor.GetDims(), size)
	}
	return c.define(tensor.GetName(), dtype)
}

func (c checker) node(node *onnxpb.NodeProto) error {
	row, ok := operators[node.GetOpType()]
	if !ok || node.GetDomain() != "" {
		return fmt.Errorf("the operator is not in the table of operators")
	}
	if err := row.checkAttributes(node.GetAttribute()); err != nil {
		return err
	}
	types := make([]onnxpb.TensorProto_DataType, len(node.GetInput()))
	for i, input := range node.GetInput() {
		dtype, ok := c.types[input]
		if !ok {
			return fmt.Errorf("its input %d, %q, is not assigned before", i, input)
		}
		types[i] = dtype
	}
	result, err := row.result(types)
	if err != nil {
		return err
	}
	if node.GetOpType() == "Cast" {
		result = onnxpb.TensorProto_DataType(node.Attribute[0].GetI())
	}
	if len(node.GetOutput()) != 1 {
		return fmt.Errorf("it has %d outputs instead of one", len(node.GetOutput()))
	}
	c.made[node.Output[0]] = true
	return c.define(node.Output[0], result)
}
