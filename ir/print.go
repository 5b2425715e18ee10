package ir

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Print writes the module in its text form; see the package comment.
func Print(m *Module) string {
	var text strings.Builder
	fmt.Fprintf(&text, "module %s\n", m.Name)
	for _, dim := range m.Dims {
		fmt.Fprintln(&text, dim)
	}
	for _, f := range m.Funcs {
		fmt.Fprintf(&text, "\nfunc @%s", f.Name)
		printFunc(&text, f)
	}
	text.WriteString("\nmain")
	printFunc(&text, m.Main)
	return text.String()
}

// String returns the text form.
func (m *Module) String() string { return Print(m) }

func printFunc(text *strings.Builder, f *Func) {
	var inputs, outputs []string
	for _, input := range f.Inputs {
		role := ""
		if input.Param {
			role = "param "
		}
		inputs = append(inputs, fmt.Sprintf("%s%%%s: %s", role, input.Name, input.Type))
	}
	for _, output := range f.Outputs {
		outputs = append(outputs, fmt.Sprintf("%s=%%%s", output.Name, output.Value.Name))
	}
	fmt.Fprintf(text, "(%s) {\n", strings.Join(inputs, ", "))
	for _, node := range f.Nodes {
		fmt.Fprintf(text, "  %s\n", node)
	}
	fmt.Fprintf(text, "  return %s\n}\n", strings.Join(outputs, ", "))
}

// String returns the node's line of the text form.
func (n *Node) String() string {
	var results, args, types []string
	for _, result := range n.Results {
		results = append(results, "%"+result.Name)
		types = append(types, result.Type.String())
	}
	for _, arg := range n.Args {
		args = append(args, "%"+arg.Name)
	}
	line := strings.Join(results, ", ") + " = " + n.Kind()
	if len(args) > 0 {
		line += " " + strings.Join(args, ", ")
	}
	return line + n.Attrs.String() + " : " + strings.Join(types, ", ")
}

// String returns the text of the attributes, in the order of their names and with their kinds,
// as Parse reads it. It returns "" if there are none.
func (attrs Attrs) String() string {
	if len(attrs) == 0 {
		return ""
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(attrs)) {
		parts = append(parts, name+"="+printAttr(attrs[name]))
	}
	return " {" + strings.Join(parts, ", ") + "}"
}

// printAttr preserves the kind of a value: a float64 always has a point, an exponent or a word,
// so that it is not read back as an int.
func printAttr(value any) string {
	switch value := value.(type) {
	case float64:
		text := strconv.FormatFloat(value, 'g', -1, 64)
		if !strings.ContainsAny(text, ".eEnN") {
			text += ".0"
		}
		return text
	case []float64:
		parts := make([]string, len(value))
		for i, element := range value {
			parts[i] = printAttr(element)
		}
		return "[" + strings.Join(parts, " ") + "]"
	default:
		return fmt.Sprint(value)
	}
}
