package predict

import (
	"math"

	"gmnc/runtime"
	"gmnc/system"
)

// faults says which systems of a batch have an input that no model may have: a value beyond the
// range of its field, or inputs whose squares add up to system.MostSquares or to no number. Exported
// files find the same ones in their graph (export/validity.go).
func faults(batch runtime.Batch) (faulty []bool) {
	faulty, squares := make([]bool, len(batch.Systems)), make([]float64, len(batch.Systems))
	for name, input := range batch.Inputs {
		f := system.FieldNamed(name)
		if f == nil || input.Float == nil {
			continue
		}
		start := 0
		for i, s := range batch.Systems {
			rows := s.Particles
			if f.Rows == system.OfEdge {
				rows *= s.Neighbors
			}
			end := min(start+rows*columns(input), len(input.Float))
			values := input.Float[start:end]
			faulty[i] = faulty[i] || !f.Allows(values)
			for _, value := range values {
				squares[i] += float64(float64(value) * float64(value))
			}
			start = end
		}
	}
	for i, sum := range squares {
		faulty[i] = faulty[i] || !(sum < system.MostSquares)
	}
	return faulty
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
