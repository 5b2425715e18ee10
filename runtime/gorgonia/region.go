package gorgonia

import (
	"fmt"
	"slices"

	"github.com/chewxy/hm"
	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/runtime/native"
)

// region is the engine of O2. No row of our models leaves its system before the loss, so
// everything from the inputs to the loss is one region: one operator of Gorgonia's graph,
// computed by the native runtime. Its arguments are the parameters. Its derivative with respect
// to each parameter is an operator, too, which returns what the region has already computed.
// The native runtime goes forward and back through a few systems at a time, while their values
// stay in the processor's cache. The batch is not part of the graph, so that one tape serves
// batches of every shape.
//
// The derivatives point into the program's memory, where the next run writes its own gradients.
// So the tape runs after the program, and runs again only if the memory of a gradient has
// changed: its threads wait for each other for half a millisecond a run.
type region struct {
	program native.Objective
	params  map[string][]float32 // shared with the trainer or the session
	wrt     []string
	found   []string // the outputs of the program that are the gradients of wrt
	names   []string // the module's own outputs

	machine G.VM // nil without gradients
	// gradients holds what the tape returned for each parameter.
	gradients map[string]*tensor.Dense
	// outputs holds the outputs of the last run.
	outputs map[string]runtime.Tensor
}

func newRegion(m *ir.Module, params *params, wrt []string, ranks runtime.Ranks) (engine, error) {
	r := &region{params: map[string][]float32{}, wrt: wrt, gradients: map[string]*tensor.Dense{}}
	for _, output := range m.Main.Outputs {
		r.names = append(r.names, output.Name)
	}
	var err error
	if r.program, err = native.CompileObjective(m, wrt, native.Options{Ranks: ranks, Memory: &params.memory}); err != nil {
		return nil, err
	}
	for _, name := range wrt {
		r.found = append(r.found, ir.LossGradientPrefix+name)
	}
	for name, value := range params.values {
		r.params[name] = value.Float32s()
	}
	if len(wrt) > 0 {
		err = r.build(params)
	}
	return r, err
}

// build makes the graph of the region and its derivatives.
func (r *region) build(params *params) (err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("the region does not fit Gorgonia: %v", caught)
		}
	}()
	compiling.Lock()
	defer compiling.Unlock()
	graph := G.NewGraph()
	nodes := make(G.Nodes, len(r.wrt))
	op := &customOp{name: "region", shape: tensor.Shape{1, 1}, run: r.forward, wrt: by(slices.Repeat([]bool{true}, len(r.wrt))...)}
	for i, name := range r.wrt {
		value := params.values[name]
		nodes[i] = G.NewTensor(graph, tensor.Float32, 2, G.WithShape(value.Shape()...), G.WithName(name), G.WithValue(value))
		op.inputs = append(op.inputs, matrixType)
	}
	op.diff = r.derivatives
	loss := must(G.ApplyOp(op, nodes...))
	if _, err := G.Grad(must(G.Sum(loss)), nodes...); err != nil {
		return err
	}
	r.machine = G.NewTapeMachine(graph)
	return nil
}

// derivatives returns the nodes of the region's derivative with respect to each parameter. They
// take the loss as an argument, and so run after it.
func (r *region) derivatives(params G.Nodes, loss, dy *G.Node) G.Nodes {
	derivatives := make(G.Nodes, len(params))
	for i, param := range params {
		name, shape := r.wrt[i], param.Shape().Clone()
		derivatives[i] = must(G.ApplyOp(&customOp{
			name: "derivative by " + name, id: i + 1, shape: shape, inputs: []hm.Type{matrixType, matrixType},
			give: func(args []*tensor.Dense) (*tensor.Dense, error) {
				r.gradients[name] = r.derivative(r.found[i], shape, args[1].Float32s()[0])
				return r.gradients[name], nil
			},
		}, loss, dy))
	}
	return derivatives
}

// forward writes the loss of the last run.
func (r *region) forward(loss []float32, _ []*tensor.Dense) {
	loss[0] = r.outputs[runtime.LossName].Float[0]
}

// derivative returns a gradient that the last run computed, without copying it: only the next
// run writes to it. The loss itself is differentiated, so dy is 1; for any other dy it returns
// a scaled copy.
func (r *region) derivative(found string, shape tensor.Shape, dy float32) *tensor.Dense {
	sum := r.outputs[found].Float
	if dy != 1 {
		scaled := make([]float32, len(sum))
		for i, x := range sum {
			scaled[i] = dy * x
		}
		sum = scaled
	}
	return dense(sum, shape...)
}

func (r *region) run(batch runtime.Batch) (results, error) {
	outputs, err := r.program.Run(r.params, batch)
	if err != nil {
		return results{}, err
	}
	if r.outputs = outputs; r.machine != nil {
		return results{outputs, r.gradients}, r.runTape()
	}
	found := results{outputs: map[string]runtime.Tensor{}, gradients: r.gradients}
	for _, name := range r.names {
		found.outputs[name] = r.outputs[name].Clone()
	}
	return found, nil
}

// runTape runs the tape if the memory of a gradient has changed.
func (r *region) runTape() error {
	if !r.moved() {
		return nil
	}
	r.machine.Reset() // without it a second RunAll does nothing
	if err := r.machine.RunAll(); err != nil {
		return fmt.Errorf("the region in Gorgonia: %w", err)
	}
	return nil
}

// moved reports whether some gradient is in other memory than when the tape returned it, or has
// not been returned yet.
func (r *region) moved() bool {
	for i, name := range r.wrt {
		if known := r.gradients[name]; known == nil || &known.Float32s()[0] != &r.outputs[r.found[i]].Float[0] {
			return true
		}
	}
	return false
}

// close releases the machine. It has a finalizer, and an object with a finalizer that is
// reachable from itself, here through the region of its operators, is never collected.
func (r *region) close() error {
	machine := r.machine
	if r.machine = nil; machine == nil {
		return nil
	}
	return machine.Close()
}
