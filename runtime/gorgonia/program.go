package gorgonia

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"gmnc/ir"
	"gmnc/runtime"
)

// program is what runs batches of one shape: tapes, one after another.
type program struct {
	source
	sizes     ir.Sizes
	parts     []part
	computed  map[*ir.Value]*G.Value // what the tapes compute for later ones and for outputs
	gradients map[string]*G.Value
	// flat holds zeros for the parameters on which the loss does not depend in this shape, such
	// as those of an edge network in a system of one particle.
	flat map[string]*tensor.Dense
}

// part is one tape, with the tensors to fill before it runs.
type part struct {
	machine G.VM
	batch   map[*ir.Value]*tensor.Dense
}

// partNodes is the largest number of nodes of the IR that become one tape, unless it has
// gradients. Gorgonia takes a time to write a tape that grows with the square of its length.
const partNodes = 200

// salts is the largest number of namings that are tried until all hashes of a graph differ.
const salts = 4

// compiling allows only one graph to be built at a time. Gorgonia's constants, such as the 1
// that a derivative begins with, belong to no graph, and each stores its own hash when the
// first graph of the process asks for it.
var compiling sync.Mutex

// compile lowers the module for the sizes. Gorgonia panics on anything that it cannot do, which
// becomes an error.
func compile(from source, sizes ir.Sizes) (p *program, err error) {
	compiling.Lock()
	defer compiling.Unlock()
	defer func() {
		if caught := recover(); caught != nil {
			p, err = nil, fmt.Errorf("module %s with %v does not fit Gorgonia: %v", from.module.Name, sizes, caught)
		}
	}()
	p = &program{
		source: from, sizes: maps.Clone(sizes),
		computed: map[*ir.Value]*G.Value{}, gradients: map[string]*G.Value{}, flat: map[string]*tensor.Dense{},
	}
	parts := [][]*ir.Node{p.split.tape}
	if len(p.wrt) == 0 {
		parts = slices.Collect(slices.Chunk(p.split.tape, partNodes))
	}
	last := p.lastUses(parts)
	for number, nodes := range parts {
		wanted := func(v *ir.Value) bool { return last[v] > number }
		salt := 0
		for !p.add(nodes, wanted, salt) {
			if salt++; salt == salts {
				return nil, fmt.Errorf("module %s with %v: nodes have the same hash in Gorgonia under %d namings", from.module.Name, sizes, salts)
			}
		}
	}
	return p, nil
}

// lastUses returns the number of the last part that takes each value; outputs come after all.
func (p *program) lastUses(parts [][]*ir.Node) map[*ir.Value]int {
	last := map[*ir.Value]int{}
	for number, nodes := range parts {
		for _, node := range nodes {
			for _, arg := range node.Args {
				last[arg] = number
			}
		}
	}
	for _, output := range p.module.Main.Outputs {
		last[output.Value] = len(parts)
	}
	return last
}

// add writes a part, unless two of its nodes have the same hash: Gorgonia compares only their 32
// bits and would compute the two as one.
func (p *program) add(nodes []*ir.Node, wanted func(v *ir.Value) bool, salt int) bool {
	l := newLowering(p.source, p.sizes, salt)
	reads := false
	for _, node := range nodes {
		l.lower(node)
	}
	for _, node := range nodes {
		if value := node.Result(); wanted(value) && l.nodes[value] != nil {
			p.computed[value] = read(l.nodes[value])
			reads = true
		}
	}
	p.differentiate(l)
	if !reads && len(p.gradients) == 0 {
		return true
	}
	if !distinct(l.graph) {
		return false
	}
	p.parts = append(p.parts, part{G.NewTapeMachine(l.graph), l.batch})
	return true
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
	for _, part := range p.parts {
		for value, bound := range part.batch {
			p.fill(bound, value, host, inputs)
		}
		// Without Reset a second RunAll does nothing.
		part.machine.Reset()
		if err := part.machine.RunAll(); err != nil {
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

// fill copies a batch's values, or those of an earlier part, into a bound input.
func (p *program) fill(bound *tensor.Dense, value *ir.Value, host map[*ir.Value]ir.Tensor, inputs map[string]runtime.Tensor) {
	switch computed := p.computed[value]; {
	case computed != nil:
		copy(bound.Float32s(), (*computed).(*tensor.Dense).Float32s())
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

// output returns an output from where it was computed: a tape, the host, or the caller.
// Values without rows were not computed.
func (p *program) output(output ir.Output, host map[*ir.Value]ir.Tensor, inputs map[string]runtime.Tensor) runtime.Tensor {
	value := output.Value
	switch {
	case p.computed[value] != nil:
		return view((*p.computed[value]).(*tensor.Dense)).Clone()
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
	var failed []error
	for _, part := range p.parts {
		failed = append(failed, part.machine.Close())
	}
	return errors.Join(failed...)
}
