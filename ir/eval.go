package ir

import "fmt"

// Tensor is a value of the interpreter: rows of float64 or of indices,
// row-major.
type Tensor struct {
	Shape []int
	Float []float64
	Index []int64
}

// Sizes holds the value of every symbol.
type Sizes map[string]int

// extents returns the shape of a type, with sizes for symbols.
func (s Sizes) extents(t Type) []int {
	shape := make([]int, len(t.Shape))
	for axis, dim := range t.Shape {
		shape[axis] = dim.Number
		if dim.Symbol != "" {
			shape[axis] = s[dim.Symbol]
		}
	}
	return shape
}

// Eval runs main in float64 and is the reference for every backend. Inputs and outputs are
// given by name; inputs are not changed. An input that is missing or does not fit its type, and
// an index that points to no row, are errors.
func Eval(m *Module, inputs map[string]Tensor, given Sizes) (map[string]Tensor, error) {
	shapes := map[string][]int{}
	for name, input := range inputs {
		shapes[name] = input.Shape
	}
	sizes, err := Bind(m, shapes, given)
	if err != nil {
		return nil, err
	}
	args := make([]Tensor, len(m.Main.Inputs))
	for i, input := range m.Main.Inputs {
		args[i] = inputs[input.Name]
		if err := args[i].check(input); err != nil {
			return nil, err
		}
	}
	results, err := m.eval(m.Main, args, sizes)
	if err != nil {
		return nil, err
	}
	outputs := map[string]Tensor{}
	for i, output := range m.Main.Outputs {
		outputs[output.Name] = results[i]
	}
	return outputs, nil
}

// check returns an error for an input whose data does not fit its declared type.
func (t Tensor) check(input *Value) error {
	count := 1
	for _, extent := range t.Shape {
		count *= extent
	}
	have, other := len(t.Float), len(t.Index)
	if input.Type.DType == Index {
		have, other = other, have
	}
	if have != count || other != 0 {
		return fmt.Errorf("input %s is %s with the shape %v and needs %d elements, not %d of its kind and %d of another",
			input.Name, input.Type, t.Shape, count, have, other)
	}
	return nil
}

func (m *Module) eval(f *Func, args []Tensor, sizes Sizes) ([]Tensor, error) {
	values := make(map[*Value]Tensor, len(f.Inputs)+len(f.Nodes))
	for i, input := range f.Inputs {
		values[input] = args[i]
	}
	for _, node := range f.Nodes {
		nodeArgs := make([]Tensor, len(node.Args))
		for i, arg := range node.Args {
			nodeArgs[i] = values[arg]
		}
		results, err := m.evalNode(node, nodeArgs, sizes)
		if err != nil {
			return nil, fmt.Errorf("%s (%%%s): %w", node.Kind(), node.Results[0].Name, err)
		}
		for i, result := range node.Results {
			values[result] = results[i]
		}
	}
	results := make([]Tensor, len(f.Outputs))
	for i, output := range f.Outputs {
		results[i] = values[output.Value]
	}
	return results, nil
}

func (m *Module) evalNode(n *Node, args []Tensor, sizes Sizes) ([]Tensor, error) {
	if n.Callee != nil {
		return m.eval(n.Callee, args, sizes)
	}
	if n.Op.Means != nil {
		meaning, err := m.meaning(n)
		if err != nil {
			return nil, err
		}
		return m.eval(meaning, args, sizes)
	}
	result := NewTensor(n.Result().Type, sizes)
	return []Tensor{result}, n.Op.Eval(result, args, n, sizes)
}

// NewTensor returns a tensor of zeros of the given type.
func NewTensor(t Type, sizes Sizes) Tensor {
	result := Tensor{Shape: sizes.extents(t)}
	count := 1
	for _, extent := range result.Shape {
		count *= extent
	}
	if t.DType == Index {
		result.Index = make([]int64, count)
	} else {
		result.Float = make([]float64, count)
	}
	return result
}
