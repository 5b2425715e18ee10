package runtime

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gmnc/ir"
)

// maxNamed is the largest number of missing parameters that an error names.
const maxNamed = 8

// CheckParams reports parameters of the module that are missing or have the wrong shape, and
// values that are not parameters of the module. Parameters that reach no output, such as the
// node network of a model's last layer, may be absent.
func CheckParams(m *ir.Module, params map[string]Tensor) error {
	live := ir.Live(m)
	var missing []string
	known := map[string]bool{}
	for _, input := range m.Main.Params() {
		known[input.Name] = true
		value, ok := params[input.Name]
		if !ok && live[input.Name] {
			missing = append(missing, input.Name)
		}
		if ok {
			if err := checkParam(input, value); err != nil {
				return err
			}
		}
	}
	if len(missing) > 0 {
		some := missing[:min(len(missing), maxNamed)]
		if len(some) < len(missing) {
			some = append(slices.Clone(some), "...")
		}
		return fmt.Errorf("values are missing for %d parameters: %s", len(missing), strings.Join(some, ", "))
	}
	for _, name := range slices.Sorted(maps.Keys(params)) {
		if !known[name] {
			return fmt.Errorf("there is a value for %s, which is no parameter of module %s", name, m.Name)
		}
	}
	return nil
}

// SelectParams returns the values that are parameters of the module. It reports a needed
// parameter that is missing or has another shape.
func SelectParams(m *ir.Module, values map[string]Tensor) (map[string]Tensor, error) {
	selected := map[string]Tensor{}
	for _, param := range m.Main.Params() {
		if value, ok := values[param.Name]; ok {
			selected[param.Name] = value
		}
	}
	if err := CheckParams(m, selected); err != nil {
		return nil, fmt.Errorf("the parameters do not fit module %s: %w", m.Name, err)
	}
	return selected, nil
}

func checkParam(input *ir.Value, value Tensor) error {
	want, err := fixedShape(input.Type)
	if err != nil {
		return fmt.Errorf("parameter %s: %w", input.Name, err)
	}
	if err := value.Check(); err != nil {
		return fmt.Errorf("parameter %s: %w", input.Name, err)
	}
	if value.Index != nil || !slices.Equal(value.Shape, want) {
		return fmt.Errorf("parameter %s has the shape %v; it is %s", input.Name, value.Shape, input.Type)
	}
	return nil
}

// fixedShape returns the shape of a parameter, whose rows are never a symbol.
func fixedShape(t ir.Type) ([]int, error) {
	if t.DType != ir.Float || t.Rows().Symbol != "" {
		return nil, errors.New(t.String() + " cannot be a parameter: its rows are not a number")
	}
	return []int{t.Rows().Number, t.Columns()}, nil
}

// CopyParams copies values of parameters into others. If the two differ in a name or a shape,
// it returns an error and copies nothing.
func CopyParams(to, from map[string]Tensor) error {
	for _, name := range slices.Sorted(maps.Keys(to)) {
		value, ok := from[name]
		if !ok {
			return fmt.Errorf("the value of the parameter %s is missing", name)
		}
		if !slices.Equal(value.Shape, to[name].Shape) {
			return fmt.Errorf("the parameter %s is %v, and its value %v", name, to[name].Shape, value.Shape)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(from)) {
		if _, ok := to[name]; !ok {
			return fmt.Errorf("there is a value for %s, which is no parameter", name)
		}
	}
	for name, value := range to {
		copy(value.Float, from[name].Float)
	}
	return nil
}
