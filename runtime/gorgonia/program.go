package gorgonia

import (
	"fmt"
	"maps"
	"sync"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"gmnc/ir"
	"gmnc/runtime"
)

// program is a tape for batches of one shape.
type program struct {
	source
	sizes     ir.Sizes
	machine   G.VM // nil if nothing is left to compute
	batch     map[*ir.Value]*tensor.Dense
	outputs   map[string]*G.Value // the outputs that the tape computes
	gradients map[string]*G.Value
	// flat holds zeros for the parameters on which the loss does not depend in this shape, such
	// as those of an edge network in a system of one particle.
	flat map[string]*tensor.Dense
}

// salts is the largest number of namings that are tried until all hashes of a graph differ.
const salts = 4

// compiling allows only one graph to be built at a time. Gorgonia's constants, such as the 1
// that a derivative begins with, belong to no graph, and each stores its own hash when the
// first graph of the process asks for it.
var compiling sync.Mutex

// compile lowers the module for the sizes.
func compile(from source, sizes ir.Sizes) (*program, error) {
	compiling.Lock()
	defer compiling.Unlock()
	for salt := range salts {
		p, err := compileSalted(from, sizes, salt)
		if p != nil || err != nil {
			return p, err
		}
	}
	return nil, fmt.Errorf("module %s with %v: nodes have the same hash in Gorgonia under %d namings", from.module.Name, sizes, salts)
}

// compileSalted returns nil if two nodes have the same hash: Gorgonia compares only their 32
// bits and would compute the two as one. Gorgonia panics on anything that it cannot do, which
// becomes an error.
func compileSalted(from source, sizes ir.Sizes, salt int) (p *program, err error) {
	defer func() {
		if caught := recover(); caught != nil {
			p, err = nil, fmt.Errorf("module %s with %v does not fit Gorgonia: %v", from.module.Name, sizes, caught)
		}
	}()
	p = &program{
		source: from, sizes: maps.Clone(sizes),
		outputs: map[string]*G.Value{}, gradients: map[string]*G.Value{}, flat: map[string]*tensor.Dense{},
	}
	l := newLowering(from, sizes, salt)
	for _, node := range p.split.tape {
		l.lower(node)
	}
	for _, output := range p.module.Main.Outputs {
		if node := l.nodes[output.Value]; node != nil && output.Value.Node != nil && !p.split.onHost[output.Value] {
			p.outputs[output.Name] = read(node)
		}
	}
	p.differentiate(l)
	p.batch = l.batch
	if len(p.outputs)+len(p.gradients) == 0 {
		return p, nil
	}
	if !distinct(l.graph) {
		return nil, nil
	}
	p.machine = G.NewTapeMachine(l.graph)
	return p, nil
}

// differentiate adds the gradients of the loss to the graph.
func (p *program) differentiate(l *lowering) {
	if len(p.wrt) == 0 {
		return
	}
	for _, name := range p.wrt {
		value := p.module.Main.Input(name)
		p.flat[name] = dense(make([]float32, l.rows(value)*value.Type.Columns()), l.rows(value), value.Type.Columns())
	}
	loss := p.module.Main.Output(runtime.LossName)
	if p.split.onHost[loss] {
		return
	}
	cost := must(G.Sum(l.node(loss)))
	reach := reach(cost)
	var names []string
	var nodes []*G.Node
	for _, name := range p.wrt {
		if node := l.nodes[p.module.Main.Input(name)]; node != nil && reach[node] {
			names, nodes = append(names, name), append(nodes, node)
		}
	}
	if len(nodes) == 0 {
		return
	}
	gradients, err := G.Grad(cost, nodes...)
	if err != nil {
		panic(err)
	}
	for i, gradient := range gradients {
		p.gradients[names[i]] = read(gradient)
		delete(p.flat, names[i])
	}
}

