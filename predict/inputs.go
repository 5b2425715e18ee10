package predict

import (
	"maps"
	"slices"

	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/system"
)

// Inputs are the inputs of a model in row form, as graph.Inputs has them, and the
// systems that they belong to. They share the batch's slices. Trees and bodies are among
// them where the batch has any.
func Inputs(batch *system.Batch) runtime.Batch {
	particles, edges := batch.Particles, len(batch.Senders)
	inputs := map[string]runtime.Tensor{
		system.Position.Name: runtime.Floats(batch.Position, particles, 3),
		system.Velocity.Name: runtime.Floats(batch.Velocity, particles, 3),
		"partner":            runtime.Indices(batch.Partner, particles),
		"first":              runtime.Indices(batch.First, particles),
		"second":             runtime.Indices(batch.Second, particles),
		"joint":              runtime.Indices(batch.Joint, particles),
		system.SendersInput:  runtime.Indices(batch.Senders, edges),
	}
	inputs[system.EdgeTypeInput] = runtime.Floats(batch.EdgeTypes, particles, 1)
	for _, kind := range system.ListedKinds() {
		inputs[kind.Mask()] = runtime.Floats(batch.Masks[kind.Number()], particles, 1)
	}
	if batch.Forest {
		for _, kind := range system.ForestKinds() {
			inputs[kind.Mask()] = runtime.Floats(batch.Masks[kind.Number()], particles, 1)
		}
		inputs[system.RootInput] = runtime.Indices(batch.Root, particles)
	}
	for _, f := range system.GivenFields() {
		if values := batch.Field(f); values != nil {
			columns := f.Columns
			if f.Named() {
				columns = len(values) / max(particles, 1)
			}
			inputs[f.Name] = runtime.Floats(values, particles, columns)
		}
	}
	if batch.EdgeFeatures != nil {
		inputs[system.EdgeFeatures.Name] = runtime.Floats(batch.EdgeFeatures, edges, len(batch.EdgeFeatures)/max(edges, 1))
	}
	if batch.EdgeMask != nil {
		inputs[system.EdgeMaskInput] = runtime.Floats(batch.EdgeMask, edges, 1)
	}
	systems := make([]runtime.System, len(batch.Sizes))
	for i, particles := range batch.Sizes {
		systems[i] = runtime.System{Particles: particles, Neighbors: batch.Slots[i]}
	}
	return runtime.Batch{Inputs: inputs, Systems: systems}
}

// Match gives a batch the inputs that a module has. It leaves out what the module
// lacks, and adds the defaults of fields that the batch lacks. It adds the inputs of
// trees and bodies where the module takes some and there are none. It adds the first
// particle of each particle's system where the module sums over systems. Where edges are from
// boxes alone, it makes these and changes the neighbours of systems.
func Match(batch runtime.Batch, m *ir.Module) {
	keep(batch.Inputs, func(name string) bool { return m.Main.Input(name) != nil })
	addNoForest(batch, m)
	addDefaults(batch, m)
	if m.Main.Input(system.BoxSendersInput) != nil {
		addBoxSenders(batch)
	}
	if m.Main.Input(ir.SystemInput) == nil {
		return
	}
	var firsts []int64
	for _, system := range batch.Systems {
		firsts = append(firsts, slices.Repeat([]int64{int64(len(firsts))}, system.Particles)...)
	}
	batch.Inputs[ir.SystemInput] = runtime.Indices(firsts, len(firsts))
}

// addDefaults gives a module that takes fields their defaults where the batch has
// none.
func addDefaults(batch runtime.Batch, m *ir.Module) {
	rows := batch.Inputs[system.Position.Name].Shape[0]
	for _, f := range system.GivenFields() {
		if _, given := batch.Inputs[f.Name]; !given && f.Optional() && m.Main.Input(f.Name) != nil {
			batch.Inputs[f.Name] = runtime.Floats(slices.Repeat([]float32{f.Default}, rows*f.Columns), rows, f.Columns)
		}
	}
}

// addNoForest makes every particle one that is in no tree and no body, for a
// module that takes these and a batch that has none.
func addNoForest(batch runtime.Batch, m *ir.Module) {
	rows := batch.Inputs[system.Position.Name].Shape[0]
	for _, kind := range system.ForestKinds() {
		if _, given := batch.Inputs[kind.Mask()]; !given && m.Main.Input(kind.Mask()) != nil {
			batch.Inputs[kind.Mask()] = runtime.Floats(make([]float32, rows), rows, 1)
		}
	}
	if _, given := batch.Inputs[system.RootInput]; !given && m.Main.Input(system.RootInput) != nil {
		itself := make([]int64, rows)
		for row := range itself {
			itself[row] = int64(row)
		}
		batch.Inputs[system.RootInput] = runtime.Indices(itself, rows)
	}
}

func keep(inputs map[string]runtime.Tensor, wanted func(name string) bool) {
	maps.DeleteFunc(inputs, func(name string, _ runtime.Tensor) bool { return !wanted(name) })
}

// moduleSession is a session on a module that gets the module's inputs alone.
type moduleSession struct {
	runtime.Session
	module *ir.Module
	room   system.Room
}

// ForModule is a session on a module that takes any batch, as Match does, and
// whose outputs of systems have one row each.
func ForModule(session runtime.Session, m *ir.Module) runtime.Session {
	room := system.Room{Joints: m.Main.JointAxes(), Planes: m.Main.ColumnsRead(system.Planes.Name) / system.PlaneColumns}
	return moduleSession{session, m, room}
}

