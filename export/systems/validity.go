package systems

import (
	"math"
	"slices"

	"gmnc/export/emit"
	"gmnc/ir"
	"gmnc/onnx/onnxpb"
	"gmnc/system"
)

// Runtimes differ in what an index out of range does. onnxruntime refuses it on a CPU, and
// others compute on with whatever they find. So the graph also counts everything that can be
// wrong with a system, and if there is a fault, the system's outputs are NaN. A check is one
// call of faulty or faultyParticles where its condition is computed; the check of inputs'
// values is in Valid.

// absurdValue has a square above system.MostSquares. The sum of the squares of numbers that are
// not finite is not below that either.
const absurdValue = 1e30

// faults holds values that count what is wrong, and are 0 if nothing is: with each system,
// int64[batch,1,1], and with each particle, int64[particles] or, in absurd, float[batch,particles,1].
type faults struct{ ofSystems, ofParticles, absurd []string }

// faulty adds a check of systems, int64[batch,1,1].
func (e *Emitter) faulty(count string) {
	if !slices.Contains(e.faults.ofSystems, count) {
		e.faults.ofSystems = append(e.faults.ofSystems, count)
	}
}

// faultyParticles adds a check of particles, int64[particles].
func (e *Emitter) faultyParticles(count string) {
	if !slices.Contains(e.faults.ofParticles, count) {
		e.faults.ofParticles = append(e.faults.ofParticles, count)
	}
}

// absurdIf adds a check of particles, float[batch,particles,1], which is 0 if nothing is wrong.
func (e *Emitter) absurdIf(isWrong string) { e.faults.absurd = append(e.faults.absurd, isWrong) }

// absurd returns columns that are absurdly large where one of these checks of particles finds something
// wrong, and 0 elsewhere.
func (e *Emitter) absurd(checks []string) string {
	all := checks[0]
	if len(checks) > 1 {
		all = e.Op("Concat", map[string]any{"axis": int64(2)}, checks...)
	}
	return e.Op("Mul", nil, all, e.Floats([]float64{absurdValue}))
}

// faultyIndices adds the check that indices within a system, int64[batch,a,b], are below its
// number of particles. They are not negative.
func (e *Emitter) faultyIndices(indices string) {
	defer e.InScope("valid")()
	beyond := e.AsInt(e.Op("LessOrEqual", nil, e.SystemSize(), indices))
	e.faulty(e.perSystem(beyond))
}

// Valid reports for each system whether it has no fault in what the values of the graph depend
// on: bool[batch,1,1].
func (e *Emitter) Valid(values []string) string {
	defer e.InScope("valid")()
	read := e.ancestors(values...)
	if len(e.particleInputs(read)) == 0 {
		read[system.Position.Name] = true // the batch of outputs that are the same for all systems
	}
	counts := e.faultCounts(read)
	squares := e.squares(read, e.inRanges(read, e.mattering(e.faults.absurd, read)))
	valid := e.Op("Less", nil, squares, e.Floats([]float64{system.MostSquares}))
	if len(counts) == 0 {
		return valid
	}
	most := counts[0]
	if len(counts) > 1 {
		most = e.Op("Max", nil, counts...)
	}
	return e.Op("And", nil, valid, e.Op("Less", nil, most, e.Ints([]int64{1})))
}

// faultCounts returns counts of what is wrong with systems, int64[batch,1,1] each, given the
// values that are read.
func (e *Emitter) faultCounts(read map[string]bool) []string {
	counts := e.mattering(e.faults.ofSystems, read)
	if ofParticles := e.mattering(e.faults.ofParticles, read); len(ofParticles) > 0 {
		checks := e.Ints([]int64{int64(len(ofParticles))}, 1)
		all := e.Op("Reshape", emit.KeepZero, e.Concat(ofParticles...), e.Concat(checks, e.PerParticle(), e.Ints([]int64{1}, 1)))
		counts = append(counts, e.Op("ReduceSum", map[string]any{"keepdims": int64(0)}, all, e.Ints([]int64{0, 2}, 2)))
	}
	checks := []func(*Emitter, map[string]bool) string{(*Emitter).fractional}
	for _, rule := range system.Rules() {
		if count := broken[rule]; count != nil && rule.Holds(func(f *system.Field) bool { return e.reads(read, f) }) {
			checks = append(checks, count)
		}
	}
	for _, check := range checks {
		if wrong := check(e, read); wrong != "" {
			counts = append(counts, wrong)
		}
	}
	return counts
}

// mattering returns the checks that depend only on inputs that are read.
func (e *Emitter) mattering(checks []string, read map[string]bool) (mattering []string) {
	for _, check := range checks {
		known := e.ancestors(check)
		isForeign := func(input *onnxpb.ValueInfoProto) bool { return known[input.GetName()] && !read[input.GetName()] }
		if !slices.ContainsFunc(e.Graph.Input, isForeign) {
			mattering = append(mattering, check)
		}
	}
	return mattering
}

