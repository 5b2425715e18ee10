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
	return s.o.CheckKeys(s.Archive, s.known, "the name of a field")
}

// Ignores reports whether a key is not to be read, by its name or by the one without a split.
func (o Options) Ignores(key string) bool {
	return slices.Contains(o.Ignore, key) || slices.Contains(o.Ignore, cutSplit(key))
}

// CheckKeys reports keys of a file that are neither known nor ignored, with what to name them
// instead, and ignored ones that are not there.
func (o Options) CheckKeys(a *npz.Archive, known map[string]bool, instead string) error {
	for _, name := range o.Ignore {
		if !slices.ContainsFunc(a.Keys, func(key string) bool { return name == key || name == cutSplit(key) }) {
			return fields.Errorf("%s has no %.40q, which {ignore} names: it has %s", a.Path, name, shortened(a.Keys))
		}
	}
	var unread []string
	for _, key := range a.Keys {
		if !known[key] && !o.Ignores(key) {
			unread = append(unread, key)
		}
	}
	if unread == nil {
		return nil
	}
	slices.Sort(unread)
	if slices.Contains(names(unread), "forces") {
		instead += "; forces between particles are found from motions, and the field force is of known ones from outside"
	}
	return fields.Errorf("%s has %s, which nothing here reads: give {ignore} %s, or %s", a.Path, shortened(unread), strings.Join(names(unread), ","), instead)
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
