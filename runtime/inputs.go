package runtime

import (
	"fmt"
	"maps"
	"slices"

	"gmnc/ir"
)

// Bind checks a batch for a run of the module, whose systems have the same number of neighbors,
// and returns the value of every symbol. The inputs are those of the main graph that are not
// parameters. Bind reports an input that is missing, unknown, or of the wrong kind or shape,
// and an index that leads out of its system.
func Bind(m *ir.Module, batch Batch) (ir.Sizes, error) {
	shapes := map[string][]int{}
	for _, name := range slices.Sorted(maps.Keys(batch.Inputs)) {
		input := m.Main.Input(name)
		if input == nil || input.Param {
			return nil, fmt.Errorf("%s is no input of module %s", name, m.Name)
		}
		if err := CheckKind(input, batch.Inputs[name]); err != nil {
			return nil, err
		}
		shapes[name] = batch.Inputs[name].Shape
	}
	for _, param := range m.Main.Params() {
		shape, err := fixedShape(param.Type)
		if err != nil {
			return nil, fmt.Errorf("parameter %s: %w", param.Name, err)
		}
		shapes[param.Name] = shape
	}
	dims := dimensionsOf(m)
	given, err := dims.sizes(batch.Systems)
	if err != nil {
		return nil, err
	}
	sizes, err := ir.Bind(m, shapes, given)
	if err != nil {
		return nil, WithoutSystems(batch, err)
	}
	for _, input := range m.Main.Inputs {
		if input.Type.DType != ir.Index {
			continue
		}
		if err := dims.checkIndices(input, batch.Inputs[input.Name].Index, batch.Systems, sizes); err != nil {
			return nil, err
		}
	}
	return sizes, nil
}

// CheckKind reports an input whose data do not fill its shape, or whose data are floats in
// place of indices or the reverse.
func CheckKind(input *ir.Value, value Tensor) error {
	if err := value.Check(); err != nil {
		return fmt.Errorf("input %s: %w", input.Name, err)
	}
	if input.Type.DType == ir.Index && value.Float != nil || input.Type.DType == ir.Float && value.Index != nil {
		return fmt.Errorf("input %s is %s and was given elements of the other kind", input.Name, input.Type)
	}
	return nil
}

// WithoutSystems adds to an error about the inputs of a batch that the batch has no systems, if
// it has none.
func WithoutSystems(batch Batch, err error) error {
	if err != nil && len(batch.Systems) == 0 {
		return fmt.Errorf("%w (the batch has no systems)", err)
	}
	return err
}
