package ir

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Diagram draws a graph as a Mermaid flowchart, which code hosts show as a
// picture: its inputs, the functions it calls, the values that have a name
// of their own, and its outputs. The operators between them are left out,
// and so are parameters and indices; an arrow means that something is
// computed from something, and is labeled with the arguments where it leads
// to a function. Values that one scope names are in one box.
func Diagram(f *Func) string {
	d := &diagram{ids: map[any]string{}, boxes: map[string][]string{}}
	for _, node := range f.Nodes {
		switch {
		case node.Callee != nil:
			d.call(node)
		case named(node.Result()):
			d.value(node)
		}
	}
	for _, output := range f.Outputs {
		id := d.add(output, "", fmt.Sprintf("([%s])", output.Name))
		d.arrows(id, []*Value{output.Value}, nil)
	}
	return d.text()
}

// diagram is a drawing that is being made.
type diagram struct {
	ids    map[any]string      // of *Value (inputs and named values), *Node (calls) and Output
	boxes  map[string][]string // lines that declare nodes, by scope; "" for those in none
	scopes []string            // in the order of their first node
	lines  []string            // arrows
}

// add declares a node of the drawing, in the shape of the brackets.
func (d *diagram) add(key any, scope, label string) string {
	id := fmt.Sprintf("n%d", len(d.ids))
	d.ids[key] = id
	if !slices.Contains(d.scopes, scope) {
		d.scopes = append(d.scopes, scope)
	}
	d.boxes[scope] = append(d.boxes[scope], id+label)
	return id
}

func (d *diagram) call(node *Node) {
	scope, _ := splitScope(node.Text("scope"))
	var args []*Value
	var names []string
	for i, input := range node.Callee.Inputs {
		if !input.Param {
			args, names = append(args, node.Args[i]), append(names, input.Name)
		}
	}
	id := d.add(node, scope, fmt.Sprintf("[[%s]]", node.Callee.Name))
	d.arrows(id, args, names)
}

func (d *diagram) value(node *Node) {
	scope, name := splitScope(node.Result().Name)
	id := d.add(node.Result(), scope, fmt.Sprintf("(%s)", name))
	d.arrows(id, node.Args, nil)
}

// arrows draws arrows to a node from all nodes from which its arguments are computed. names, if
// given, are the names of the arguments.
func (d *diagram) arrows(to string, args []*Value, names []string) {
	var sources []string
	labels := map[string][]string{}
	for i, arg := range args {
		for _, source := range d.sources(arg) {
			if !slices.Contains(sources, source) {
				sources = append(sources, source)
			}
			if names != nil && !slices.Contains(labels[source], names[i]) {
				labels[source] = append(labels[source], names[i])
			}
		}
	}
	for _, source := range sources {
		arrow := "-->"
		if len(labels[source]) > 0 {
			arrow = fmt.Sprintf("-->|%s|", strings.Join(labels[source], ", "))
		}
		d.lines = append(d.lines, fmt.Sprintf("%s %s %s", source, arrow, to))
	}
}

// sources returns the nodes of the drawing that a value is, or is computed from.
func (d *diagram) sources(v *Value) []string {
	switch {
	case v.Param || v.Node == nil && v.Type.DType == Index:
		return nil
	case v.Node == nil:
		if _, ok := d.ids[v]; !ok {
			d.add(v, "", fmt.Sprintf("([%s])", v.Name))
		}
		return []string{d.ids[v]}
	case v.Node.Callee != nil:
		return []string{d.ids[v.Node]}
	case d.ids[v] != "":
		return []string{d.ids[v]}
	}
	var all []string
	for _, arg := range v.Node.Args {
		for _, source := range d.sources(arg) {
			if !slices.Contains(all, source) {
				all = append(all, source)
			}
		}
	}
	return all
}

func (d *diagram) text() string {
	var text strings.Builder
	text.WriteString("flowchart TD\n")
	for _, scope := range d.scopes {
		indent := "  "
		if scope != "" {
			fmt.Fprintf(&text, "  subgraph %s\n", scope)
			indent = "    "
		}
		for _, line := range d.boxes[scope] {
			text.WriteString(indent + line + "\n")
		}
		if scope != "" {
			text.WriteString("  end\n")
		}
	}
	for _, line := range d.lines {
		text.WriteString("  " + line + "\n")
	}
	return text.String()
}

// splitScope splits "layer0/position" into its scope and the rest.
func splitScope(name string) (scope, local string) {
	if scope, local, ok := strings.Cut(name, "/"); ok {
		return scope, local
	}
	return "", name
}

var numberSuffix = regexp.MustCompile(`\.\d+$`)

// named reports whether a value has a name of its own instead of that of its operator.
func named(v *Value) bool {
	name := numberSuffix.ReplaceAllString(v.Name, "")
	return name[strings.LastIndex(name, "/")+1:] != string(v.Node.Op.Name)
}
