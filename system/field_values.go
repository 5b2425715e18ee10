package system

import (
	"fmt"
	"math"
	"slices"
)

// Of returns the values of a sample, row by row, or nil if it lacks the field.
func (f *Field) Of(s *Sample) []float32 {
	if f.locate != nil {
		return *f.locate(s)
	}
	return s.Given.Of(f)
}

// OrDefault returns the values of a sample, row by row, or the default if it lacks the field.
func (f *Field) OrDefault(s *Sample) []float32 {
	if values := f.Of(s); values != nil {
		return values
	}
	return slices.Repeat([]float32{f.Default}, f.Count(s)*f.Columns)
}

// Set sets the values of a sample. Copies of the sample keep theirs.
func (f *Field) Set(s *Sample, values []float32) {
	if f.locate != nil {
		*f.locate(s) = values
		return
	}
	s.Given = s.Given.with(f, values)
}

// Count returns the number of rows of the field in a sample.
func (f *Field) Count(s *Sample) int {
	switch f.Rows {
	case OfParticle:
		return s.Particles()
	case OfEdge:
		return len(s.Neighbors)
	}
	return 1
}

// Bounded reports whether the field allows only values from Least to Most.
func (f *Field) Bounded() bool { return f.Least < f.Most }

// indexOutside returns the index of the first value that the field does not allow, or -1.
func (f *Field) indexOutside(values []float32) int {
	if !f.Bounded() {
		return -1
	}
	return slices.IndexFunc(values, func(value float32) bool {
		v := float64(value)
		return v < f.Least || v > f.Most || f.Whole && v != math.Trunc(v)
	})
}

// Allows reports whether the field allows all of these values.
func (f *Field) Allows(values []float32) bool { return f.indexOutside(values) < 0 }

// MostSquares is the sum of the squares of a system's inputs from which on files and engines
// predict NaN for the system. Float32 ends at 3.4e38, and a model squares its inputs.
const MostSquares = 1e36

// expected says which values the field allows.
func (f *Field) expected() string {
	kind := "a number"
	if f.Whole {
		kind = "a whole number"
	}
	if f.Most == math.MaxFloat32 {
		return fmt.Sprintf("%s from %g", kind, f.Least)
	}
	return fmt.Sprintf("%s from %g to %g", kind, f.Least, f.Most)
}
