package md17

import (
	"slices"

	"gmnc/internal/fields"
)

// These are the features of atoms in Options.Features.
const (
	NumberFeature  = "z"       // the atomic number divided by the largest one
	ElementFeature = "element" // a column for each element, which is 1 for atoms of the element
	MassFeature    = "mass"    // the masses, in daltons
)

// edgeFeatures holds the names of the features of edges, in the order of template.
var edgeFeatures = []string{"hop", "z_receiver", "z_sender"}

func checkFeatures(features []string) error {
	known := []string{NumberFeature, ElementFeature, MassFeature}
	for _, name := range features {
		if !slices.Contains(known, name) {
			return fields.Errorf("{features} has %.40q, expected z, element or mass", name)
		}
	}
	if !slices.Contains(features, NumberFeature) && !slices.Contains(features, ElementFeature) {
		return fields.Errorf("{features} has neither z nor element: models could not tell the elements apart")
	}
	return nil
}

// features returns the names of the features of atoms, in the order of data files, and a row of
// features for each atom.
func (s *source) features(o Options) (names []string, rows []float32) {
	if slices.Contains(o.Features, ElementFeature) {
		for _, number := range s.known {
			names = append(names, symbols[number-1])
		}
		slices.Sort(names)
		names = slices.Compact(names)
	}
	elements := len(names)
	if slices.Contains(o.Features, NumberFeature) {
		names = append(names, NumberFeature)
	}
	heaviest := float32(slices.Max(s.known))
	for _, number := range s.numbers {
		row := make([]float32, len(names))
		if elements > 0 {
			row[slices.Index(names, symbols[number-1])] = 1
		}
		if elements < len(names) {
			row[elements] = float32(number) / heaviest
		}
		rows = append(rows, row...)
	}
	return names, rows
}

// masses returns the masses of the atoms, in daltons.
func (s *source) masses() []float32 {
	values := make([]float32, len(s.numbers))
	for i, number := range s.numbers {
		values[i] = float32(masses[number-1])
	}
	return values
}
