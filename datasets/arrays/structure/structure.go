package structure

import (
	"slices"

	"gmnc/datasets/arrays/keys"
	"gmnc/datasets/graph"
	"gmnc/datasets/npz"
	"gmnc/system"
)

// reading is a file whose structure is being read.
type reading struct {
	*keys.Reader
	Structure
	first []float64 // positions in the first frame
}

// Read reads the structure of systems of this number of particles, which have these
// positions in the first frame.
func Read(r *keys.Reader, particles int, first []float64) (Structure, error) {
	s := reading{r, Structure{particles: particles}, first}
	err := s.read()
	return s.Structure, err
}

// read reads the objects and springs.
func (s *reading) read() error {
	for _, kind := range system.ListedKinds() {
		listed, err := s.indices(kind.Array(), kind.Members())
		if err != nil {
			return err
		}
		for members := range slices.Chunk(listed, kind.Members()) {
			s.Objects = append(s.Objects, kind.Of(members...))
		}
	}
	if err := s.readJoints(); err != nil {
		return err
	}
	for _, kind := range system.ForestKinds() {
		key := kind.Array()
		if !s.Take(key) || s.Joints != nil && kind == system.Body {
			continue
		}
		if s.Joints != nil {
			return s.Errorf(key, "is there and %s, too: expected no trees beside bodies with joints", AxisKey)
		}
		numbers, err := s.Ints(key, npz.Axis{Name: "particles", Size: s.particles})
		if err != nil {
			return err
		}
		objects, err := kind.Numbered(numbers, s.Errorf)
		if err != nil {
			return err
		}
		s.Objects = append(s.Objects, objects...)
	}
	if s.Joints == nil {
		if err := s.readBodies(); err != nil {
			return err
		}
	}
	return s.readSprings()
}

// indices reads lists of the given number of particles.
func (s *reading) indices(key string, members int) ([]int, error) {
	if !s.Take(key) {
		return nil, nil
	}
	listed, err := s.Ints(key, npz.Axis{Name: key, Size: -1}, npz.Axis{Name: "particles", Size: members})
	if err != nil {
		return nil, err
	}
	indices := make([]int, len(listed))
	for i, index := range listed {
		if index < 0 || index >= int64(s.particles) {
			return nil, s.Errorf(key, "has the particle %d at [%d %d], expected 0 to %d", index, i/members, i%members, s.particles-1)
		}
		indices[i] = int(index)
	}
	return indices, nil
}

// SpringsKey is the key of the pairs of particles that springs connect.
const SpringsKey = "springs"

// readSprings reads the pairs of particles that springs connect, and the constants of the
// springs: one for all springs or one for each.
func (s *reading) readSprings() error {
	const key = SpringsKey
	ends, err := s.indices(key, 2)
	if err != nil {
		return err
	}
	if ends != nil {
		s.Springs = &graph.Springs{Ends: ends, Constants: map[string][]float64{}}
	}
	for i := 0; i < len(ends); i += 2 {
		if ends[i] == ends[i+1] {
			return s.Errorf(key, ": spring %d ties particle %d to itself, expected two", i/2, ends[i])
		}
	}
	for _, name := range graph.SpringConstants {
		if !s.Take(name) {
			continue
		}
		values, shape, err := s.Numbers(name)
		switch {
		case err != nil:
			return err
		case s.Springs == nil:
			return s.Errorf(name, "is there without springs: expected springs [any, 2], the two particles that each ties")
		case len(shape) == 0:
			values = slices.Repeat(values, len(ends)/2)
		case len(shape) != 1 || shape[0] != len(ends)/2:
			return s.Errorf(name, "has shape %v, expected one number, or one for each of %d springs", shape, len(ends)/2)
		}
		for i, value := range values {
			if !(value >= 0 && value < 1e30) {
				return s.Errorf(name, ": spring %d (particles %d and %d) has %g, expected 0 or more", i, ends[2*i], ends[2*i+1], value)
			}
		}
		s.Springs.Constants[name] = values
	}
	if s.Springs != nil && s.Springs.Constants[system.StiffnessFeature] != nil && s.Springs.Constants[system.RestLengthFeature] == nil {
		s.Note("springs have a stiffness and no rest_length: it is taken as 0")
	}
	return nil
}