// inRanges returns the inputs of particles and systems that are read, and the columns of other checks,
// side by side: float[batch,particles,columns]. A value outside the range of its field is replaced
// by an absurd one.
func (e *Emitter) inRanges(read map[string]bool, others []string) string {
	inputs := e.particleInputs(read)
	least, most := []float64{}, []float64{}
	for _, input := range inputs {
		low, high := -math.MaxFloat32, math.MaxFloat32
		if f := system.FieldNamed(input.Name); f != nil && f.Bounded() {
			low, high = f.Least, f.Most
		}
		for column := range input.Type.Columns() {
			if input.Name == system.Planes.Name && e.Planes > 0 && column >= e.Planes*system.PlaneColumns {
				low, high = 0, 0 // columns of more planes than the model takes must be 0
			}
			least, most = append(least, low), append(most, high)
		}
	}
	for range others {
		least, most = append(least, -math.MaxFloat32), append(most, math.MaxFloat32)
	}
	columns := int64(len(least))
	if len(others) > 0 {
		others = []string{e.absurd(others)}
	}
	values := e.sideBySide(inputs, others...)
	var wrong []string
	if slices.Max(least) > -math.MaxFloat32 {
		wrong = append(wrong, e.Op("Less", nil, values, e.Floats(least, 1, 1, columns)))
	}
	if slices.Min(most) < math.MaxFloat32 {
		wrong = append(wrong, e.Op("Less", nil, e.Floats(most, 1, 1, columns), values))
	}
	switch len(wrong) {
	case 0:
		return values
	case 2:
		wrong[0] = e.Op("Or", nil, wrong...)
	}
	return e.Op("Where", nil, wrong[0], e.Floats([]float64{absurdValue}), values)
}

// fractional counts the values of each system that are not integers, in fields that must be:
// int64[batch,1,1], or "" if there are no such fields. wrongJoints checks joint types.
func (e *Emitter) fractional(read map[string]bool) string {
	var whole []*ir.Value
	for _, input := range e.particleInputs(read) {
		if f := system.FieldNamed(input.Name); f != nil && f.Whole && f.Bounded() && f != system.JointType {
			whole = append(whole, input)
		}
	}
	if len(whole) == 0 {
		return ""
	}
	values := e.sideBySide(whole)
	truncated := e.AsFloat(e.AsInt(values))
	return e.perSystem(e.AsInt(e.Op("Not", nil, e.Op("Equal", nil, values, truncated))))
}

// particleInputs returns the inputs of particles and systems that are read.
func (e *Emitter) particleInputs(read map[string]bool) (inputs []*ir.Value) {
	for _, input := range e.Module.Main.Inputs {
		if e.isRead(input, read) && (input.Name == system.Position.Name || PerParticle(input.Type)) {
			inputs = append(inputs, input)
		}
	}
	return inputs
}

// isRead reports whether an input of the graph is one of the file and is read. Others are baked
// in, or computed.
func (e *Emitter) isRead(input *ir.Value, read map[string]bool) bool {
	return read[input.Name] && emit.Find(e.Graph.Input, input.Name) != nil
}

// sideBySide returns inputs of particles, and other columns, side by side:
// float[batch,particles,columns].
func (e *Emitter) sideBySide(inputs []*ir.Value, others ...string) string {
	names := make([]string, len(inputs))
	for i, input := range inputs {
		names[i] = input.Name
		if input.Name != system.Position.Name {
			names[i] = e.fitted(input.Name, e.PerParticle())
		}
	}
	if names = append(names, others...); len(names) == 1 {
		return names[0]
	}
	return e.Op("Concat", map[string]any{"axis": int64(2)}, names...)
}

// squares returns, for each system, the sum of the squares of values of particles and of all
// inputs of edges that are read: float[batch,1,1].
func (e *Emitter) squares(read map[string]bool, values string) string {
	squares := e.Along("ReduceSumSquare", values, 1, 1, 2)
	for _, input := range e.Module.Main.Inputs {
		if e.isRead(input, read) && input.Type.Rows() == ir.Rows(Edges) {
			own := e.Along("ReduceSumSquare", e.fitted(input.Name, e.perNeighbor()), 0, 2, 3)
			ofEdges := e.Op("ReduceSum", map[string]any{"keepdims": int64(1)}, e.Unsqueeze(own, 2), e.Ints([]int64{1}, 1))
			squares = e.Op("Add", nil, squares, ofEdges)
		}
	}
	return squares
}

// Masked writes an output with this number of axes, or 0 for an output that belongs to no
// system. What belongs to a system with a fault is replaced by NaN.
func (e *Emitter) Masked(name, x, valid string, axes int) {
	restore := e.InScope("valid")
	switch axes {
	case 0:
		valid = e.AllValid(valid)
	case 2:
		valid = e.Op("Squeeze", nil, valid, e.Ints([]int64{2}, 1))
	case 4:
		valid = e.Unsqueeze(valid, 3)
	}
	restore()
	e.Add(name, "Where", nil, valid, x, e.Floats([]float64{math.NaN()}))
}

// AllValid reports whether no system has a fault: bool[].
func (e *Emitter) AllValid(valid string) string {
	faulty := e.AsInt(e.Op("Not", nil, valid))
	all := e.Op("ReduceSum", map[string]any{"keepdims": int64(0)}, faulty, e.Ints([]int64{0, 1, 2}, 3))
	return e.Op("Less", nil, all, e.Ints([]int64{1}))
}

// ancestors returns the names of values, and of all values from which they are computed.
func (e *Emitter) ancestors(values ...string) map[string]bool {
	found := map[string]bool{}
	for _, value := range values {
		found[value] = true
	}
	for _, node := range slices.Backward(e.Graph.Node) {
		if found[node.Output[0]] {
			for _, input := range node.Input {
				found[input] = true
			}
		}
	}
	return found
}