// reach returns the nodes with respect to which the cost has a derivative. Gorgonia refuses to
// be asked for any other.
func reach(cost *G.Node) map[*G.Node]bool {
	found := map[*G.Node]bool{cost: true}
	pending := []*G.Node{cost}
	for len(pending) > 0 {
		node := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		op, ok := node.Op().(G.SDOp)
		if !ok {
			continue
		}
		var children []*G.Node
		for from := node.Graph().From(node.ID()); from.Next(); {
			children = append(children, from.Node().(*G.Node))
		}
		for i, differentiable := range op.DiffWRT(len(children)) {
			if differentiable && !found[children[i]] {
				found[children[i]] = true
				pending = append(pending, children[i])
			}
		}
	}
	return found
}

// read adds a copy of the node's value at each run, since the tape reuses the memory of its
// nodes.
func read(node *G.Node) *G.Value {
	value := new(G.Value)
	G.Read(node, value)
	return value
}

// distinct reports whether the hashes of all nodes differ. It cannot see two nodes of one
// operator and shape that Gorgonia merged when they were made: in the graph of a GMN of four
// layers the odds of that are 1e-5.
func distinct(graph *G.ExprGraph) bool {
	hashes := map[uint32]bool{}
	for _, node := range graph.AllNodes() {
		if hashes[node.Hashcode()] {
			return false
		}
		hashes[node.Hashcode()] = true
	}
	return true
}

func (p *program) fits(sizes ir.Sizes) bool { return maps.Equal(p.sizes, sizes) }

func (p *program) run(host map[*ir.Value]ir.Tensor, inputs map[string]runtime.Tensor) (results, error) {
	for value, bound := range p.batch {
		p.fill(bound, value, host, inputs)
	}
	if p.machine != nil {
		// Without Reset a second RunAll does nothing.
		p.machine.Reset()
		if err := p.machine.RunAll(); err != nil {
			return results{}, fmt.Errorf("module %s with %v in Gorgonia: %w", p.module.Name, p.sizes, err)
		}
	}
	r := results{outputs: map[string]runtime.Tensor{}, gradients: map[string]*tensor.Dense{}}
	for _, output := range p.module.Main.Outputs {
		r.outputs[output.Name] = p.output(output, host, inputs)
	}
	for name, value := range p.gradients {
		r.gradients[name] = (*value).(*tensor.Dense)
	}
	for name, zeros := range p.flat {
		clear(zeros.Float32s())
		r.gradients[name] = zeros
	}
	return r, nil
}

// fill copies a batch's values into a bound input.
func (p *program) fill(bound *tensor.Dense, value *ir.Value, host map[*ir.Value]ir.Tensor, inputs map[string]runtime.Tensor) {
	switch {
	case !p.split.onHost[value]:
		copy(bound.Float32s(), inputs[value.Name].Float)
	case value.Type.DType == ir.Index:
		for i, index := range host[value].Index {
			bound.Ints()[i] = int(index)
		}
	default:
		for i, x := range host[value].Float {
			bound.Float32s()[i] = float32(x)
		}
	}
}

// output returns an output from where it was computed: the tape, the host, or the caller.
// Values without rows were not computed.
func (p *program) output(output ir.Output, host map[*ir.Value]ir.Tensor, inputs map[string]runtime.Tensor) runtime.Tensor {
	value := output.Value
	switch {
	case p.outputs[output.Name] != nil:
		return view((*p.outputs[output.Name]).(*tensor.Dense)).Clone()
	case p.split.onHost[value]:
		return runtime.Narrow(host[value])
	case value.Param:
		return view(p.params.values[value.Name]).Clone()
	case value.Node == nil:
		return runtime.Narrow(runtime.Widen(inputs[value.Name]))
	}
	return runtime.Narrow(ir.NewTensor(value.Type, p.sizes))
}

func (p *program) close() error {
	if p.machine == nil {
		return nil
	}
	return p.machine.Close()
}
