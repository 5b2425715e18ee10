package gorgonia

import (
	"fmt"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"gmnc/ir"
)

// lowering writes the tape's part of a module into a graph. Gorgonia panics on anything that it
// refuses, and compile turns that into an error.
type lowering struct {
	source
	graph *G.ExprGraph
	sizes ir.Sizes
	// nodes holds the nodes of all values with rows that have been written so far.
	nodes map[*ir.Value]*G.Node
	// batch holds the tensors to fill for each batch.
	batch map[*ir.Value]*tensor.Dense
	// constants holds the matrices that are the same for all batches, by their names.
	constants map[string]*G.Node
	customs   int
	// salt is the prefix of the names of all inputs, and so changes all hashes.
	salt int
}

func newLowering(from source, sizes ir.Sizes, salt int) *lowering {
	return &lowering{
		source: from, graph: G.NewGraph(), sizes: sizes, salt: salt,
		nodes: map[*ir.Value]*G.Node{}, batch: map[*ir.Value]*tensor.Dense{}, constants: map[string]*G.Node{},
	}
}

func must(node *G.Node, err error) *G.Node {
	if err != nil {
		panic(err)
	}
	return node
}

// lower writes one node. A result without rows is not written. A result with rows of arguments
// without rows is a sum, and all zeros.
func (l *lowering) lower(n *ir.Node) {
	result := n.Result()
	if l.rows(result) == 0 {
		return
	}
	args := make([]*G.Node, len(n.Args))
	for i, arg := range n.Args {
		if l.rows(arg) == 0 {
			l.nodes[result] = l.zeros(l.rows(result), result.Type.Columns())
			return
		}
		args[i] = l.node(arg)
	}
	l.nodes[result] = l.rule(l, n, args)
}

// rows returns the number of rows of a value in this batch.
func (l *lowering) rows(v *ir.Value) int {
	if symbol := v.Type.Rows().Symbol; symbol != "" {
		return l.sizes[symbol]
	}
	return v.Type.Rows().Number
}

// node returns the node of a value. If the tape does not compute the value, the node is bound
// to a tensor. Names are unique, since Gorgonia merges inputs of the same name; the prefix %
// distinguishes values computed on the host from inputs.
func (l *lowering) node(v *ir.Value) *G.Node {
	if node := l.nodes[v]; node != nil {
		return node
	}
	name := v.Name
	if v.Node != nil {
		name = "%" + name
	}
	switch {
	case v.Param:
		l.nodes[v] = l.bound(name, l.params.values[v.Name])
	case v.Type.DType == ir.Index:
		l.batch[v] = tensor.New(tensor.WithShape(l.rows(v)), tensor.WithBacking(make([]int, l.rows(v))))
		l.nodes[v] = l.bound(name, l.batch[v])
	default:
		rows, columns := l.rows(v), v.Type.Columns()
		l.batch[v] = dense(make([]float32, rows*columns), rows, columns)
		l.nodes[v] = l.bound(name, l.batch[v])
	}
	return l.nodes[v]
}

// bound returns an input of the graph that is bound to a value.
func (l *lowering) bound(name string, value *tensor.Dense) *G.Node {
	return G.NewTensor(l.graph, value.Dtype(), value.Dims(), G.WithShape(value.Shape()...),
		G.WithName(fmt.Sprintf("%d#%s", l.salt, name)), G.WithValue(value))
}

// constant returns a matrix that is the same for all batches, made once for each name.
func (l *lowering) constant(name string, rows, columns int, fill func(at func(row, column int) *float32)) *G.Node {
	name = fmt.Sprintf("%%%s [%d,%d]", name, rows, columns)
	if l.constants[name] == nil {
		data := make([]float32, rows*columns)
		if fill != nil {
			fill(func(row, column int) *float32 { return &data[row*columns+column] })
		}
		l.constants[name] = l.bound(name, dense(data, rows, columns))
	}
	return l.constants[name]
}

func (l *lowering) zeros(rows, columns int) *G.Node {
	return l.constant("zeros", rows, columns, nil)
}

func (l *lowering) ones(rows, columns int) *G.Node {
	return l.constant("ones", rows, columns, func(at func(row, column int) *float32) {
		for i := range rows {
			for j := range columns {
				*at(i, j) = 1
			}
		}
	})
}

// custom applies an operator of ours. Its arguments are matrices or indices.
func (l *lowering) custom(op customOp, args ...*G.Node) *G.Node {
	l.customs++
	op.id = l.customs
	for _, arg := range args {
		kind := matrixType
		if arg.Dtype() == tensor.Int {
			kind = indexType
		}
		op.inputs = append(op.inputs, kind)
	}
	return must(G.ApplyOp(&op, args...))
}
