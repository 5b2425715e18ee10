package graph

import (
	"fmt"
	"slices"

	"gmnc/builder/config"
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
}

// Layer is the state after a layer: features [particles,hidden], positions
// and velocities [particles,3], in the units of Config.Scale. Values that the model's layers do not carry
// are nil, except for the last position.
type Layer struct {
	Features, Position, Velocity *ir.Value
}

// Own builds, as builder.New does, a model that is not in the table. writeModel writes it, and
// config says which inputs the data set has; writeModel may use or ignore the rest. Only a
// model registered under a name (builder.Register) can be stored in a run.
//
// Inputs that it does not use are no inputs of its module, except for the
// positions; models of the table have all.
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

// Write builds a model with all inputs. writeModel writes each of its parallel runs
// (Config.Runs).
func Write(c config.Config, padded bool, writeModel func(w *Writer)) (*Model, error) {
	return build(c, c.InModelUnits(), padded, sideBySide(writeModel), (*Writer).lastOutputs)
}

// lastOutputs are the outputs that follow from the layers.
func (w *Writer) lastOutputs() {
	w.outputs()
	w.radius()
}

// WritePlain builds a model of the configuration c that has the inputs of the configuration
// seen, in the units of the data, and the outputs that writeModel writes.
func WritePlain(c, seen config.Config, writeModel func(w *Writer)) (*Model, error) {
	return build(c, seen, false, writeModel, func(*Writer) {})
}

func build(c, seen config.Config, padded bool, writeModel, writeOutputs func(w *Writer)) (*Model, error) {
	model := &Model{Config: c, Module: newModule(c.Model)}
	err := ir.Build(model.Module, func(b *ir.Builder) {
		w := &Writer{Networks: Networks{Builder: b}, Config: seen, model: model}
		w.record = func(p Param) { model.Params = append(model.Params, p) }
		w.Inputs = w.seenInputs(declareInputs(b, seen, padded), c.Scale)
		writeModel(w)
		writeOutputs(w)
	})
	if err != nil {
		return nil, err
	}
	return model, nil
}

// CarriesVelocity reports whether each layer takes a velocity on to the next, so
// that the last one can be another than the displacement.
func (m *Model) CarriesVelocity() bool {
	return len(m.Layers) > 0 && !slices.ContainsFunc(m.Layers, func(l Layer) bool { return l.Velocity == nil })
}
