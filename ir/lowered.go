package ir

import (
	"fmt"
	"slices"
)

// operatorTypes returns the types of the results of an operator's node, by its shape rule or by
// the meaning of a lowered operator.
func (n *Node) operatorTypes(m *Module, meaning func(n *Node) (*Func, error)) ([]Type, error) {
	if n.Op.Means == nil {
		t, err := n.Op.infer(m, typesOf(n.Args), n.Attrs)
		return []Type{t}, err
	}
	f, err := meaning(n)
	if err != nil {
		return nil, err
	}
	types := make([]Type, len(f.Outputs))
	for i, output := range f.Outputs {
		types[i] = output.Value.Type
	}
	return types, nil
}

// InferAgain sets the types of the results of an operator's node to those that follow from its
// arguments, which a pass has changed. An argument that does not fit is an error.
func (n *Node) InferAgain(m *Module) error {
	if n.Callee != nil {
		return nil
	}
	types, err := n.operatorTypes(m, m.meaning)
	for i, t := range types[:min(len(types), len(n.Results))] {
		n.Results[i].Type = t
	}
	return err
}

// meaning returns the operators for which the node of a lowered operator stands, as a function
// of its arguments.
func (m *Module) meaning(n *Node) (*Func, error) {
	if err := n.Op.check(len(n.Args), n.Attrs); err != nil {
		return nil, err
	}
	f := &Func{Name: string(n.Op.Name)}
	err := newBuilder(m, f).run(func(b *Builder) {
		for i, arg := range n.Args {
			b.Input(fmt.Sprint("x", i), arg.Type)
		}
		for i, result := range n.Op.Means(b, n, slices.Clone(f.Inputs)) {
			b.Output(fmt.Sprint("y", i), result)
		}
	})
	return f, err
}

// cachedMeaning returns Module.meaning. It remembers the result for the same operator,
// attributes and types of arguments.
func (v verifier) cachedMeaning(n *Node) (*Func, error) {
	// A wrong attribute may print like a correct one.
	if err := n.Op.check(len(n.Args), n.Attrs); err != nil {
		return nil, err
	}
	signature := append([]byte(n.Op.Name), n.Attrs.String()...)
	for _, arg := range n.Args {
		signature = append(append(signature, ' '), arg.Type.String()...)
	}
	if known := v.meanings[string(signature)]; known != nil {
		return known, nil
	}
	f, err := v.module.meaning(n)
	if err == nil {
		v.meanings[string(signature)] = f
	}
	return f, err
}

// CountOf returns the symbol for the number of rows in the group of each row of v: the
// neighbors for a value with rows of edges.
func (b *Builder) CountOf(v *Value) string {
	dim, _ := b.module.Dim(v.Type.Rows().Symbol)
	if dim.Outer == "" {
		b.Fail("%%%s is %s, whose rows are in no groups", v.Name, v.Type)
	}
	return dim.Inner
}
