package ir

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Builder writes a graph node by node. A wrong call, such as with shapes that do not fit or an
// unknown name, stops the build; Build, Define and Extend then return the error.
type Builder struct {
	module *Module
	graph  *Func
	names  map[string]int
	scope  string
}

// buildError carries an error from the call to the end of Build.
type buildError struct{ err error }

// Build writes the main graph of the module.
func Build(m *Module, write func(b *Builder)) error {
	m.Main = &Func{Name: "main"}
	return Extend(m, write)
}

// Extend writes more of the module's main graph.
func Extend(m *Module, write func(b *Builder)) error {
	if err := newBuilder(m, m.Main).run(write); err != nil {
		return err
	}
	return Verify(m)
}

// Define writes a function and adds it to the module.
func Define(m *Module, name string, write func(b *Builder)) (*Func, error) {
	f := &Func{Name: name}
	if err := newBuilder(m, f).run(write); err != nil {
		return nil, fmt.Errorf("function @%s: %w", name, err)
	}
	m.Funcs = append(m.Funcs, f)
	return f, nil
}

func newBuilder(m *Module, f *Func) *Builder {
	b := &Builder{module: m, graph: f, names: make(map[string]int, len(f.Inputs)+len(f.Nodes))}
	for _, input := range f.Inputs {
		b.names[input.Name] = 1
	}
	for _, node := range f.Nodes {
		for _, result := range node.Results {
			b.names[result.Name] = 1
		}
	}
	return b
}

func (b *Builder) run(write func(b *Builder)) (err error) {
	defer func() {
		if caught := recover(); caught != nil {
			wrong, ok := caught.(buildError)
			if !ok {
				panic(caught)
			}
			err = wrong.err
		}
	}()
	write(b)
	return nil
}

// Fail stops the build with an error.
func (b *Builder) Fail(format string, args ...any) {
	panic(buildError{fmt.Errorf(format, args...)})
}

// Scope prefixes the names of all values that write adds with "name/".
func (b *Builder) Scope(name string, write func()) {
	outer := b.scope
	b.scope = b.path(name)
	write()
	b.scope = outer
}

// Unscoped calls write outside of all scopes, so that its names have no prefix.
func (b *Builder) Unscoped(write func()) {
	outer := b.scope
	b.scope = ""
	write()
	b.scope = outer
}

func (b *Builder) path(name string) string {
	if b.scope == "" {
		return name
	}
	return b.scope + "/" + name
}

// unique returns the name, with a number if it is taken.
func (b *Builder) unique(name string) string {
	for {
		b.names[name]++
		if count := b.names[name]; count > 1 {
			numbered := name + "." + strconv.Itoa(count)
			if b.names[numbered] == 0 {
				b.names[numbered] = 1
				return numbered
			}
			continue
		}
		return name
	}
}

// Input adds an input to the graph's signature.
func (b *Builder) Input(name string, t Type) *Value { return b.input(name, t, false) }

// Param adds an input that training changes to the graph's signature.
func (b *Builder) Param(name string, t Type) *Value { return b.input(name, t, true) }

func (b *Builder) input(name string, t Type, param bool) *Value {
	value := &Value{Name: b.path(name), Type: t, Param: param}
	if b.names[value.Name] > 0 {
		b.Fail("input %s is declared twice", value.Name)
	}
	b.names[value.Name] = 1
	b.graph.Inputs = append(b.graph.Inputs, value)
	return value
}

// Output makes a value an output of the graph.
func (b *Builder) Output(name string, v *Value) {
	b.graph.Outputs = append(b.graph.Outputs, Output{name, v})
}

// Name names the value, in the current scope, and returns it.
func (b *Builder) Name(name string, v *Value) *Value {
	if v.Node != nil {
		v.Name = b.unique(b.path(name))
	}
	return v
}

// Op applies an operator of the table by name.
func (b *Builder) Op(name OpName, attrs Attrs, args ...*Value) *Value {
	op, err := LookupOp(name)
	if err != nil {
		b.Fail("%w", err)
	}
	return b.Apply(op, attrs, args...)[0]
}

// Apply applies an operator, which may be a lowered one, and returns all of
// its results.
func (b *Builder) Apply(op *Op, attrs Attrs, args ...*Value) []*Value {
	node := &Node{Op: op, Args: slices.Clone(args), Attrs: attrs.clone()}
	types, err := node.operatorTypes(b.module, b.module.meaning)
	if err != nil {
		b.Fail("in %s: %w (arguments %s)", b.path(string(op.Name)), err, describe(args))
	}
	for _, t := range types {
		node.Results = append(node.Results, &Value{Name: b.unique(b.path(string(op.Name))), Type: t, Node: node})
	}
	b.graph.Nodes = append(b.graph.Nodes, node)
	return node.Results
}

// Call calls a function. scope names the call, and its inner values once it is inlined. Call
// returns the function's outputs in order.
func (b *Builder) Call(scope string, callee *Func, args ...*Value) []*Value {
	if len(args) != len(callee.Inputs) {
		b.Fail("@%s takes %d arguments, not %d", callee.Name, len(callee.Inputs), len(args))
	}
	for i, input := range callee.Inputs {
		if !args[i].Type.Equal(input.Type) {
			b.Fail("@%s takes %s for %s, not %s", callee.Name, input.Type, input.Name, args[i].Type)
		}
	}
	scope = b.unique(b.path(scope))
	node := &Node{Callee: callee, Args: slices.Clone(args), Attrs: Attrs{"scope": scope}}
	for _, output := range callee.Outputs {
		name := b.unique(scope + "/" + output.Name)
		node.Results = append(node.Results, &Value{Name: name, Type: output.Value.Type, Node: node})
	}
	b.graph.Nodes = append(b.graph.Nodes, node)
	return node.Results
}

func typesOf(values []*Value) []Type {
	types := make([]Type, len(values))
	for i, value := range values {
		types[i] = value.Type
	}
	return types
}

func describe(values []*Value) string {
	parts := make([]string, len(values))
	for i, value := range values {
		parts[i] = fmt.Sprintf("%%%s: %s", value.Name, value.Type)
	}
	return strings.Join(parts, ", ")
}
