package checks

import (
	"math"

	"gmnc/internal/articulated"
	"gmnc/internal/vector"
	"gmnc/system"
)

// JointPositions returns a function from positions of a sample's particles to joint coordinates: the
// angle or displacement from the rest pose, in the row of the first particle of each body whose
// joint has an axis.
func JointPositions(s *system.Sample) func(x []float32) []float64 {
	bodies := bodiesOf(s)
	return func(x []float32) []float64 {
		measured := make([]float32, 4*s.Particles())
		bodies.Measure(measured, x)
		return positionsOf(bodies, measured)
	}
}

// positionsOf returns the joint coordinates of bodies from what they measure.
func positionsOf(bodies articulated.Bodies[float32, int64], measured []float32) []float64 {
	positions := make([]float64, len(measured)/4)
	for i := range positions {
		positions[i] = float64(measured[4*i+2])
		if vector.At(bodies.Turn, i) != [3]float64{} {
			positions[i] = math.Atan2(float64(measured[4*i+1]), float64(measured[4*i]))
		}
	}
	return positions
}

// axesOfBodies returns the axes of joints in the rows of their bodies' first particles, and 0
// in the other rows.
func axesOfBodies(s *system.Sample, f *system.Field) []float32 {
	axes, given := make([]float32, 3*s.Particles()), f.Of(s)
	for _, members := range s.Objects.Of(system.Body) {
		if first := 3 * members[0]; given != nil {
			copy(axes[first:first+3], given[first:first+3])
		}
	}
	return axes
}

// parentRows returns, for the first particle of each body, the first particle of the parent
// body. For other particles it returns the first particle of their own body.
func parentRows(s *system.Sample) []int64 {
	rows := make([]int64, s.Particles())
	for i := range rows {
		rows[i] = int64(i)
	}
	for _, members := range s.Objects.Of(system.Body) {
		for _, i := range members {
			rows[i] = int64(members[0])
		}
	}
	for _, tree := range s.Objects {
		for at, first := range tree.Members {
			if tree.Kind == system.Tree && tree.Parents[at] >= 0 {
				rows[first] = int64(tree.Members[tree.Parents[at]])
			}
		}
	}
	return rows
}
