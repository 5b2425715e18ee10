package system

import "slices"

// Values holds the values of a field, row by row.
type Values struct {
	Field  *Field
	Values []float32
}

// Given are the fields that a sample has no place of its own for, in the order of the
// table.
type Given []Values

// Of are the values of a field, nil if it is not there.
func (g Given) Of(f *Field) []float32 {
	for i := range g {
		if g[i].Field == f {
			return g[i].Values
		}
	}
	return nil
}

// with is g with other values of a field, nil for none; g stays.
func (g Given) with(f *Field, values []float32) Given {
	changed := slices.DeleteFunc(slices.Clone(g), func(v Values) bool { return v.Field == f })
	if values == nil {
		return changed
	}
	at, _ := slices.BinarySearchFunc(changed, f.number(), func(v Values, number int) int { return v.Field.number() - number })
	return slices.Insert(changed, at, Values{f, values})
}
