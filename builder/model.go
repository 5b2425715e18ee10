package builder

import (
	"fmt"
	"slices"

	"gmnc/builder/config"
	"gmnc/internal/fields"
	"gmnc/ir"
	"gmnc/system"
)

// Symbols of every model: particles of all systems of a batch, neighbours
// of each particle, and one edge for each of both, sorted by receiver.
const (
	Particles = "particles"
	Neighbors = "neighbors"
	Edges     = "edges"
)

// newModule is a module without a main graph, in which those symbols are
// declared.
func newModule(name string) *ir.Module {
	return &ir.Module{Name: name, Dims: []ir.Dimension{
		{Symbol: Particles, Rows: true},
		{Symbol: Neighbors},
		{Symbol: Edges, Rows: true, Outer: Particles, Inner: Neighbors},
	}}
}

// Model is a model as IR, with what training and inspection need to know.
type Model struct {
	Config config.Config
	Module *ir.Module
	// Params are the weights in the order in which they are drawn.
	Params []Param
	// Layers are the states after each layer, values of Module.Main.
	Layers []Layer

	write func(w *Writer) // what wrote it
}

// Layer is the state after a layer: features [particles,hidden], positions
// and velocities [particles,3], in the units of Config.Scale. Values that the model's layers do not carry
// are nil, except for the last position.
type Layer struct {
	Features, Position, Velocity *ir.Value
}

// New writes the model. Inputs says what its inputs are; its outputs are "position" and
// "velocity" [particles,3] after the last layer. Unless the configuration has a
// TrueVelocity, no loss sees the velocity: it is the last layer's displacement, in units
// of position for each prediction interval divided among the layers. Of a model that
// carries no velocity from layer to layer it is the whole displacement, the output less
// the input position. A Scaled model returns its velocity in the unit of velocities,
// trained or not.
//
// In a padded model systems of one batch may differ in size; it has one
// input more, "edge_mask" [edges,1], which is 0 for padding. A model of
// sparse data is always padded.
func New(c config.Config, padded bool) (*Model, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	description := config.Describe(c.Model)
	all := !description.Registered() && !description.Fitted
	if all || description.ConstraintTerm { // which reads bars
		return write(c, padded, sideBySide(writerOf(c.Model)))
	}
	return Own(c, padded, writerOf(c.Model))
}

// Own is New of a model without a name in the table: writeModel writes it, and
// config says what the data set brings; the rest of config is its own to use or
// not. Register gives it a name, which a run's configuration takes.
//
// Inputs that it does not use are no inputs of its module, except for the
// positions; models of the table have all.
func Own(config config.Config, padded bool, writeModel func(w *Writer)) (*Model, error) {
	model, err := write(config, padded, sideBySide(writeModel))
	if err != nil {
		return nil, err
	}
	if err := model.deriveForces(); err != nil {
		return nil, fmt.Errorf("the model %s: %w", config.Model, err)
	}
	dropUnused(model.Module.Main)
	return model, nil
}

// dropUnused removes inputs that nothing uses, except for the positions, which
// show the sizes of systems, and the mask of edges that are used.
func dropUnused(main *ir.Func) {
	used := map[*ir.Value]bool{main.Input("position"): true}
	for _, node := range main.Nodes {
		for _, arg := range node.Args {
			used[arg] = true
		}
	}
	for _, output := range main.Outputs {
		used[output.Value] = true
	}
	if mask := main.Input(system.EdgeMaskInput); mask != nil {
		used[mask] = used[mask] || used[main.Input(system.SendersInput)]
	}
	main.Inputs = slices.DeleteFunc(main.Inputs, func(input *ir.Value) bool { return !input.Param && !used[input] })
}

// write builds a model with all inputs.
func write(config config.Config, padded bool, writeModel func(w *Writer)) (*Model, error) {
	model := &Model{Config: config, Module: newModule(config.Model), write: writeModel}
	err := ir.Build(model.Module, func(b *ir.Builder) {
		w := &Writer{Networks: Networks{Builder: b}, Config: config.InModelUnits(), model: model}
		w.record = func(p Param) { model.Params = append(model.Params, p) }
		w.Inputs = w.seenInputs(declareInputs(b, config, padded), config.Scale)
		writeModel(w)
		w.outputs()
		w.radius()
	})
	if err != nil {
		return nil, err
	}
	return model, nil
}

// outputs are the position and the velocity after the last layer, if there is
// one.
func (w *Writer) outputs() {
	if w.Config.TrueVelocity && !w.model.CarriesVelocity() {
		w.Fail("%w", fields.Errorf("{velocity} does not go with {model} %s, which carries no velocity from layer to layer: take another model, such as gmn-ode, gmn or gmn-l, or {velocity} 0", w.Config.Model))
	}
	if len(w.model.Layers) == 0 && len(w.model.Module.Main.Outputs) > 0 {
		return // results alone
	}
	if len(w.model.Layers) == 0 || w.model.Layers[len(w.model.Layers)-1].Position == nil {
		w.Fail("the model %s has no last position: its writer ends with AddLayer, or has an Energy or another Result", w.Config.Model)
	}
	last := w.model.Layers[len(w.model.Layers)-1]
	velocity := last.Velocity
	if velocity == nil {
		velocity = w.Name("displacement", w.Sub(last.Position, w.Inputs.Position))
	}
	if w.Config.TrueVelocity {
		velocity = w.trueVelocity(velocity)
	}
	scale := w.model.Config.Scale
	unit := scale.LengthUnit() // of a displacement
	if w.Config.TrueVelocity || config.Describe(w.Config.Model).Scaled {
		unit = scale.VelocityUnit()
	}
	w.Output("position", w.times("own_position", last.Position, scale.LengthUnit()))
	w.Output("velocity", w.times("own_velocity", velocity, unit))
	w.spreads(scale.LengthUnit(), unit)
}

// trueVelocity is the last layer's velocity in the unit of the input's. Layers
// of models that are not Scaled carry displacements of their share of the time.
func (w *Writer) trueVelocity(last *ir.Value) *ir.Value {
	if config.Describe(w.Config.Model).Scaled {
		return last
	}
	return w.Name("true_velocity", w.Mul(last, w.Scalar(float64(len(w.model.Layers))/w.Config.Interval())))
}

// CarriesVelocity reports whether each layer takes a velocity on to the next, so
// that the last one can be another than the displacement.
func (m *Model) CarriesVelocity() bool {
	return len(m.Layers) > 0 && !slices.ContainsFunc(m.Layers, func(l Layer) bool { return l.Velocity == nil })
}

// Writer is what a model writes itself with: the graph, on which it has
// networks, the configuration, and the inputs that all models have, both in the units
// of Config.Scale.
type Writer struct {
	Networks
	Config config.Config
	Inputs Inputs
	model  *Model
	system *ir.Value // of SumSystem; nil before its first call
	shift  *ir.Value // of imageShift; nil before its first call
	// states are the last states of several runs; nil of one. functions are those that
	// the runs share.
	states    []Layer
	functions map[string]Function
}

// AddLayer records the state after a layer. The last one's position, and its
// velocity if it has one, are the outputs.
func (w *Writer) AddLayer(layer Layer) { w.model.Layers = append(w.model.Layers, layer) }

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
	call, _ := w.sharedBy(f)
	return call
}

// sharedBy is Shared, with what makes a call of another function of the same weights.
func (w *Writer) sharedBy(f Function) (call func(args ...*ir.Value) []*ir.Value, of func(f Function) func(args ...*ir.Value) []*ir.Value) {
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
