package ir

import (
	"fmt"
	"maps"
	"slices"
)

// Value is one assigned value of a graph: an input, or the result of a node.
type Value struct {
	Name string
	Type Type
	// Param marks an input that training changes.
	Param bool
	// Node computes the value. It is nil for an input.
	Node *Node
}

// Is reports whether an operator of that name computes the value.
func (v *Value) Is(operator OpName) bool { return v.Node != nil && v.Node.Is(operator) }

// Node applies an operator, or calls a function, on earlier values. An operator of the table
// has one result, a lowered one may have several, and a call has as many as the function has
// outputs.
type Node struct {
	Op      *Op
	Callee  *Func
	Args    []*Value
	Attrs   Attrs
	Results []*Value
}

// Attrs holds a node's attributes, each of the kind that its operator declares: float64, int,
// bool, string, []float64 or OpName.
type Attrs map[string]any

// clone returns a copy of the attributes, lists included.
func (a Attrs) clone() Attrs {
	copied := maps.Clone(a)
	for name, value := range copied {
		if list, ok := value.([]float64); ok {
			copied[name] = slices.Clone(list)
		}
	}
	return copied
}

func (a Attrs) float(name string) float64    { return a[name].(float64) }
func (a Attrs) int(name string) int          { return a[name].(int) }
func (a Attrs) bool(name string) bool        { return a[name].(bool) }
func (a Attrs) string(name string) string    { return a[name].(string) }
func (a Attrs) floats(name string) []float64 { return a[name].([]float64) }

// Float returns a number attribute of a node that has passed Verify.
func (n *Node) Float(name string) float64 { return n.Attrs.float(name) }

// Int returns a whole-number attribute of a node that has passed Verify.
func (n *Node) Int(name string) int { return n.Attrs.int(name) }

// Bool returns a switch of a node that has passed Verify.
func (n *Node) Bool(name string) bool { return n.Attrs.bool(name) }

// Text returns a name attribute of a node that has passed Verify.
func (n *Node) Text(name string) string { return n.Attrs.string(name) }

// Values returns a list attribute of a node that has passed Verify.
func (n *Node) Values(name string) []float64 { return n.Attrs.floats(name) }

// symbolAttrs returns the symbols that the attributes name.
func (n *Node) symbolAttrs() []string {
	if n.Op == nil {
		return nil
	}
	var symbols []string
	for _, spec := range n.Op.Attrs {
		if spec.Kind == SymbolAttr {
			symbols = append(symbols, n.Text(spec.Name))
		}
	}
	return symbols
}

// Is reports whether the node applies an operator of that name.
func (n *Node) Is(operator OpName) bool { return n.Op != nil && n.Op.Name == operator }

// Result returns the only result of an operator's node, or the first of several results.
func (n *Node) Result() *Value { return n.Results[0] }

// Kind returns what the node does: its operator, or "call @function".
func (n *Node) Kind() string {
	if n.Callee != nil {
		return "call @" + n.Callee.Name
	}
	return string(n.Op.Name)
}

// Output is a value that a graph returns, with the name under which it returns it.
type Output struct {
	Name  string
	Value *Value
}

// Func is a graph with a signature.
type Func struct {
	Name    string
	Inputs  []*Value
	Nodes   []*Node
	Outputs []Output
}

// Input returns the input of that name, or nil.
func (f *Func) Input(name string) *Value {
	for _, input := range f.Inputs {
		if input.Name == name {
			return input
		}
	}
	return nil
}

// Output returns the value returned under that name, or nil.
func (f *Func) Output(name string) *Value {
	for _, output := range f.Outputs {
		if output.Name == name {
			return output.Value
		}
	}
	return nil
}

// Params returns the inputs that training changes, in order.
func (f *Func) Params() []*Value {
	var params []*Value
	for _, input := range f.Inputs {
		if input.Param {
			params = append(params, input)
		}
	}
	return params
}

// Readers returns the nodes that read each value, once for each argument. A nil node stands for
// an output.
func (f *Func) Readers() map[*Value][]*Node {
	readers := make(map[*Value][]*Node, len(f.Inputs)+len(f.Nodes))
	for _, node := range f.Nodes {
		for _, arg := range node.Args {
			readers[arg] = append(readers[arg], node)
		}
	}
	for _, output := range f.Outputs {
		readers[output.Value] = append(readers[output.Value], nil)
	}
	return readers
}

// Module is a main graph with the dimensions and functions that it uses. A function may only
// call functions before it.
type Module struct {
	Name  string
	Dims  []Dimension
	Funcs []*Func
	Main  *Func
}

// Dim returns the declaration of a symbol.
func (m *Module) Dim(symbol string) (Dimension, bool) {
	at := slices.IndexFunc(m.Dims, func(d Dimension) bool { return d.Symbol == symbol })
	if at < 0 {
		return Dimension{}, false
	}
	return m.Dims[at], true
}

// product returns the rows symbol that is declared as outer * inner.
func (m *Module) product(outer, inner string) (string, error) {
	for _, dim := range m.Dims {
		if dim.Outer != "" && dim.Outer == outer && dim.Inner == inner {
			return dim.Symbol, nil
		}
	}
	return "", fmt.Errorf("no rows are declared as %s * %s", outer, inner)
}

// outerOf returns the rows for each of which symbol has a group of inner rows.
func (m *Module) outerOf(symbol, inner string) (string, error) {
	if dim, ok := m.Dim(symbol); ok && dim.Outer != "" && dim.Inner == inner {
		return dim.Outer, nil
	}
	return "", fmt.Errorf("%s is not declared as a product with %s", symbol, inner)
}

// Clone returns a deep copy: changing one does not change the other.
func (m *Module) Clone() *Module {
	copied := &Module{Name: m.Name, Dims: slices.Clone(m.Dims)}
	funcs := map[*Func]*Func{}
	for _, f := range m.Funcs {
		funcs[f] = f.clone(funcs)
		copied.Funcs = append(copied.Funcs, funcs[f])
	}
	copied.Main = m.Main.clone(funcs)
	return copied
}

func (f *Func) clone(funcs map[*Func]*Func) *Func {
	copied := &Func{Name: f.Name, Nodes: make([]*Node, 0, len(f.Nodes))}
	values := make(map[*Value]*Value, len(f.Inputs)+len(f.Nodes))
	for _, input := range f.Inputs {
		values[input] = &Value{Name: input.Name, Type: input.Type, Param: input.Param}
		copied.Inputs = append(copied.Inputs, values[input])
	}
	for _, node := range f.Nodes {
		copied.Nodes = append(copied.Nodes, node.copyInto(values, funcs, func(name string) string { return name }))
	}
	for _, output := range f.Outputs {
		copied.Outputs = append(copied.Outputs, Output{output.Name, values[output.Value]})
	}
	return copied
}

// copyInto copies the node. It looks its arguments up in values, and adds its results, under
// their new names, to values.
func (n *Node) copyInto(values map[*Value]*Value, funcs map[*Func]*Func, rename func(string) string) *Node {
	copied := &Node{Op: n.Op, Callee: n.Callee, Attrs: n.Attrs.clone()}
	if callee, ok := funcs[n.Callee]; ok {
		copied.Callee = callee
	}
	copied.Args, copied.Results = make([]*Value, len(n.Args)), make([]*Value, len(n.Results))
	for i, arg := range n.Args {
		copied.Args[i] = values[arg]
	}
	for i, result := range n.Results {
		copied.Results[i] = &Value{Name: rename(result.Name), Type: result.Type, Node: copied}
		values[result] = copied.Results[i]
	}
	return copied
}
