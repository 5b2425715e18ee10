package builder

import "gmnc/ir"

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
	Config Config
	Module *ir.Module
	// Params are the weights in the order in which they are drawn.
	Params []Param
	// Layers are the states after each layer, values of Module.Main.
	Layers []Layer
}

// Layer is the state after a layer: features [particles,hidden], positions
// and velocities [particles,3]. What the model's layers do not carry is nil,
// but for the last position.
type Layer struct {
	Features, Position, Velocity *ir.Value
}

// New writes the model. Its inputs are those of Inputs; its outputs are
// "position" and "velocity" [particles,3] after the last layer. No loss
// sees the velocity: it is the last layer's displacement, in units of
// position for each prediction interval divided among the layers. Of a model
// that carries no velocity from layer to layer it is the whole displacement,
// the output less the input position.
//
// In a padded model systems of one batch may differ in size; it has one
// input more, "edge_mask" [edges,1], which is 0 for padding. A model of
// sparse data is always padded.
func New(config Config, padded bool) (*Model, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	model := &Model{Config: config, Module: newModule(config.Model)}
	err := ir.Build(model.Module, func(b *ir.Builder) {
		w := &writer{Builder: b, config: config, model: model}
		w.inputs = declareInputs(b, config, padded)
		models[config.Model].write(w)
		last := model.Layers[len(model.Layers)-1]
		velocity := last.Velocity
		if velocity == nil {
			velocity = b.Name("displacement", b.Sub(last.Position, w.inputs.Position))
		}
		b.Output("position", last.Position)
		b.Output("velocity", velocity)
	})
	if err != nil {
		return nil, err
	}
	return model, nil
}

// writer is what a model writes itself with: the graph, its inputs and the
// record of its weights.
type writer struct {
	*ir.Builder
	config Config
	model  *Model
	inputs Inputs
}

// function is an IR function with the way its weights are drawn.
type function struct {
	*ir.Func
	weights map[string]Param
}

// define adds a function to the module. What it declares by b.Param is
// created anew at every call.
func (w *writer) define(name string, write func(b *networks)) function {
	n := &networks{weights: map[string]Param{}}
	f, err := ir.Define(w.model.Module, name, func(b *ir.Builder) {
		n.Builder = b
		write(n)
	})
	if err != nil {
		w.Fail("%w", err)
	}
	return function{f, n.weights}
}

// call calls the function on data, with new weights named after the
// current scope.
func (w *writer) call(f function, args ...*ir.Value) []*ir.Value {
	var all []*ir.Value
	for _, input := range f.Inputs {
		if input.Param {
			all = append(all, w.weight(f.weights[input.Name]))
			continue
		}
		if len(args) == 0 {
			w.Fail("@%s lacks its argument %s", f.Name, input.Name)
		}
		all, args = append(all, args[0]), args[1:]
	}
	return w.Call(f.Name, f.Func, all...)
}

// weight adds a weight to main and records it.
func (w *writer) weight(p Param) *ir.Value {
	value := w.Param(p.Name, ir.Floats(ir.Fixed(p.Rows), p.Columns))
	p.Name = value.Name
	w.model.Params = append(w.model.Params, p)
	return value
}
