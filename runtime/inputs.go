package runtime

import (
	"fmt"
	"maps"
	"slices"

	"gmnc/ir"
)

// Bind checks the inputs of a run (all of main's that are no parameters)
// and returns the value of every symbol. An input that is missing, not the
// module's, of the wrong kind or shape, or holds an index that points at no
// row is an error that names it.
func Bind(m *ir.Module, inputs map[string]Tensor) (ir.Sizes, error) {
	shapes := map[string][]int{}
	for _, name := range slices.Sorted(maps.Keys(inputs)) {
		input := m.Main.Input(name)
		if input == nil || input.Param {
			return nil, fmt.Errorf("%s is no input of module %s", name, m.Name)
		}
		if err := CheckKind(input, inputs[name]); err != nil {
			return nil, err
		}
		shapes[name] = inputs[name].Shape
	}
	for _, param := range m.Main.Params() {
		shape, err := fixedShape(param.Type)
		if err != nil {
			return nil, fmt.Errorf("parameter %s: %w", param.Name, err)
		}
		shapes[param.Name] = shape
	}
	sizes, err := ir.Bind(m, shapes, nil)
	if err != nil {
		return nil, err
	}
	for _, input := range m.Main.Inputs {
		if err := checkIndices(input, inputs[input.Name], sizes); err != nil {
			return nil, err
		}
	}
	return sizes, nil
}

// CheckKind reports an input whose data do not fill its shape, or are not of
// the kind of its type: floats or indices.
func CheckKind(input *ir.Value, value Tensor) error {
	if err := value.Check(); err != nil {
		return fmt.Errorf("input %s: %w", input.Name, err)
	}
	if input.Type.DType == ir.Index && value.Float != nil || input.Type.DType == ir.Float && value.Index != nil {
		return fmt.Errorf("input %s is %s and was given elements of the other kind", input.Name, input.Type)
	}
	return nil
}

func checkIndices(input *ir.Value, value Tensor, sizes ir.Sizes) error {
	rows := sizes[input.Type.Into]
	for i, index := range value.Index {
		if index < 0 || index >= int64(rows) {
			return fmt.Errorf("input %s has the index %d in row %d; it points into %d %s",
				input.Name, index, i, rows, input.Type.Into)
		}
	}
	return nil
}
