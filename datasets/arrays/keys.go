package arrays

import (
	"fmt"
	"slices"
	"strings"

	"gmnc/datasets"
	"gmnc/datasets/npz"
	"gmnc/internal/fields"
)

// checkKeys reports keys that were not read.
func (s *source) checkKeys() error {
	var unread, labels []string
	for _, key := range s.Keys {
		if !s.known[key] && s.labels(key) {
			labels = append(labels, key)
		} else if !s.known[key] && !slices.ContainsFunc(s.o.Ignore, func(name string) bool { return name == key || name == cutSplit(key) }) {
			unread = append(unread, key)
		}
	}
	for _, name := range s.o.Ignore {
		if !slices.ContainsFunc(s.Keys, func(key string) bool { return name == key || name == cutSplit(key) }) {
			return fields.Errorf("%s has no %.40q, which {ignore} names: it has %s", s.Path, name, shortened(s.Keys))
		}
	}
	if labels != nil {
		slices.Sort(labels)
		s.note("%s: a whole number of each recording, which data sets do not keep", shortened(labels))
	}
	if unread != nil {
		slices.Sort(unread)
		hint := ""
		if slices.Contains(names(unread), "forces") {
			hint = "; forces between particles are found from motions, and the field force is of known ones from outside"
		}
		return fields.Errorf("%s has %s, which nothing here reads: give {ignore} %s, or the name of a field%s", s.Path, shortened(unread), strings.Join(names(unread), ","), hint)
	}
	return nil
}

// labels reports whether an array has a whole number of each recording of its split.
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

// cutSplit is the name of an array without its split.
func cutSplit(key string) string {
	if split, name, _ := strings.Cut(key, "_"); slices.Contains(datasets.SplitNames, split) {
		return name
	}
	return key
}

// names are the names of keys without their splits, each once.
func names(keys []string) (all []string) {
	for _, key := range keys {
		if name := cutSplit(key); !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// shortened lists a few of the keys.
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
