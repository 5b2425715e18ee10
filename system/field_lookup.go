package system

import (
	"cmp"
	"slices"
)

// Fields returns the rows of the table.
func Fields() []*Field { return slices.Clone(table) }

// RegisterField adds a row to the table. Call it when the program starts.
func RegisterField(f *Field) {
	f.flat = f.Columns == 1
	table = append(table, f)
}

// GivenFields returns the fields that models may take besides positions and velocities.
func GivenFields() []*Field {
	return slices.DeleteFunc(Fields(), func(f *Field) bool { return !f.IsGiven() })
}

// FieldNamed returns the field of that name, or nil.
func FieldNamed(name string) *Field {
	if at := slices.IndexFunc(table, func(f *Field) bool { return f.Name == name }); at >= 0 {
		return table[at]
	}
	return nil
}

// PredictedPrefix begins the name of an output of an exported file that also has an input of
// that name.
const PredictedPrefix = "predicted_"

// Array returns the name of the array in data sets.
func (f *Field) Array() string { return cmp.Or(f.Key, f.Name) }

// IsState reports whether every system has the field: positions and velocities.
func (f *Field) IsState() bool { return f == Position || f == Velocity }

// IsGiven reports whether the field is one of GivenFields.
func (f *Field) IsGiven() bool { return !f.Target && !f.IsState() }

// Named reports whether the data set names the columns.
func (f *Field) Named() bool { return f.Columns == 0 }

// Optional reports whether a model that takes the field also takes systems without it.
func (f *Field) Optional() bool { return f.IsGiven() && !f.Required }

// Flat reports whether arrays in data sets have no axis of columns.
func (f *Field) Flat() bool { return f.flat }

// number is the index of the field in the table.
func (f *Field) number() int { return slices.Index(table, f) }
