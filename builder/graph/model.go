package graph

import (
	"fmt"
	"slices"

	"gmnc/builder/config"
	"gmnc/ir"
	"gmnc/system"
)

// These are the symbolic dimensions of every model: the particles of all systems of a batch,
// the neighbors of each particle, and the edges, one for each neighbor of each particle,
// sorted by receiver.
const (
	Particles = "particles"
	Neighbors = "neighbors"
	Edges     = "edges"
)

// newModule returns a module without a main graph that declares these dimensions.
func newModule(name string) *ir.Module {
	return &ir.Module{Name: name, Dims: []ir.Dimension{
		{Symbol: Particles, Rows: true},
		{Symbol: Neighbors},
		{Symbol: Edges, Rows: true, Outer: Particles, Inner: Neighbors},
	}}
}

// Model is a model as IR, with the information that training and inspection need.
type Model struct {
	Config config.Config
	Module *ir.Module
	// Params are the weights, in the order in which they are drawn.
	Params []Param
	// Layers are the states after each layer, as values of Module.Main.
	Layers []Layer
}

// Layer is the state after a layer: features [particles,hidden], positions and velocities
// [particles,3], in the units of Config.Scale. Values that the layers do not pass on are nil,
// except for the last position.
type Layer struct {
	Features, Position, Velocity *ir.Value
}

// Own builds a model that is not in the table, in the way of builder.New. config says which
// inputs the data set has. writeModel writes the model, and may use or ignore any of them. Only
// a model that is registered under a name (builder.Register) can be stored in a run.
//
// The module has no inputs that the model does not use, except for the positions. Models of the
// table have all inputs.
func Own(config config.Config, padded bool, writeModel func(w *Writer)) (*Model, error) {
	model, err := Write(config, padded, writeModel)
	if err != nil {
		return nil, err
	}
	if err := model.deriveForces(); err != nil {
		return nil, fmt.Errorf("the model %s: %w", config.Model, err)
	}
	dropUnused(model.Module.Main)
	return model, nil
}

// dropUnused removes unused inputs. It keeps the positions, which show the sizes of systems,
// and the mask of edges that are used.
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

// Write builds a model with all inputs. writeModel writes each of its parallel runs
// (Config.Runs).
func Write(c config.Config, padded bool, writeModel func(w *Writer)) (*Model, error) {
	return build(c, c.InModelUnits(), padded, sideBySide(writeModel), (*Writer).lastOutputs)
}

// lastOutputs writes the outputs that follow from the layers.
func (w *Writer) lastOutputs() {
	w.outputs()
	w.radius()
}

// WritePlain builds a model of configuration c with the inputs of configuration seen, in the
// units of the data. It has only the outputs that writeModel writes.
func WritePlain(c, seen config.Config, writeModel func(w *Writer)) (*Model, error) {
	return build(c, seen, false, writeModel, func(*Writer) {})
}

func build(c, seen config.Config, padded bool, writeModel, writeOutputs func(w *Writer)) (*Model, error) {
	model := &Model{Config: c, Module: newModule(c.Model)}
	err := ir.Build(model.Module, func(b *ir.Builder) {
		w := &Writer{Networks: Networks{Builder: b}, Config: seen, model: model}
		w.record = func(p Param) { model.Params = append(model.Params, p) }
		w.declared = declareInputs(b, seen, padded)
		w.Inputs = w.seenInputs(w.declared, c.Scale)
		writeModel(w)
		writeOutputs(w)
	})
	if err != nil {
		return nil, err
	}
	return model, nil
}

// CarriesVelocity reports whether each layer passes a velocity on to the next. The last
// velocity may then differ from the displacement.
func (m *Model) CarriesVelocity() bool {
	return len(m.Layers) > 0 && !slices.ContainsFunc(m.Layers, func(l Layer) bool { return l.Velocity == nil })
}
