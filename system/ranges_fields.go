package system

import (
	"slices"

	"gmnc/internal/vector"
)

// FieldRange is the range of a field: of the lengths of its vectors, or of the numbers in one
// of its columns.
type FieldRange struct {
	Field  string `json:"field"`
	Column string `json:"column,omitempty"` // its name, where the data set names columns
	Range
}

func (f FieldRange) title() string {
	if f.Column != "" {
		return f.Column
	}
	return f.Field
}

// ranged returns the fields that have a FieldRange. Planes have none, because it would depend
// on the origin.
func ranged() []*Field {
	return slices.DeleteFunc(GivenFields(), func(f *Field) bool { return f == Charge || f.Turns == Planar })
}

// measureFields returns the ranges of all fields of the samples, and the typical ranges, which
// are nil if none differs.
func measureFields(samples []Sample, columns func(*Field) []string) (all, typical []FieldRange) {
	differ := false
	for _, f := range ranged() {
		var names []string
		if columns != nil {
			names = columns(f)
		}
		for column := range f.spans(samples) {
			var known spans
			for i := range samples {
				known.take(f.span(&samples[i], column))
			}
			name := ""
			if column < len(names) {
				name = names[column]
			}
			spanned := known.extremes()
			if spanned == nil {
				continue
			}
			all = append(all, FieldRange{f.Name, name, *spanned})
			if inner := known.typical(); inner != nil {
				spanned, differ = inner, true
			}
			typical = append(typical, FieldRange{f.Name, name, *spanned})
		}
	}
	if !differ {
		typical = nil
	}
	return all, typical
}

// spans is the number of ranges of the field: one for a vector, or one for each column.
func (f *Field) spans(samples []Sample) int {
	if len(samples) == 0 {
		return 0
	}
	columns := width(f.Of(&samples[0]), f.Count(&samples[0]))
	if f.Turns != Scalar {
		return min(columns, 1)
	}
	return columns
}

// span returns the range of a sample's values: of the lengths of vectors, or of a column.
func (f *Field) span(s *Sample, column int) Range {
	r := nothing
	take := func(values []float32) {
		if f.Turns != Scalar {
			for i := 0; i+3 <= len(values); i += 3 {
				r.take(vector.Norm(vector.At(values, i/3)))
			}
			return
		}
		for i := column; i < len(values); i += max(1, width(f.Of(s), f.Count(s))) {
			r.take(float64(values[i]))
		}
	}
	take(f.Of(s))
	if s.Trajectory != nil {
		take(s.Trajectory.Given.Of(f))
	}
	return r
}

// outsideFields says which field of a sample is outside of its range. It returns "" if none is.
func (r *Ranges) outsideFields(s *Sample) string {
	column := map[string]int{}
	for _, known := range r.Fields {
		f := FieldNamed(known.Field)
		if f == nil {
			continue // a program with other fields wrote it
		}
		above := 0.5
		if f.Ranged {
			above = 0
		}
		if why := known.outside(known.title(), f.span(s, column[known.Field]), above, above); why != "" {
			return why
		}
		column[known.Field]++
	}
	return ""
}
