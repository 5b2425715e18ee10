package artifact

import (
	"fmt"
	"io"
	"strings"

	"gmnc/internal/plainfile"
	"gmnc/ir"
)

// LoadGraph reads a graph in the text form that Inspect prints, and verifies it.
func LoadGraph(path string) (*ir.Module, error) {
	text, err := plainfile.Read(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the graph: %w", err)
	}
	module, err := ir.Parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return module, nil
}

// InspectGraph describes a graph under the given name, and its text form and its diagram if
// asked.
func InspectGraph(w io.Writer, name string, module *ir.Module, text, diagram bool) error {
	var inputs, outputs []string
	weights := 0
	for _, input := range module.Main.Inputs {
		if input.Param {
			weights += input.Type.Rows().Number * input.Type.Columns()
			continue
		}
		inputs = append(inputs, fmt.Sprintf("%s %s", input.Name, input.Type))
	}
	for _, output := range module.Main.Outputs {
		outputs = append(outputs, fmt.Sprintf("%s %s", output.Name, output.Value.Type))
	}
	fmt.Fprintf(w, "%s: graph %s, verified, nodes: %d, functions: %d, weights: %d\n",
		name, module.Name, len(module.Main.Nodes), len(module.Funcs), weights)
	Line(w, "inputs", "%s", strings.Join(inputs, ", "))
	Line(w, "outputs", "%s", strings.Join(outputs, ", "))
	if text {
		fmt.Fprintf(w, "\n%s", ir.Print(module))
	}
	if diagram {
		fmt.Fprintf(w, "\n%s", ir.Diagram(module.Main))
	}
	return nil
}
