package predict

import (
	"math"
	"slices"

	"gmnc/runtime"
	"gmnc/system"
)

// faults says which systems of a batch have invalid inputs, or inputs for which the model has
// no room. Invalid are values outside of the range of their field, inputs whose squares sum to
// system.MostSquares or more or to no number, and inputs that break one of system.Rules.
// Exported files find the same systems in their graph (export/systems/validity.go).
func faults(batch runtime.Batch, capacity system.Capacity) (faulty []bool) {
	takes := func(f *system.Field) bool { return batch.Inputs[f.Name].Float != nil }
	fields := slices.DeleteFunc(system.Fields(), func(f *system.Field) bool { return !takes(f) })
	rules := slices.DeleteFunc(system.Rules(), func(r *system.Rule) bool { return !r.Holds(takes) })
	var first, end runtime.System // the particles and edges before a system, and with it
	for _, s := range batch.Systems {
		end.Particles, end.Neighbors = first.Particles+s.Particles, first.Neighbors+s.Particles*s.Neighbors
		faulty = append(faulty, isFaulty(fields, rules, inputsOf(batch.Inputs, first, end, capacity)))
		first = end
	}
	return faulty
}

// inputsOf returns the inputs of the system from the first particle and edge to the end.
func inputsOf(all map[string]runtime.Tensor, first, end runtime.System, capacity system.Capacity) system.Inputs {
	in := system.Inputs{First: first.Particles, Capacity: capacity}
	in.Of = func(f *system.Field) []float32 {
		from, to := first.Particles, end.Particles
		if f.Rows == system.OfEdge {
			from, to = first.Neighbors, end.Neighbors
		}
		input := all[f.Name] // of a field that the model does not take it has no rows
		return input.Float[min(from*columns(input), len(input.Float)):min(to*columns(input), len(input.Float))]
	}
	in.Neighbors = func() []int64 {
		numbers := slices.Clone(all[system.SendersInput].Index[first.Neighbors:end.Neighbors])
		mask := all[system.EdgeMaskInput].Float
		for i := range numbers {
			if numbers[i] -= int64(first.Particles); mask != nil && mask[first.Neighbors+i] == 0 {
				numbers[i] = -1
			}
		}
		return numbers
	}
	if on, given := all["partner"]; given && all[system.Tree.Mask()].Float != nil {
		rows := func(kind *system.Kind) []float32 { return all[kind.Mask()].Float[first.Particles:end.Particles] }
		in.Tree, in.Body, in.HangsOn = rows(system.Tree), rows(system.Body), on.Index[first.Particles:end.Particles]
	}
	return in
}

// isFaulty reports whether a system has invalid inputs in the fields that the model takes.
func isFaulty(fields []*system.Field, rules []*system.Rule, in system.Inputs) bool {
	var squares float64
	for _, f := range fields {
		values := in.Of(f)
		if !f.Allows(values) {
			return true
		}
		for _, value := range values {
			squares += float64(float64(value) * float64(value))
		}
	}
	return !(squares < system.MostSquares) || slices.ContainsFunc(rules, func(r *system.Rule) bool { return r.Broken(in) })
}

// columns returns the number of numbers in a row of a tensor.
func columns(x runtime.Tensor) int {
	if len(x.Shape) < 2 {
		return 1
	}
	return x.Shape[1]
}

// maskRows writes NaN to the rows of an output that belong to faulty systems.
func maskRows(output runtime.Tensor, systems []runtime.System, faulty []bool) {
	particles := 0
	for _, s := range systems {
		particles += s.Particles
	}
	if len(output.Shape) == 0 || output.Shape[0] != particles {
		return
	}
	width, start := len(output.Float)/max(1, particles), 0
	for i, s := range systems {
		end := start + s.Particles*width
		for k := start; faulty[i] && k < end; k++ {
			output.Float[k] = float32(math.NaN())
		}
		start = end
	}
}
