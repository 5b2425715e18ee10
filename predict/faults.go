package predict

import (
	"math"
	"slices"

	"gmnc/runtime"
	"gmnc/system"
)

// faults says which systems of a batch have inputs that no model may have: a value beyond the range
// of its field, inputs whose squares add up to system.MostSquares or to no number, or ones that break
// one of system.Rules. Exported files find the same ones in their graph (export/systems/validity.go).
func faults(batch runtime.Batch) (faulty []bool) {
	starts := make([]runtime.System, len(batch.Systems)+1) // the particles and edges before each
	for i, s := range batch.Systems {
		starts[i+1] = runtime.System{Particles: starts[i].Particles + s.Particles, Neighbors: starts[i].Neighbors + s.Particles*s.Neighbors}
	}
	takes := func(f *system.Field) bool { return batch.Inputs[f.Name].Float != nil }
	fields := slices.DeleteFunc(system.Fields(), func(f *system.Field) bool { return !takes(f) })
	rules := slices.DeleteFunc(system.Rules(), func(r *system.Rule) bool { return !r.Holds(takes) })
	for i := range batch.Systems {
		rows := func(f *system.Field) []float32 {
			input := batch.Inputs[f.Name] // of a field that the model does not take it has no rows
			first, end := starts[i].Particles, starts[i+1].Particles
			if f.Rows == system.OfEdge {
				first, end = starts[i].Neighbors, starts[i+1].Neighbors
			}
			return input.Float[min(first*columns(input), len(input.Float)):min(end*columns(input), len(input.Float))]
		}
		faulty = append(faulty, isFaulty(fields, rules, rows))
	}
	return faulty
}

// isFaulty says so of a system, by its rows of the fields that the model takes.
func isFaulty(fields []*system.Field, rules []*system.Rule, rows func(*system.Field) []float32) bool {
	var squares float64
	for _, f := range fields {
		values := rows(f)
		if !f.Allows(values) {
			return true
		}
		for _, value := range values {
			squares += float64(float64(value) * float64(value))
		}
	}
	return !(squares < system.MostSquares) || slices.ContainsFunc(rules, func(r *system.Rule) bool { return r.Broken(rows) })
}

// columns is how many numbers a row of a tensor has.
func columns(x runtime.Tensor) int {
	if len(x.Shape) < 2 {
		return 1
	}
	return x.Shape[1]
}

// maskRows puts no numbers in the rows of an output of particles that belong to faulty systems.
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
