// Package graph provides the parts from which models are built: the graph with its inputs,
// networks, message passing, learned constants, limits and outputs, in the units of the data or of
// the networks.
package graph

import (
	"gmnc/builder/config"
	"gmnc/ir"
)

// Writer is what a model writes itself with: the graph, on which it has
// networks, the configuration, and the inputs that all models have, both in the units
// of Config.Scale.
type Writer struct {
	Networks
	Config config.Config
	Inputs Inputs
	model  *Model
	// declared are the inputs in the units of the data.
	declared Inputs
	system   *ir.Value // of SumSystem; nil before its first call
	shift    *ir.Value // of imageShift; nil before its first call
	// states are the last states of several runs; nil of one. functions are those that
	// the runs share.
	states    []Layer
	functions map[string]Function
}

// AddLayer records the state after a layer. The last one's position, and its
// velocity if it has one, are the outputs.
func (w *Writer) AddLayer(layer Layer) { w.model.Layers = append(w.model.Layers, layer) }

// DataConfig is the configuration with the times and lengths of the data, which Config
// has in the units that the networks see.
func (w *Writer) DataConfig() config.Config { return w.model.Config }

// Function is an IR function with the way its weights are drawn.
type Function struct {
	*ir.Func
	weights map[string]Param
}

// Define adds a function to the module. Its inputs are declared by Input; the
// weights that its networks take are created anew at every call. Runs side by side
// share it.
func (w *Writer) Define(name string, write func(n *Networks)) Function {
	if shared, known := w.functions[name]; known {
		return shared
	}
	weights := map[string]Param{}
	f, err := ir.Define(w.model.Module, name, func(b *ir.Builder) {
		n := &Networks{Builder: b, record: func(p Param) { weights[p.Name] = p }}
		if w.actions != nil {
			n.actions = actions{}
		}
		write(n)
		n.outputActions()
	})
	if err != nil {
		w.Fail("%w", err)
	}
	if w.functions != nil {
		w.functions[name] = Function{f, weights}
	}
	return Function{f, weights}
}

// Call calls the function on data, with new weights named after the current
// scope, and returns its outputs.
func (w *Writer) Call(f Function, args ...*ir.Value) []*ir.Value { return w.Shared(f)(args...) }

// Shared makes the weights of a function, named after the current scope, and
// returns what calls the function with them: all its calls share the weights.
func (w *Writer) Shared(f Function) func(args ...*ir.Value) []*ir.Value {
	call, _ := w.SharedBy(f)
	return call
}

// SharedBy is Shared, with what makes a call of another function of the same weights.
func (w *Writer) SharedBy(f Function) (call func(args ...*ir.Value) []*ir.Value, of func(f Function) func(args ...*ir.Value) []*ir.Value) {
	var weights []*ir.Value
	for _, input := range f.Inputs {
		if input.Param {
			weights = append(weights, w.Param(f.weights[input.Name]))
		}
	}
	of = func(f Function) func(args ...*ir.Value) []*ir.Value {
		return func(args ...*ir.Value) []*ir.Value { return w.callWith(f, weights, args) }
	}
	return of(f), of
}

func (w *Writer) callWith(f Function, weights, args []*ir.Value) []*ir.Value {
	var all []*ir.Value
	for _, input := range f.Inputs {
		if input.Param {
			all, weights = append(all, weights[0]), weights[1:]
			continue
		}
		if len(args) == 0 {
			w.Fail("@%s lacks its argument %s", f.Name, input.Name)
		}
		all, args = append(all, args[0]), args[1:]
	}
	results := w.Networks.Call(f.Name, f.Func, all...)
	if w.actions == nil {
		return results
	}
	return w.noteActions(f.Func, results)
}
