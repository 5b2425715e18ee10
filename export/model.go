package export

import (
	"errors"
	"fmt"
	"strings"

	"gmnc/export/emit"
	"gmnc/export/forms"
	"gmnc/export/systems"
	"gmnc/ir"
	"gmnc/system"
)

// modelEmitter writes a file of systems.
type modelEmitter struct {
	*forms.Emitter
	// step is the step of training, or nil if the file predicts.
	step *stepWriter
	// metadata is Info.Metadata.
	metadata map[string]string
}

func newModelEmitterOf(m *ir.Module, opset int) *modelEmitter {
	return &modelEmitter{Emitter: forms.New(systems.New(m, opset))}
}

// Model writes a model as a user runs it: see the package comment. The module is a complete
// model in rows. Its inputs are floats [particles,k]. Each becomes an input [batch,particles,k]
// of the file, or [batch,k] if it is a field of systems. Floats [edges,k] become
// [batch,particles,neighbors,k], and weights are inputs, too. The file itself computes
// normalizers of a loss, masks of the kinds of objects, edge_type, partner, first, second,
// joint, root, system, senders and, in a padded model, edge_mask. The module's outputs are
// floats [particles,k] or [edges,k], or [1,k] for the batch. An output with one row for each
// system has that row in each of its particles. Outputs of edges are
// [batch,particles,neighbors,k]. If all pairs interact, they are [batch,particles,particles,k]
// with zeros from each particle to itself.
//
// Weights are initializers under their own names, in parts if a layer is split between edges
// and particles. Those on which no output depends (the node network of the last layer) are left
// out. Model itself computes what depends only on weights, and the metadata hold the weights
// that then have no initializer.
func Model(m *ir.Module, weights map[string][]float32, info Info) ([]byte, error) {
	if m.Main == nil {
		return nil, errors.New("the module has no main graph, expected a model in rows")
	}
	if err := knownWeights(m, weights); err != nil {
		return nil, err
	}
	if info.Float16 {
		var err error
		if weights, err = Halved(weights); err != nil {
			return nil, err
		}
	}
	if info.Coordinates != nil {
		return info.Coordinates.write(m, weights, info)
	}
	constant := weights
	if info.Step != nil {
		constant = nil // training steps change the weights
	}
	optimized, err := ir.OptimizeForFile(m, constant)
	if err != nil {
		return nil, err
	}
	if info.Step == nil && info.Depth == 0 {
		// The emitter of the file, below, is one of the module that this returns.
		if optimized, err = newModelEmitter(m, optimized, info).WithKnownBars(); err != nil {
			return nil, err
		}
	}
	live := ir.Live(m)
	e := newModelEmitter(m, optimized, info)
	if err := e.WriteWeights(e.Module, weights, live); err != nil {
		return nil, err
	}
	if err := e.declareSystems(); err != nil {
		return nil, err
	}
	e.WriteSizes()
	if info.Step != nil {
		if e.step, err = e.newStep(*info.Step); err != nil {
			return nil, err
		}
	}
	args := make([]string, len(optimized.Main.Inputs))
	for i, input := range optimized.Main.Inputs {
		if e.step != nil && input.Param {
			args[i] = e.step.weightBefore(input)
		}
		if args[i] == "" {
			args[i] = e.Rows(input)
		}
	}
	e.writeOutputs(e.Function(optimized.Main, args, ""))
	if e.step != nil {
		e.step.write()
	}
	if e.Err != nil {
		return nil, e.Err
	}
	emit.Prune(e.Graph)
	info.folded = emit.Folded(e.Graph, live, weights)
	return info.marshal(e.Graph)
}

// newModelEmitter returns an emitter for the file of m, given the optimized module that it
// became.
func newModelEmitter(m, optimized *ir.Module, info Info) *modelEmitter {
	e := newModelEmitterOf(optimized, info.opset())
	e.Within, e.Depth, e.metadata, e.Trains = true, info.Depth, info.Metadata, info.Step != nil
	e.Joints, e.Planes = m.Main.JointAxes(), m.Main.ColumnsRead(system.Planes.Name)/system.PlaneColumns
	e.Times, _ = ir.TranslationFactors(optimized.Main, system.Position.Name, system.TargetPosition.Name)
	for _, output := range m.Main.Outputs {
		e.OfSystem[output.Name] = m.OfSystem(output.Name)
	}
	for _, b := range info.Baked {
		e.Baked[b.Input] = b
	}
	return e
}

// writeOutputs computes the file's outputs from the module's, which are values of the graph. A
// training step takes those that are gradients.
func (e *modelEmitter) writeOutputs(values []string) {
	declared, valid := e.Graph.Output, e.Valid(e.predictions(values))
	if e.step != nil {
		e.step.sound = e.AllValid(valid)
	}
	for i, output := range e.Module.Main.Outputs {
		if e.step != nil && e.step.takes(output.Name, values[i]) {
			continue
		}
		name := declared[0].GetName()
		declared = declared[1:]
		if systems.IsFixed(output.Value.Type) {
			e.Masked(name, values[i], valid, 0)
			continue
		}
		value, shape, attrs := e.OutputValue(output, values[i])
		value = e.Op("Reshape", attrs, value, shape)
		if e.Times[output.Value] != 0 {
			value = e.Op("Add", nil, value, e.Centroid())
		}
		e.Masked(name, value, valid, e.axes(output))
	}
}

