package arrays

import (
	"fmt"
	"math"
	"slices"

	"gmnc/datasets/arrays/recordings"
	"gmnc/system"
)

// readField reads a field of all groups, if the file has it.
func (s *source) readField(f *system.Field) error {
	if f.Named() || s.Joints != nil && f == system.JointAnchor { // readJoints has read it
		return nil
	}
	shared, present, array := recordings.Given{}, "", s.arrayOf(f)
	if s.Take(array) {
		var err error
		if shared, err = s.readGiven(s.groups[0], f, array, s.groups[0].Split == ""); err != nil {
			return err
		}
		present = array
	}
	for i, g := range s.groups {
		key := g.Key(array)
		switch own := g.Split != "" && s.Take(key); {
		case own && shared.Field != nil:
			return s.Errorf(key, "is there and %s, too: expected one array for all, or one for each split", array)
		case own && i > 0 && present == "":
			return s.Errorf(s.groups[0].Key(array), "is missing, though there is %s: expected the field in all splits", key)
		case !own && shared.Field == nil && present != "":
			return s.Errorf(key, "is missing, though there is %s: expected the field in all splits", present)
		case own:
			values, err := s.readGiven(g, f, key, true)
			if err != nil {
				return err
			}
			present, g.Given = key, append(g.Given, values)
		case shared.Field != nil:
			g.Given = append(g.Given, shared)
		}
	}
	return nil
}

// readGiven reads a field from an array of the group or, if ofGroup is false, of the whole
// file.
func (s *source) readGiven(g *recordings.Group, f *system.Field, key string, ofGroup bool) (recordings.Given, error) {
	numbers, shape, err := s.Numbers(key)
	if err != nil {
		return recordings.Given{}, err
	}
	if f == system.Planes {
		if numbers, shape, err = s.padded(key, numbers, shape); err != nil {
			return recordings.Given{}, err
		}
	}
	spread := slices.Clone(shape)
	byJoint := s.JointAxis(f, shape)
	if byJoint >= 0 {
		spread[byJoint] = s.particles
	}
	per, known := s.extent(g, f, spread, ofGroup)
	if !known {
		return recordings.Given{}, s.Errorf(key, "has shape %v, expected %s", shape, s.expected(g, f, ofGroup))
	}
	single := make([]float32, len(numbers))
	for i, value := range numbers {
		pins := f == system.Mass && math.IsInf(value, 1)
		if !(math.Abs(value) <= math.MaxFloat32) && !pins {
			return recordings.Given{}, s.Errorf(key, ": %v at %v, expected a finite float32", value, indicesOf(i, shape))
		}
		single[i] = float32(value)
	}
	if byJoint >= 0 {
		single = s.OfParticles(single, f.Columns)
	}
	if err := s.CheckLoad(s.Reader, f, key, single); err != nil {
		return recordings.Given{}, err
	}
	if len(shape) == 0 && f.Rows == system.OfParticle {
		single = slices.Repeat(single, s.particles)
	}
	values := recordings.Given{Field: f, Values: single, Per: per}
	if f == system.Mass {
		values.Infinite = finite(single)
	}
	return values, nil
}

// extent returns whether an array of the shape has values for all recordings, for each
// recording or for each frame. known is false if it has none of these shapes.
func (s *source) extent(g *recordings.Group, f *system.Field, shape []int, ofGroup bool) (per recordings.Extent, known bool) {
	if len(shape) == 0 {
		return recordings.OfAll, f.Columns == 1
	}
	for _, row := range s.rows(f) {
		framed := [][]int{append([]int{g.Frames()}, row...)}
		if each := g.Equal(); each > 0 {
			framed = append(framed, append([]int{g.Recordings(), each}, row...))
		}
		switch {
		case slices.Equal(shape, row):
			return recordings.OfAll, true
		case !ofGroup:
		case slices.Equal(shape, append([]int{g.Recordings()}, row...)):
			return recordings.OfRecording, true
		case f.PerFrame && slices.ContainsFunc(framed, func(s []int) bool { return slices.Equal(s, shape) }):
			return recordings.OfFrame, true
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
func (s *source) expected(g *recordings.Group, f *system.Field, ofGroup bool) string {
	row := s.rows(f)[0]
	text := fmt.Sprint(row)
	if ofGroup {
		text += fmt.Sprintf(", or that after an axis of %d recordings", g.Recordings())
	}
	if ofGroup && f.PerFrame {
		text += " or of frames as positions have them"
	}
	return text
}

// indicesOf returns the indices of a number in an array of the shape.
func indicesOf(i int, shape []int) []int {
	indices := make([]int, len(shape))
	for axis := len(shape) - 1; axis >= 0; axis-- {
		indices[axis], i = i%shape[axis], i/shape[axis]
	}
	return indices
}
