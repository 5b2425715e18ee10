package export

import (
	"fmt"

	"gmnc/export/emit"
	"gmnc/export/forms"
	"gmnc/export/systems"
	"gmnc/ir"
)

// Rows writes the main graph of a module as it is. Inputs and outputs are in rows of all
// systems, under the names and types of the IR (but see OutputName), with indices as int64.
// Symbols name the open axes, and every size that the graph needs must follow from the rows of
// some input. Weights become initializers; a parameter without a weight remains an input.
func Rows(m *ir.Module, weights map[string][]float32, info Info) ([]byte, error) {
	if err := ir.Verify(m); err != nil {
		return nil, fmt.Errorf("the graph to write is wrong: %w", err)
	}
	if err := knownWeights(m, weights); err != nil {
		return nil, err
	}
	m, err := ir.ExpandUnwritten(m)
	if err != nil {
		return nil, err
	}
	e := forms.New(systems.New(m, info.opset()))
	args := make([]string, len(m.Main.Inputs))
	for i, input := range m.Main.Inputs {
		args[i] = input.Name
		if data, ok := weights[input.Name]; ok {
			e.Weight(input, data)
			continue
		}
		e.Input(emit.ValueInfo(input.Name, "", input.Type.DType, input.Type.Shape...))
		if symbol := input.Type.Rows().Symbol; symbol != "" && e.Shown[symbol] == "" {
			e.Shown[symbol] = input.Name
		}
	}
	for _, output := range m.Main.Outputs {
		t := output.Value.Type
		e.Output(emit.ValueInfo(OutputName(m, output.Name), "", t.DType, t.Shape...))
	}
	for i, value := range e.Function(m.Main, args, "") {
		e.Add(e.Graph.Output[i].GetName(), "Identity", nil, value)
	}
	if e.Err != nil {
		return nil, e.Err
	}
	return info.marshal(e.Graph)
}
