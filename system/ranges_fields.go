package system

import (
	"slices"

	"gmnc/internal/vector"
)

// FieldRange is the range of a field: of the lengths of its vectors, or of the
// numbers of one of its columns.
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

// ranged are the fields with a FieldRange: of planes it would depend on the origin.
func ranged() []*Field {
	return slices.DeleteFunc(GivenFields(), func(f *Field) bool { return f == Charge || f.Turns == Planar })
}

// measureFields are the ranges of all fields that the samples are given, and the usual ones,
// nil where none differ.
func measureFields(samples []Sample, columns func(*Field) []string) (all, usual []FieldRange) {
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
			if inner := known.usual(); inner != nil {
				spanned, differ = inner, true
			}
			usual = append(usual, FieldRange{f.Name, name, *spanned})
		}
	}
	if !differ {
		usual = nil
	}
	return all, usual
}

// spans is how many ranges the field has: one of a vector, else one a column.
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

// span is the range of a sample's values: of the lengths of vectors, or of a column.
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

// outsideFields says which field of a sample lies outside, "" if none does.
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
