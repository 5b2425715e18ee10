package onnx

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Check reports what is structurally wrong with a model before it is written. It rejects values
// that are assigned twice or used before they are assigned. It rejects operators, attributes
// and element types that are not in the written forms of Operators. It also rejects constants
// that do not fill their extents, and inputs and outputs without a shape.
func Check(file []byte) error {
	model, err := Read(file)
	if err == nil && model.Graph == nil {
		err = errors.New("there is no graph")
	}
	if err != nil {
		return fmt.Errorf("the bytes are no ONNX model: %w", err)
	}
	if err := checkVersions(model); err != nil {
		return err
	}
	graph, err := model.Inlined()
	if err != nil {
		return err
	}
	_, err = Types(graph)
	return err
}

// Types returns the element types of the values of a graph without calls, which it checks as
// Check does. Values within a Loop are left out.
func Types(graph []byte) (map[string]DataType, error) {
	c := checker{types: map[string]DataType{}, inputs: map[string]bool{}, axes: map[string]bool{}, made: map[string]bool{}, returned: map[string]bool{}}
	return c.types, c.graph(graph)
}

func checkVersions(model Model) error {
	wanted := []OperatorSet{{"", int64(model.Opset())}}
	if len(model.Functions) > 0 {
		wanted = append(wanted, OperatorSet{FunctionDomain, 1})
	}
	if !slices.Equal(model.OperatorSets, wanted) {
		return fmt.Errorf("the model imports %d operator sets, %v; %v are expected: the standard one, and one for its functions if it has some", len(model.OperatorSets), model.OperatorSets, wanted)
	}
	opset := model.Opset()
	want, ok := IRVersions[opset]
	if !ok {
		return fmt.Errorf("the model is in opset %d; known are %v", opset, slices.Sorted(maps.Keys(IRVersions)))
	}
	if model.IRVersion != want {
		return fmt.Errorf("the model has IR version %d; opset %d came with %d", model.IRVersion, opset, want)
	}
	return nil
}

// checker holds the element types of the values assigned so far, which of these nodes made and
// the graph returns, and the named axes of the inputs.
type checker struct {
	types          map[string]DataType
	inputs         map[string]bool // inputs that have no initializer
	made, returned map[string]bool
	axes           map[string]bool
	loops          int // number of Loops around it
}

// graph checks what defines values before what uses them. A file has them in another order.
func (c checker) graph(graph []byte) error {
	for _, part := range []struct {
		number Number
		check  func(record []byte) error
	}{
		{GraphInput, c.input}, {GraphInitializer, c.initializer}, {GraphNode, c.node}, {GraphOutput, c.output}, {GraphValue, c.value},
	} {
		if err := EachRecord(graph, part.number, part.check); err != nil {
			return err
		}
	}
	if len(c.returned) == 0 {
		return errors.New("the graph has no outputs")
	}
	return nil
}

func (c checker) define(name string, dtype DataType) error {
	if name == "" {
		return errors.New("it has no name")
	}
	if _, twice := c.types[name]; twice {
		return fmt.Errorf("%q is assigned twice", name)
	}
	c.types[name] = dtype
	return nil
}

func (c checker) input(record []byte) error {
	input, err := ReadDeclaration(record)
	if err == nil {
		err = checkDeclaration(input)
	}
	if err == nil {
		err = c.define(input.Name, input.Type)
	}
	if err != nil {
		return fmt.Errorf("input %q: %w", input.Name, err)
	}
	for _, axis := range input.Axes {
		c.axes[axis.Name] = true
	}
	c.inputs[input.Name] = true
	if input.Type == Int64 && len(input.Axes) == 0 {
		c.axes[input.Name] = true // a scalar input may give the size of an axis
	}
	return nil
}

func (c checker) output(record []byte) error {
	output, err := ReadDeclaration(record)
	if err == nil {
		err = checkDeclaration(output)
	}
	if err == nil {
		err = c.returns(output)
	}
	if err != nil {
		return fmt.Errorf("output %q: %w", output.Name, err)
	}
	return nil
}

// value checks the declaration of a value within the graph.
func (c checker) value(record []byte) error {
	value, err := ReadDeclaration(record)
	switch {
	case err != nil:
	case !c.made[value.Name]:
		err = errors.New("no node makes it")
	case value.Type != c.types[value.Name]:
		err = fmt.Errorf("it is declared as %s and made as %s", value.Type, c.types[value.Name])
	}
	if err != nil {
		return fmt.Errorf("value %q: %w", value.Name, err)
	}
	return nil
}

