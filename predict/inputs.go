package predict

import (
	"maps"
	"slices"

	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/system"
)

// Inputs returns the inputs of a model in row form, as in graph.Inputs, and the systems that
// the rows belong to. It shares the batch's slices. Trees and bodies are included if the batch
// has any.
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

// Match gives a batch exactly the inputs that a module has. It removes what the module lacks
// and adds the defaults of fields that the batch lacks. It adds empty trees and bodies if the
// module takes them and the batch has none. It adds the first particle of each particle's
// system if the module sums over systems. If edges begin only at boxes, it builds these edges
// and changes the numbers of neighbors.
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

// addDefaults adds the defaults of the fields that the module takes and the batch lacks.
func addDefaults(batch runtime.Batch, m *ir.Module) {
	rows := batch.Inputs[system.Position.Name].Shape[0]
	for _, f := range system.GivenFields() {
		if _, given := batch.Inputs[f.Name]; !given && f.Optional() && m.Main.Input(f.Name) != nil {
			batch.Inputs[f.Name] = runtime.Floats(slices.Repeat([]float32{f.Default}, rows*f.Columns), rows, f.Columns)
		}
	}
}

// addNoForest adds inputs that say that no particle is in a tree or a body, for a module that
// takes trees and bodies and a batch that has none.
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

// moduleSession is a session that gives a module only its own inputs.
type moduleSession struct {
	runtime.Session
	module   *ir.Module
	capacity system.Capacity
}

// ForModule returns a session on a module that takes any batch, as Match does, and whose
// outputs of systems have one row for each system.
func ForModule(session runtime.Session, m *ir.Module) runtime.Session {
	capacity := system.Capacity{Joints: m.Main.JointAxes(), Planes: m.Main.ColumnsRead(system.Planes.Name) / system.PlaneColumns}
	return moduleSession{session, m, capacity}
}

func (s moduleSession) Run(batch runtime.Batch) (map[string]runtime.Tensor, error) {
	batch.Inputs, batch.Systems = maps.Clone(batch.Inputs), slices.Clone(batch.Systems)
	Match(batch, s.module)
	outputs, err := s.Session.Run(batch)
	if err != nil {
		return nil, err // such as one of an index that leads nowhere
	}
	faulty := faults(batch, s.capacity)
	for name, output := range outputs {
		maskRows(output, batch.Systems, faulty)
		if s.module.OfSystem(name) {
			outputs[name] = firstRows(output, batch.Systems)
		}
	}
	return outputs, nil
}

// firstRows returns the row of the first particle of each system.
func firstRows(x runtime.Tensor, systems []runtime.System) runtime.Tensor {
	width, first := x.Shape[1], 0
	rows := make([]float32, 0, len(systems)*width)
	for _, system := range systems {
		rows = append(rows, x.Float[first*width:(first+1)*width]...)
		first += system.Particles
	}
	return runtime.Floats(rows, len(systems), width)
}

// SystemInputs returns the inputs of an exported file for samples of one composition, which
// have the same numbers of particles, sticks, hinges and neighbors. ForestInputs are included
// if a sample has trees or bodies.
func SystemInputs(samples []system.Sample) map[string]runtime.Tensor {
	inputs := inputsWithoutForest(samples)
	if slices.ContainsFunc(samples, func(s system.Sample) bool { return s.Objects.Forest() }) {
		maps.Copy(inputs, ForestInputs(samples))
	}
	return inputs
}

// inputsWithoutForest returns the inputs of an exported file, except those of trees and bodies.
func inputsWithoutForest(samples []system.Sample) map[string]runtime.Tensor {
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
	if samples[0].Neighbors != nil {
		inputs["neighbors"] = runtime.Indices(neighbors, count, particles, slots)
	}
	return inputs
}

// addField adds the input of a field, [samples, rows, columns], or [samples, columns] for a
// field of the system.
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

// ForestInputs returns the inputs of an exported file that describe trees and bodies, for
// samples of one size, which may have none.
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

// FileInputs returns those of SystemInputs and ForestInputs that an exported file declares,
// with the defaults of fields that a sample lacks.
func FileInputs(samples []system.Sample, declared []string) map[string]runtime.Tensor {
	for _, f := range system.GivenFields() {
		lacks := func(s system.Sample) bool { return f.Of(&s) == nil }
		if f.Optional() && slices.Contains(declared, f.Name) && slices.ContainsFunc(samples, lacks) {
			samples = withDefault(f, samples)
		}
	}
	inputs := inputsWithoutForest(samples)
	maps.Copy(inputs, ForestInputs(samples))
	keep(inputs, func(name string) bool { return slices.Contains(declared, name) })
	return inputs
}

// RollingInputs returns the FileInputs of a file of many steps. perFrame names the inputs that
// have a leading axis of steps. Their values are those of the samples' trajectories in the
// frames in which the steps begin.
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

// withDefault returns the samples with the default of a field in those that lack it.
func withDefault(f *system.Field, samples []system.Sample) []system.Sample {
	samples = slices.Clone(samples)
	for i := range samples {
		f.Set(&samples[i], f.OrDefault(&samples[i]))
	}
	return samples
}

// members returns the members of all objects of a kind, one after another.
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
