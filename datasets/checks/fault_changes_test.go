package checks_test

import (
	"slices"

	"gmnc/system"
)

// turnVelocities gives the velocities of a sample other axes, of which the last may point the other way.
func turnVelocities(s *system.Sample, order [3]int, last float32) {
	for _, values := range [][]float32{s.Velocity, s.TargetVelocity} {
		for i := 0; i < len(values); i += 3 {
			values[i], values[i+1], values[i+2] = values[i+order[0]], values[i+order[1]], last*values[i+order[2]]
		}
	}
}

// shifted are the vectors of particles, the last one's first.
func shifted(vectors []float32) []float32 {
	last := len(vectors) - 3
	return slices.Concat(vectors[last:], vectors[:last])
}

// wrapped is a coordinate in a box from -4 to 4.
func wrapped(x float32) float32 {
	for x > 4 {
		x -= 8
	}
	for x < -4 {
		x += 8
	}
	return x
}
