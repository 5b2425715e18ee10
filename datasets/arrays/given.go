package arrays

import (
	"fmt"
	"math"
	"slices"

	"gmnc/system"
)

// given holds the values of a field: the same for all recordings, or one set for each recording
// or for each of all frames.
type given struct {
	*system.Field
	values []float32
	per    extent
	// infinite is 1 for each mass that was infinite. It is nil if none was.
	infinite []float32
}

type extent uint8

const (
	ofAll extent = iota
	ofRecording
	ofFrame
)

// of returns the values in a recording, at the index of a frame among all frames.
func (v given) of(g *group, recording, frame int) []float32 {
	index, parts := 0, 1
	switch v.per {
	case ofRecording:
		index, parts = recording, g.recordings()
	case ofFrame:
		index, parts = frame, g.frames()
	}
	size := len(v.values) / parts
	return v.values[index*size : (index+1)*size : (index+1)*size]
}

// readField reads a field of all groups, if the file has it.
func (s *source) readField(f *system.Field) error {
	if f.Named() || s.joints != nil && f == system.JointAnchor { // readJoints has read it
		return nil
	}
	shared, present, array := given{}, "", s.arrayOf(f)
	if s.Take(array) {
		var err error
		if shared, err = s.readGiven(s.groups[0], f, array, s.groups[0].split == ""); err != nil {
			return err
		}
		present = array
	}
	for i, g := range s.groups {
		key := g.key(array)
		switch own := g.split != "" && s.Take(key); {
		case own && shared.Field != nil:
			return s.errorf(key, "is there and %s, too: expected one array for all, or one for each split", array)
		case own && i > 0 && present == "":
			return s.errorf(s.groups[0].key(array), "is missing, though there is %s: expected the field in all splits", key)
		case !own && shared.Field == nil && present != "":
			return s.errorf(key, "is missing, though there is %s: expected the field in all splits", present)
		case own:
			values, err := s.readGiven(g, f, key, true)
			if err != nil {
				return err
			}
			present, g.given = key, append(g.given, values)
		case shared.Field != nil:
			g.given = append(g.given, shared)
		}
	}
	return nil
}

// readGiven reads a field from an array of the group or, if ofGroup is false, of the whole
// file.
func (s *source) readGiven(g *group, f *system.Field, key string, ofGroup bool) (given, error) {
	numbers, shape, err := s.Numbers(key)
	if err != nil {
		return given{}, err
	}
	if f == system.Planes {
		if numbers, shape, err = s.padded(key, numbers, shape); err != nil {
			return given{}, err
		}
	}
	spread := slices.Clone(shape)
	byJoint := s.jointAxis(f, shape)
	if byJoint >= 0 {
		spread[byJoint] = s.particles
	}
	per, known := s.extent(g, f, spread, ofGroup)
	if !known {
		return given{}, s.errorf(key, "has shape %v, expected %s", shape, s.expected(g, f, ofGroup))
	}
	single := make([]float32, len(numbers))
	for i, value := range numbers {
		pins := f == system.Mass && math.IsInf(value, 1)
		if !(math.Abs(value) <= math.MaxFloat32) && !pins {
			return given{}, s.errorf(key, ": %v at %v, expected a finite float32", value, place(i, shape))
		}
		single[i] = float32(value)
	}
	if byJoint >= 0 {
		single = s.spread(single, f.Columns)
	}
	if err := s.checkLoad(f, key, single); err != nil {
		return given{}, err
	}
	if len(shape) == 0 && f.Rows == system.OfParticle {
		single = slices.Repeat(single, s.particles)
	}
	values := given{Field: f, values: single, per: per}
	if f == system.Mass {
		values.infinite = finite(single)
	}
	return values, nil
}

// extent returns whether an array of the shape has values for all recordings, for each
// recording or for each frame. known is false if it has none of these shapes.
func (s *source) extent(g *group, f *system.Field, shape []int, ofGroup bool) (per extent, known bool) {
	if len(shape) == 0 {
		return ofAll, f.Columns == 1
	}
	for _, row := range s.rows(f) {
		framed := [][]int{append([]int{g.frames()}, row...)}
		if each := g.equal(); each > 0 {
			framed = append(framed, append([]int{g.recordings(), each}, row...))
		}
		switch {
		case slices.Equal(shape, row):
			return ofAll, true
		case !ofGroup:
		case slices.Equal(shape, append([]int{g.recordings()}, row...)):
			return ofRecording, true
		case f.PerFrame && slices.ContainsFunc(framed, func(s []int) bool { return slices.Equal(s, shape) }):
			return ofFrame, true
		}
	}
	return 0, false
}

// rows returns the shapes that the values of a system in one frame may have.
func (s *source) rows(f *system.Field) (shapes [][]int) {
	var first []int
	if f.Rows == system.OfParticle {
		first = []int{s.particles}
	}
	if f.Columns == 1 && first != nil {
		shapes = append(shapes, first)
	}
	return append(shapes, slices.Concat(first, []int{f.Columns}))
}

// expected returns a text of the shapes that a field may have.
func (s *source) expected(g *group, f *system.Field, ofGroup bool) string {
	row := s.rows(f)[0]
	text := fmt.Sprint(row)
	if ofGroup {
		text += fmt.Sprintf(", or that after an axis of %d recordings", g.recordings())
	}
	if ofGroup && f.PerFrame {
		text += " or of frames as positions have them"
	}
	return text
}

// place returns the indices of a number in an array of the shape.
func place(i int, shape []int) []int {
	indices := make([]int, len(shape))
	for axis := len(shape) - 1; axis >= 0; axis-- {
		indices[axis], i = i%shape[axis], i/shape[axis]
	}
	return indices
}

// field returns the values that a group has of a field, or nil if it has none.
func (g *group) field(f *system.Field) *given {
	if i := slices.IndexFunc(g.given, func(v given) bool { return v.Field == f }); i >= 0 {
		return &g.given[i]
	}
	return nil
}
