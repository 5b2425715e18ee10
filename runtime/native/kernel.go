package native

import (
	"slices"

	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/runtime/native/lower"
)

// Kernel runs a single node over a whole batch of known sizes, on one goroutine and with the
// kernel that a Program uses for the operator. So a graph can be run node by node. A Program
// also fuses several nodes, which a Kernel never does.
type Kernel struct {
	calls  []call
	frame  frame
	args   []int
	result int
}

// NewKernel prepares a node of a verified module: an operator, not a call,
// on floats. Its arguments and its result have at least one row each. An
// operator without a kernel is an error.
func NewKernel(n *ir.Node, sizes ir.Sizes) (*Kernel, error) {
	f := alone(n, sizes)
	lower.TransposeWeights(f)
	count, _ := n.Attrs["count"].(string)
	p, numbers := &plan{symbols: lower.Symbols{Neighbors: count}}, map[*ir.Value]int{}
	number := func(v *ir.Value) int { return p.number(v, before, numbers) }
	for _, node := range f.Nodes {
		if err := p.add(node, number, before); err != nil {
			return nil, err
		}
	}
	k := &Kernel{calls: p.calls[before], frame: newFrame(p), result: numbers[f.Outputs[0].Value]}
	for _, arg := range f.Inputs {
		k.args = append(k.args, numbers[arg])
	}
	for _, c := range k.calls {
		if c.result != k.result {
			k.frame.floats[c.result] = make([]float32, p.values[c.result].count(size{}))
		}
	}
	k.frame.neighbors = sizes[count]
	return k, nil
}

// Run computes the node's result into a slice of its size, which must not overlap an argument.
// Only one goroutine at a time may run a kernel.
func (k *Kernel) Run(result []float32, args ...runtime.Tensor) {
	for i, number := range k.args {
		k.frame.floats[number], k.frame.indices[number] = args[i].Float, args[i].Index
	}
	k.frame.floats[k.result] = result
	k.frame.run(k.calls)
}

// alone returns a graph of one node in which numbers of rows replace the symbols, so that no
// sum waits for another shard.
func alone(n *ir.Node, sizes ir.Sizes) *ir.Func {
	fixed := func(v *ir.Value) *ir.Value {
		t := ir.Type{DType: v.Type.DType, Into: v.Type.Into, Shape: slices.Clone(v.Type.Shape)}
		if rows := t.Rows(); rows.Symbol != "" {
			t.Shape[0] = ir.Fixed(sizes[rows.Symbol])
		}
		return &ir.Value{Name: v.Name, Type: t}
	}
	node := &ir.Node{Op: n.Op, Attrs: n.Attrs, Results: []*ir.Value{fixed(n.Result())}}
	node.Result().Node = node
	for _, arg := range n.Args {
		node.Args = append(node.Args, fixed(arg))
	}
	return &ir.Func{
		Inputs: slices.Clone(node.Args), Nodes: []*ir.Node{node},
		Outputs: []ir.Output{{Name: n.Result().Name, Value: node.Result()}},
	}
}