// predictions returns the values of the outputs that are not gradients by inputs. A fault is
// reported for the inputs on which these depend.
func (e *modelEmitter) predictions(values []string) (all []string) {
	for i, output := range e.Module.Main.Outputs {
		if !strings.HasPrefix(output.Name, ir.GradientPrefix) {
			all = append(all, values[i])
		}
	}
	return all
}

// declareSystems declares the file's inputs and outputs.
func (e *modelEmitter) declareSystems() error {
	batch, main := ir.Rows("batch"), e.Module.Main
	declare := func(name, doc string, dtype ir.DType, shape ...ir.Dim) {
		e.Declare(name, func() { e.Input(e.described(name, doc, dtype, append([]ir.Dim{batch}, shape...)...)) })
	}
	objects := false
	for _, input := range main.Inputs {
		name, doc, columns := input.Name, doc(input.Name), input.Type.Columns
		switch {
		case input.Param || e.Normalizer(input) != nil || name == ir.SystemInput && input.Type.Equal(ir.Indices(systems.Particles, ir.Rows(systems.Particles))):
		case systems.IsSenders(input):
		case name == system.EdgeMaskInput && input.Type.Equal(ir.Floats(ir.Rows(systems.Edges), 1)):
			declare(systems.Neighbors, docs[systems.Neighbors], ir.Index, ir.Rows(systems.Particles), ir.Rows(systems.Neighbors))
		case e.IsTableColumn(input):
			objects = true
		case systems.PerParticle(input.Type) && systems.OfSystems(name):
			declare(name, doc, ir.Float, ir.Fixed(columns()))
		case systems.PerParticle(input.Type):
			declare(name, doc, ir.Float, ir.Rows(systems.Particles), ir.Fixed(columns()))
		case e.Listed() && input.Type.DType == ir.Float && input.Type.Rows() == ir.Rows(systems.Edges):
			declare(name, doc, ir.Float, ir.Rows(systems.Particles), ir.Rows(systems.Neighbors), ir.Fixed(columns()))
		default:
			return fmt.Errorf("the model's input %s (%s) cannot be computed from systems of particles", name, input.Type)
		}
	}
	if main.Input(system.Position.Name) == nil || !systems.PerParticle(main.Input(system.Position.Name).Type) {
		return fmt.Errorf("the model has no input %s of %s", system.Position.Name, ir.Floats(ir.Rows(systems.Particles), 3))
	}
	if objects {
		for _, kind := range system.ListedKinds() {
			declare(kind.Array(), kind.Doc, ir.Index, ir.Rows(kind.Plural), ir.Fixed(kind.Members()))
		}
		if e.Depth > 0 {
			for _, kind := range system.ForestKinds() {
				declare(kind.Array(), kind.Doc, ir.Index, ir.Rows(systems.Particles))
			}
		}
	}
	for _, output := range main.Outputs {
		if strings.HasPrefix(output.Name, ir.LossGradientPrefix) {
			continue // training steps use these
		}
		shape, err := e.outputDims(output)
		if err != nil {
			return err
		}
		if !systems.IsFixed(output.Value.Type) {
			shape = append([]ir.Dim{batch}, shape...)
		}
		name := OutputName(e.Module, output.Name)
		e.Output(e.described(name, doc(name), ir.Float, shape...))
	}
	return nil
}

// outputDims returns the axes of an output after the axis of the systems, or all axes of
// an output that belongs to no system.
func (e *modelEmitter) outputDims(output ir.Output) ([]ir.Dim, error) {
	t := output.Value.Type
	columns := t.Shape[len(t.Shape)-1]
	switch {
	case t.DType == ir.Index:
	case e.OfSystem[output.Name]:
		return []ir.Dim{columns}, nil
	case systems.IsFixed(t):
		return t.Shape, nil
	case systems.PerParticle(t):
		return []ir.Dim{ir.Rows(systems.Particles), columns}, nil
	case t.Rows() == ir.Rows(systems.Edges):
		slots := ir.Rows(systems.Particles)
		if e.Listed() {
			slots = ir.Rows(systems.Neighbors)
		}
		return []ir.Dim{ir.Rows(systems.Particles), slots, columns}, nil
	}
	return nil, fmt.Errorf("the model's output %s is %s and has no row for each particle or edge", output.Name, t)
}

// axes returns the number of axes of an output of systems, including the axis of the systems.
func (e *modelEmitter) axes(output ir.Output) int {
	switch t := output.Value.Type; {
	case e.OfSystem[output.Name]:
		return 2
	case systems.PerParticle(t):
		return 3
	}
	return 4
}
