package arrays

import (
	"slices"

	"gmnc/datasets/arrays/keys"
	"gmnc/datasets/arrays/recordings"
	"gmnc/datasets/arrays/structure"
	"gmnc/internal/fields"
	"gmnc/system"
)

// arrayOf returns the name of a field's array, in the file or in a split.
func (s *source) arrayOf(f *system.Field) string {
	if f == system.Planes && !s.TakesAny(f.Array()) && s.TakesAny(structure.PlaneKey) {
		return structure.PlaneKey
	}
	return f.Array()
}

// padded pads the numbers of planes with zeros to the greatest number of planes that a system
// may have. The shape is [planes, 4], or [4] for a single plane, possibly after an axis of
// recordings.
func (s *source) padded(key string, values []float64, shape []int) ([]float64, []int, error) {
	most, width, given := system.MostPlanes, system.PlaneColumns, shape
	if keys.CutSplit(key) == structure.PlaneKey && len(shape) > 0 {
		shape = slices.Insert(slices.Clone(shape), len(shape)-1, 1)
	}
	axes := len(shape)
	if axes < 2 || axes > 3 || shape[axes-1] != width {
		return nil, nil, s.Errorf(key, "has shape %v, expected normal and offset, 4 numbers, of each plane: [planes, 4], or that after an axis of recordings, or one %s [4]", given, structure.PlaneKey)
	}
	count := shape[axes-2]
	if count == 0 {
		return nil, nil, s.Errorf(key, "has no planes: leave it out")
	}
	if count > most {
		return nil, nil, s.Errorf(key, ": %d planes, expected %d or fewer", count, most)
	}
	var all []float64
	for recording := range len(values) / (count * width) {
		own := values[recording*count*width : (recording+1)*count*width]
		for number := range count {
			if n := own[number*width:]; n[0] == 0 && n[1] == 0 && n[2] == 0 {
				return nil, nil, s.Errorf(key, ": plane %d of recording %d has no normal: expected three numbers, not all 0, and an offset", number, recording)
			}
		}
		all = append(append(all, own...), make([]float64, (most-count)*width)...)
	}
	return all, append(slices.Clone(shape[:axes-2]), most*width), nil
}

// deepest is the greatest depth behind a plane at which a particle may start, relative to the
// extent of the system. Measured markers and planes are off by a few hundredths.
const deepest = 0.25

// checkInside reports a recording that begins far behind a plane.
func (s *source) checkInside(g *recordings.Group) error {
	for i := range g.Samples {
		sample := &g.Samples[i]
		particle, plane, depth := sample.Inside()
		if size := sample.Extent(); particle >= 0 && depth > deepest*size && !s.o.StartInside {
			return fields.Errorf("%s: %s: recording %d, particle %d begins %.3g behind plane %d, in a system of the extent %.3g: expected particles ahead of planes, whose normals point to the free side, or {start_inside} allow",
				s.Path, g.Key("positions"), g.From[i], particle, depth, plane, size)
		}
	}
	return nil
}
