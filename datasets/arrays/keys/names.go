package keys

import (
	"fmt"
	"slices"
	"strings"

	"gmnc/datasets"
)

// Of returns the key of an array of a split, or of a file without splits if split is "".
func Of(split, name string) string {
	if split == "" {
		return name
	}
	return split + "_" + name
}

// CutSplit returns the name of an array without its split.
func CutSplit(key string) string {
	if split, name, _ := strings.Cut(key, "_"); slices.Contains(datasets.SplitNames, split) {
		return name
	}
	return key
}

// names returns the names of keys without their splits, each once.
func names(keys []string) (all []string) {
	for _, key := range keys {
		if name := CutSplit(key); !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// Shortened returns a list of the first few keys.
func Shortened(keys []string) string {
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