func (s moduleSession) Run(batch runtime.Batch) (map[string]runtime.Tensor, error) {
	batch.Inputs, batch.Systems = maps.Clone(batch.Inputs), slices.Clone(batch.Systems)
	Match(batch, s.module)
	outputs, err := s.Session.Run(batch)
	if err != nil {
		return nil, err // such as one of an index that leads nowhere
	}
	faulty := faults(batch, s.room)
	for name, output := range outputs {
		maskRows(output, batch.Systems, faulty)
		if s.module.OfSystem(name) {
			outputs[name] = firstRows(output, batch.Systems)
		}
	}
	return outputs, nil
}

// firstRows returns the rows of the first particle of each system.
func firstRows(x runtime.Tensor, systems []runtime.System) runtime.Tensor {
	width, first := x.Shape[1], 0
	rows := make([]float32, 0, len(systems)*width)
	for _, system := range systems {
		rows = append(rows, x.Float[first*width:(first+1)*width]...)
		first += system.Particles
	}
	return runtime.Floats(rows, len(systems), width)
}

// SystemInputs are the inputs of an exported file for samples of one
// composition: as many particles, sticks, hinges and neighbours each. Where a
// sample has trees or bodies, ForestInputs are among them.
func SystemInputs(samples []system.Sample) map[string]runtime.Tensor {
	count, particles := len(samples), samples[0].Particles()
	neighbors := []int64{}
	for _, sample := range samples {
		neighbors = append(neighbors, sample.Neighbors...)
	}
	slots := len(neighbors) / (count * particles)
	inputs := map[string]runtime.Tensor{}
	for _, f := range system.Fields() {
		if !f.Target {
			addField(inputs, f, samples, slots)
		}
	}
	for _, kind := range system.ListedKinds() {
		inputs[kind.Array()] = runtime.Indices(members(kind, samples), count, samples[0].Count(kind), kind.Members())
	}
	if slices.ContainsFunc(samples, func(s system.Sample) bool { return s.Objects.Forest() }) {
		maps.Copy(inputs, ForestInputs(samples))
	}
	if samples[0].Neighbors != nil {
		inputs["neighbors"] = runtime.Indices(neighbors, count, particles, slots)
	}
	return inputs
}

// addField adds the input of a field, [samples, rows, columns], or [samples, columns]
// of one of systems.
func addField(inputs map[string]runtime.Tensor, f *system.Field, samples []system.Sample, slots int) {
	var values []float32
	rows := 0
	for i := range samples {
		values = append(values, f.Of(&samples[i])...)
		rows += f.Count(&samples[i])
	}
	if values == nil {
		return
	}
	shape := []int{len(samples)}
	switch f.Rows {
	case system.OfParticle:
		shape = append(shape, samples[0].Particles())
	case system.OfEdge:
		shape = append(shape, samples[0].Particles(), slots)
	}
	inputs[f.Name] = runtime.Floats(values, append(shape, len(values)/max(rows, 1))...)
}

// ForestInputs are the inputs of an exported file with trees and bodies, for
// samples of one size with or without some.
func ForestInputs(samples []system.Sample) map[string]runtime.Tensor {
	count, particles := len(samples), samples[0].Particles()
	inputs := map[string]runtime.Tensor{}
	for _, kind := range system.ForestKinds() {
		numbers := make([]int64, 0, count*particles)
		for _, sample := range samples {
			numbers = append(numbers, sample.Objects.Numbers(kind, particles)...)
		}
		inputs[kind.Array()] = runtime.Indices(numbers, count, particles)
	}
	return inputs
}

// FileInputs returns the inputs of SystemInputs and ForestInputs that an exported file
// declares, with the defaults of fields that the samples lack.
func FileInputs(samples []system.Sample, declared []string) map[string]runtime.Tensor {
	for _, f := range system.GivenFields() {
		if f.Optional() && slices.Contains(declared, f.Name) && f.Of(&samples[0]) == nil {
			samples = withDefault(f, samples)
		}
	}
	inputs := SystemInputs(samples)
	maps.Copy(inputs, ForestInputs(samples))
	keep(inputs, func(name string) bool { return slices.Contains(declared, name) })
	return inputs
}

// RollingInputs are the FileInputs of a file of many steps: perFrame names those that
// have an axis of steps before the others, with what the samples' trajectories have in
// the frames that the steps begin in.
func RollingInputs(samples []system.Sample, declared, perFrame []string, steps int) map[string]runtime.Tensor {
	inputs := FileInputs(samples, declared)
	for _, name := range perFrame {
		input, given := inputs[name]
		if !given {
			continue
		}
		all := make([]float32, 0, steps*len(input.Float))
		for step := range steps {
			now := make([]system.Sample, len(samples))
			for i, s := range samples {
				now[i] = s.InFrame(step)
			}
			all = append(all, FileInputs(now, []string{name})[name].Float...)
		}
		inputs[name] = runtime.Floats(all, append([]int{steps}, input.Shape...)...)
	}
	return inputs
}

// withDefault are the samples with a field's default.
func withDefault(f *system.Field, samples []system.Sample) []system.Sample {
	samples = slices.Clone(samples)
	for i := range samples {
		f.Set(&samples[i], f.OrDefault(&samples[i]))
	}
	return samples
}

// members returns the members of all objects of a kind, one after the other.
func members(kind *system.Kind, samples []system.Sample) []int64 {
	all := []int64{}
	for _, sample := range samples {
		for _, object := range sample.Objects.Of(kind) {
			for _, member := range object {
				all = append(all, int64(member))
			}
		}
	}
	return all
}
