package datasets

import (
	"math"
	"slices"

	"gmnc/datasets/npz"
	"gmnc/system"
)

// sizesArray is the name of the array of the number of particles of each sample of a split, if
// these numbers differ. All arrays then have room for the largest sample. The rows that are
// left over hold 0 or NaN, or -1 for indices.
const sizesArray = "sizes"

// readSizes reads the number of particles of each sample. It returns nil if the file does not
// have them.
func (r *splitReader) readSizes() []int64 {
	key := r.split + "_" + sizesArray
	if r.err != nil || !r.Has(key) {
		return nil
	}
	var sizes []int64
	if sizes, r.err = r.Ints(key, npz.Axis{Name: "samples", Size: r.samples}); r.err != nil {
		return nil
	}
	for i, size := range sizes {
		if size < 1 || size > int64(r.particles) {
			r.err = r.Errorf(key, "says that sample %d has %d particles, expected 1 to %d, for which the arrays have room", i, size, r.particles)
			return nil
		}
	}
	return sizes
}

// differ reports whether the samples have different numbers of particles.
func (r *splitReader) differ() bool {
	return slices.ContainsFunc(r.sizes, func(size int64) bool { return int(size) != r.particles })
}

// fit removes the rows beyond the given number of particles from the arrays of a sample.
func fit(s *system.Sample, particles int, at location) error {
	c := cutter{most: s.Particles(), particles: particles}
	for _, f := range system.Fields() {
		if values := f.Of(s); values != nil && f.Rows != system.OfSystem {
			f.Set(s, cut(&c, f.Array(), values, 1))
		}
	}
	s.Neighbors = cut(&c, "neighbors", s.Neighbors, 1)
	if p := s.Potential; p != nil {
		p.Forces = cut(&c, "forces", p.Forces, 1)
	}
	if t := s.Trajectory; t != nil {
		frames := t.Frames()
		fitted := &system.Trajectory{Particles: particles, Positions: cut(&c, "positions", t.Positions, frames), Velocities: cut(&c, "velocities", t.Velocities, frames)}
		for _, given := range t.Given {
			if given.Field.Rows != system.OfSystem {
				given.Values = cut(&c, given.Field.Array(), given.Values, frames)
			}
			fitted.Given = append(fitted.Given, given)
		}
		s.Trajectory = fitted
	}
	s.Objects = slices.DeleteFunc(slices.Clone(s.Objects), func(o system.Object) bool { return leftOver(o.Members) })
	s.Bonds = slices.DeleteFunc(slices.Clone(s.Bonds), func(bond [2]int) bool { return leftOver(bond[:]) })
	if c.wrong != "" {
		return at.errorf(c.wrong, " has numbers behind its %d particles: expected 0 or nan there, and -1 of indices", particles)
	}
	return nil
}

// cutter cuts arrays of most particles to fewer. wrong is the name of the first array that has
// a value in the rows that are removed.
type cutter struct {
	most, particles int
	wrong           string
}

// cut returns the first rows of each frame of an array.
func cut[T float32 | float64 | int64](c *cutter, array string, values []T, frames int) []T {
	if len(values) == 0 || c.particles == c.most {
		return values
	}
	size := len(values) / frames
	keep := size / c.most * c.particles
	kept := make([]T, 0, frames*keep)
	for frame := range slices.Chunk(values, size) {
		kept = append(kept, frame[:keep]...)
		if slices.ContainsFunc(frame[keep:], func(v T) bool { return v != 0 && v != -1 && !math.IsNaN(float64(v)) }) && c.wrong == "" {
			c.wrong = array
		}
	}
	return kept
}

// leftOver reports whether the members stand for no object because all of them are -1.
func leftOver(members []int) bool {
	return !slices.ContainsFunc(members, func(member int) bool { return member != -1 })
}

// mixed reports whether the samples of a split differ in their number of particles, objects of
// a listed kind, bonds or neighbors.
func mixed(samples []system.Sample) bool {
	return slices.ContainsFunc(samples, func(s system.Sample) bool { return !alike(&s, &samples[0]) })
}

// alike reports whether the arrays of two samples have the same shapes.
func alike(a, b *system.Sample) bool {
	if a.Particles() != b.Particles() || len(a.Bonds) != len(b.Bonds) || len(a.Neighbors) != len(b.Neighbors) {
		return false
	}
	return !slices.ContainsFunc(system.ListedKinds(), func(kind *system.Kind) bool { return a.Objects.Count(kind) != b.Objects.Count(kind) })
}

// largest returns the smallest shape that has room for all shapes.
func largest(shapes [][]int) []int {
	most := slices.Clone(shapes[0])
	for _, shape := range shapes {
		for axis := range most {
			most[axis] = max(most[axis], shape[axis])
		}
	}
	return most
}

// padded returns the values of a shape in the larger shape most. The numbers that are left over
// have the value left.
func padded[T any](values []T, shape, most []int, left T) []T {
	if len(shape) == 0 || slices.Equal(shape, most) {
		return values
	}
	size, inner := 1, 1
	for axis, extent := range most[1:] {
		size, inner = size*extent, inner*shape[axis+1]
	}
	all := make([]T, 0, most[0]*size)
	for row := range shape[0] {
		all = append(all, padded(values[row*inner:(row+1)*inner], shape[1:], most[1:], left)...)
	}
	for len(all) < most[0]*size {
		all = append(all, left)
	}
	return all
}