func (c checker) returns(output Declaration) error {
	if c.returned[output.Name] {
		return errors.New("it is returned twice")
	}
	c.returned[output.Name] = true
	if !c.made[output.Name] {
		return errors.New("no node makes it")
	}
	if have := c.types[output.Name]; have != output.Type {
		return fmt.Errorf("it is declared as %s and made as %s", output.Type, have)
	}
	for _, axis := range output.Axes {
		if axis.Name != "" && !c.axes[axis.Name] {
			return fmt.Errorf("no input has its axis %q", axis.Name)
		}
	}
	return nil
}

func checkDeclaration(d Declaration) error {
	if err := checkType(d.Type); err != nil {
		return err
	}
	if !d.Ranked {
		return errors.New("it has no shape")
	}
	for i, axis := range d.Axes {
		if axis.Name == "" && axis.Size < 1 {
			return fmt.Errorf("axis %d has neither a name nor an extent", i)
		}
	}
	return nil
}

// checkType returns an error for element types that gmnc's files do not store.
func checkType(dtype DataType) error {
	if dtype != Float && dtype != Int64 {
		return fmt.Errorf("elements are %s, not FLOAT or INT64", dtype)
	}
	return nil
}

func (c checker) initializer(record []byte) error {
	tensor, err := ReadTensor(record)
	if err == nil && tensor.Type != Float16 && tensor.Type != Bool { // weights are Float16 before a Cast, masks Bool
		err = checkType(tensor.Type)
	}
	if err == nil {
		err = tensor.Filled()
	}
	if err == nil && c.inputs[tensor.Name] && c.types[tensor.Name] == tensor.Type {
		delete(c.inputs, tensor.Name) // it is the value of an input that is not given
		return nil
	}
	if err == nil {
		err = c.define(tensor.Name, tensor.Type)
	}
	if err != nil {
		return fmt.Errorf("initializer %q: %w", tensor.Name, err)
	}
	return nil
}

func (c checker) node(record []byte) error {
	node, err := ReadNode(record)
	if err == nil {
		err = c.operation(node)
	}
	if err != nil {
		return fmt.Errorf("node %q (%s): %w", node.Name, node.Operator, err)
	}
	return nil
}

func (c checker) operation(node Node) error {
	if node.Operator == LoopOperator && Standard(node.Domain) {
		return c.loop(node)
	}
	row := Operators[node.Operator]
	if row.Written == "" || node.Domain != "" {
		return errors.New("the operator is not in the table of operators that are written")
	}
	signature, allowed := row.written()
	attributes := make([]Attribute, len(node.Attributes))
	for i, record := range node.Attributes {
		var err error
		if attributes[i], err = ReadAttribute(record); err != nil {
			return err
		}
	}
	if err := checkAttributes(allowed, attributes); err != nil {
		return err
	}
	types := make([]DataType, len(node.Inputs))
	for i, input := range node.Inputs {
		dtype, ok := c.types[input]
		if !ok {
			return fmt.Errorf("its input %d, %q, is not assigned before", i, input)
		}
		types[i] = dtype
	}
	made, err := result(signature, types)
	if err == nil && made == Undefined {
		made, err = typeInAttribute(node, attributes[0])
	}
	if err != nil {
		return err
	}
	if len(node.Outputs) != 1 {
		return fmt.Errorf("it has %d outputs instead of one", len(node.Outputs))
	}
	c.made[node.Outputs[0]] = true
	return c.define(node.Outputs[0], made)
}

// typeInAttribute returns the type that the one attribute of a Constant or a Cast gives.
func typeInAttribute(node Node, attribute Attribute) (DataType, error) {
	if node.Operator == "Constant" {
		return typeOfConstant(node)
	}
	return DataType(attribute.Int), nil
}

// typeOfConstant returns the type of the tensor in a Constant's one attribute.
func typeOfConstant(node Node) (dtype DataType, err error) {
	err = EachRecord(node.Attributes[0], AttributeTensor, func(record []byte) error {
		tensor, err := ReadTensor(record)
		if err == nil {
			err = checkType(tensor.Type)
		}
		if err == nil {
			err = tensor.Filled()
		}
		dtype = tensor.Type
		return err
	})
	if err == nil && dtype == Undefined {
		err = errors.New("it has no value")
	}
	return dtype, err
}
