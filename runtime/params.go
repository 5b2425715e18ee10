package runtime

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gmnc/ir"
)

// CheckParams reports parameters of the module that are missing, of the
// wrong shape, or not the module's. Those that reach no output (the node
// network of a model's last layer, for one) may be absent.
func CheckParams(m *ir.Module, params map[string]Tensor) error {
	live, err := ir.Live(m)
	if err != nil {
		return err
	}
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
		return fmt.Errorf("values are missing for %d parameters: %s", len(missing), strings.Join(missing, ", "))
	}
	for _, name := range slices.Sorted(maps.Keys(params)) {
		if !known[name] {
			return fmt.Errorf("there is a value for %s, which is no parameter of module %s", name, m.Name)
		}
	}
	return nil
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

// fixedShape is the shape of a parameter, whose rows are never a symbol.
func fixedShape(t ir.Type) ([]int, error) {
	if t.DType != ir.Float || t.Rows().Symbol != "" {
		return nil, errors.New(t.String() + " cannot be a parameter: its rows are not a number")
	}
	return []int{t.Rows().Number, t.Columns()}, nil
}
