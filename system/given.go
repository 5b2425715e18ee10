package system

import "slices"

// Values holds the values of a field, row by row.
type Values struct {
	Field  *Field
	Values []float32
}

// Given are the fields for which Sample has no field of its own, in the order of the table.
type Given []Values

// Of returns the values of a field, or nil if it is absent.
func (g Given) Of(f *Field) []float32 {
	for i := range g {
		if g[i].Field == f {
			return g[i].Values
		}
	}
	return nil
}

// with returns a copy of g with other values of a field; nil removes it.
func (g Given) with(f *Field, values []float32) Given {
	changed := slices.DeleteFunc(slices.Clone(g), func(v Values) bool { return v.Field == f })
	if values == nil {
		return changed
	}
	at, _ := slices.BinarySearchFunc(changed, f.number(), func(v Values, number int) int { return v.Field.number() - number })
	return slices.Insert(changed, at, Values{f, values})
}
