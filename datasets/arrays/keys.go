package arrays

import (
	"slices"

	"gmnc/datasets/arrays/keys"
	"gmnc/datasets/npz"
)

// checkKeys reports keys that were not read. It adds a note on labels of recordings.
func (s *source) checkKeys() error {
	var labels []string
	for _, key := range s.Keys {
		if !s.Known(key) && s.labels(key) {
			labels = append(labels, key)
			s.Take(key)
		}
	}
	if labels != nil {
		slices.Sort(labels)
		s.Note("%s: a whole number of each recording, which data sets do not keep", keys.Shortened(labels))
	}
	return s.CheckKeys("the name of a field")
}

// labels reports whether an array has an integer for each recording of its split.
func (s *source) labels(key string) bool {
	for _, g := range s.groups {
		shape, err := s.Shape(key)
		if key == g.Key(keys.CutSplit(key)) && err == nil && slices.Equal(shape, []int{g.Recordings()}) {
			_, err := s.Ints(key, npz.Axis{Name: "recordings", Size: g.Recordings()})
			return err == nil
		}
	}
	return false
}
