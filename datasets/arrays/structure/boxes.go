package structure

import (
	"cmp"
	"math"
	"slices"

	"gmnc/internal/vector"
	"gmnc/system"
)

// differs is the relative difference of a half size and the corners above which a note says so.
// contradicts is the one above which the half size is an error.
const differs, contradicts = 0.01, 0.1

// PlaneKey is the key of a single plane.
const PlaneKey = "plane"

// touch reports whether bodies may touch others: there are planes, and more than one body or
// particle.
func (s *reading) touch(bodies [][]int) bool {
	return len(bodies[0]) < s.particles && (s.TakesAny(system.Planes.Array()) || s.TakesAny(PlaneKey))
}

// makeBoxes makes bodies boxes of the given half sizes, which other bodies touch. The particles
// of a body must be at the 8 corners. The sorted half sizes belong to the edges from the
// shortest to the longest.
func (s *reading) makeBoxes(bodies [][]int, sizes [][]float64) error {
	weights := make([]float32, s.particles*system.Box.Columns)
	for number, members := range bodies {
		axes, ok := s.edges(members)
		if !ok {
			s.Note("%s: body %d is no box to others, as its particles are not at the 8 corners of one", halfSizeKey, number)
			continue
		}
		halves := slices.Sorted(slices.Values(sizes[number]))
		for k, axis := range axes {
			switch half := float64(vector.Norm(axis) / 2); {
			case math.Abs(halves[k]-half) > contradicts*half:
				return s.Errorf(halfSizeKey, ": body %d has %.4g, and its corners are %.4g from its middle along this axis: expected both in one unit, half of each edge", number, halves[k], half)
			case math.Abs(halves[k]-half) > differs*half:
				s.Note("%s: body %d has %.4g, and its corners are %.4g from its middle along this axis: it touches others by %s", halfSizeKey, number, halves[k], half, halfSizeKey)
			}
		}
		for _, i := range members {
			for k, axis := range axes {
				along := vector.Dot(s.offset(members, i), axis)
				weights[3*i+k] = float32(math.Copysign(halves[k]/(4*vector.Norm(axis)), along))
			}
		}
	}
	s.Joined = append(s.Joined, system.Values{Field: system.Box, Values: weights})
	return nil
}

// edges returns the edges of a box whose 8 corners are the particles in the first frame, from
// the shortest to the longest. ok is false if the particles are not at such corners.
func (s *reading) edges(members []int) (edges [3][3]float64, ok bool) {
	const tolerance = 1e-3
	if len(members) != 8 {
		return edges, false
	}
	var offsets [][3]float64
	for _, i := range members[1:] {
		offsets = append(offsets, vector.Plus(s.offset(members, i), -1, s.offset(members, members[0])))
	}
	slices.SortStableFunc(offsets, func(a, b [3]float64) int { return cmp.Compare(vector.Norm(a), vector.Norm(b)) })
	found := 0
	for _, off := range offsets {
		apart := found < 3
		for _, edge := range edges[:found] {
			apart = apart && math.Abs(vector.Dot(off, edge)) < tolerance*vector.Norm(off)*vector.Norm(edge)
		}
		if apart {
			edges[found], found = off, found+1
		}
	}
	if found < 3 || vector.Norm(edges[0]) == 0 {
		return edges, false
	}
	corners := map[[3]bool]bool{}
	for _, i := range members {
		var corner [3]bool
		for k, edge := range edges {
			along := vector.Dot(s.offset(members, i), edge) / vector.Dot(edge, edge)
			if math.Abs(math.Abs(along)-0.5) > tolerance {
				return edges, false
			}
			corner[k] = along > 0
		}
		corners[corner] = true
	}
	return edges, len(corners) == 8
}

// offset returns the position of a particle in the first frame relative to the mean of the
// members.
func (s *reading) offset(members []int, particle int) (off [3]float64) {
	positions := s.first
	for axis := range 3 {
		off[axis] = positions[3*particle+axis]
		for _, i := range members {
			off[axis] -= float64(positions[3*i+axis] / float64(len(members)))
		}
	}
	return off
}
