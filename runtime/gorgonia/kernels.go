package gorgonia

import (
	"fmt"
	"sync"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/runtime/native"
)

// kernelRule writes a node at O1 as one operator of ours, which the node's kernel of the native
// runtime computes. Its derivative is that of the IR, written in the same way.
func kernelRule(l *lowering, n *ir.Node, x []*G.Node) *G.Node {
	kernel, err := native.NewKernel(n, l.sizes)
	if err != nil {
		panic(err)
	}
	return l.oneOperator(n, customOp{run: func(out []float32, args []*tensor.Dense) { kernel.Run(out, tensors(args)...) }}, x)
}

// oneOperator writes a node as one operator, whose result op computes, with the derivative of the IR.
func (l *lowering) oneOperator(n *ir.Node, op customOp, x []*G.Node) *G.Node {
	d := sync.OnceValue(func() derivative { return newDerivative(l.module, n) })
	op.name, op.shape = string(n.Op.Name), tensor.Shape{l.rows(n.Result()), n.Result().Type.Columns()}
	op.wrt = func() []bool { return d().wrt() }
	op.diff = func(args G.Nodes, y, dy *G.Node) G.Nodes { return d().write(l, args, y, dy) }
	return l.custom(op, x...)
}

// tensors converts Gorgonia's values to tensors of the native runtime.
func tensors(values []*tensor.Dense) []runtime.Tensor {
	all := make([]runtime.Tensor, len(values))
	for i, value := range values {
		if value.Dtype() != tensor.Int {
			all[i] = runtime.Floats(value.Float32s(), value.Shape()...)
			continue
		}
		indices := make([]int64, value.Shape()[0])
		for k, index := range value.Ints() {
			indices[k] = int64(index)
		}
		all[i] = runtime.Indices(indices, len(indices))
	}
	return all
}

// derivative is the graph of the gradients of a node's arguments, given the gradient dy of its
// result y.
type derivative struct {
	args  []*ir.Value
	y, dy *ir.Value
	nodes []*ir.Node
	parts []*ir.Value // nil for an argument without a gradient
}

func newDerivative(m *ir.Module, n *ir.Node) derivative {
	d := derivative{parts: make([]*ir.Value, len(n.Args))}
	if n.Op.Grad == nil {
		return d
	}
	graph := &ir.Module{Name: string(n.Op.Name), Dims: m.Dims}
	err := ir.Build(graph, func(b *ir.Builder) {
		for i, arg := range n.Args {
			d.args = append(d.args, b.Input(fmt.Sprint("x", i), arg.Type))
		}
		d.y = b.Apply(n.Op, n.Attrs, d.args...)[0]
		d.dy = b.Input("dy", d.y.Type)
		d.parts = n.Op.Grad(b, d.y.Node, d.dy)
	})
	if err != nil {
		panic(fmt.Errorf("the derivative of %%%s = %s: %w", n.Result().Name, n.Op.Name, err))
	}
	d.nodes = graph.Main.Nodes[1:] // without that of y
	return d
}

// wrt reports which arguments have a gradient.
func (d derivative) wrt() []bool {
	wrt := make([]bool, len(d.parts))
	for i, part := range d.parts {
		wrt[i] = part != nil
	}
	return wrt
}

// write writes the derivative's nodes and returns the nodes of the parts.
func (d derivative) write(l *lowering, args G.Nodes, y, dy *G.Node) G.Nodes {
	for i, arg := range d.args {
		l.nodes[arg] = args[i]
	}
	l.nodes[d.y], l.nodes[d.dy] = y, dy
	for _, node := range d.nodes {
		if len(node.Args) == 0 {
			l.nodes[node.Result()] = l.evaluated(node)
		} else {
			l.lower(node)
		}
	}
	parts := make(G.Nodes, len(d.parts))
	for i, part := range d.parts {
		parts[i] = l.nodes[part]
	}
	return parts
}

// evaluated returns the value of a node without arguments, a constant or a size, as a constant
// of the graph.
func (l *lowering) evaluated(n *ir.Node) *G.Node {
	value := ir.NewTensor(n.Result().Type, l.sizes)
	if err := n.Op.Eval(value, nil, n, l.sizes); err != nil {
		panic(err)
	}
	columns := value.Shape[1]
	return l.constant(fmt.Sprint("values ", value.Float), value.Shape[0], columns, func(at func(row, column int) *float32) {
		for i, x := range value.Float {
			*at(i/columns, i%columns) = float32(x)
		}
	})
}
