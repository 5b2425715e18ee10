package arrays

import (
	"fmt"
	"slices"
	"strings"

	"gmnc/datasets"
	"gmnc/datasets/npz"
)

// checkKeys reports keys that were not read. It adds a note on labels of recordings.
func (s *source) checkKeys() error {
	var labels []string
	for _, key := range s.Keys {
		if !s.known[key] && s.labels(key) {
			labels = append(labels, key)
			s.known[key] = true
		}
	}
	if labels != nil {
		slices.Sort(labels)
		s.note("%s: a whole number of each recording, which data sets do not keep", shortened(labels))
	}
	return s.CheckKeys("the name of a field")
}

// labels reports whether an array has an integer for each recording of its split.
func (s *source) labels(key string) bool {
	for _, g := range s.groups {
		shape, err := s.Shape(key)
		if key == g.key(cutSplit(key)) && err == nil && slices.Equal(shape, []int{g.recordings()}) {
			_, err := s.Ints(key, npz.Axis{Name: "recordings", Size: g.recordings()})
			return err == nil
		}
	}
	return false
}

// cutSplit returns the name of an array without its split.
func cutSplit(key string) string {
	if split, name, _ := strings.Cut(key, "_"); slices.Contains(datasets.SplitNames, split) {
		return name
	}
	return key
}

// names returns the names of keys without their splits, each once.
func names(keys []string) (all []string) {
	for _, key := range keys {
		if name := cutSplit(key); !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// shortened returns a list of the first few keys.
func shortened(keys []string) string {
	const most = 12
	var listed []string
	for _, key := range keys[:min(most, len(keys))] {
		listed = append(listed, fmt.Sprintf("%.40s", key))
	}
	if len(keys) > most {
		listed = append(listed, fmt.Sprintf("and %d more", len(keys)-most))
	}
	return strings.Join(listed, ", ")
}
