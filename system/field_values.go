package system

import (
	"fmt"
	"math"
	"slices"
)

// Of are the values of a sample, row by row; nil if it is not given the field.
func (f *Field) Of(s *Sample) []float32 {
	if f.place != nil {
		return *f.place(s)
	}
	return s.Given.Of(f)
}

// OrDefault are the values of a sample, row by row, or the default of a field that it is not
// given.
func (f *Field) OrDefault(s *Sample) []float32 {
	if values := f.Of(s); values != nil {
		return values
	}
	return slices.Repeat([]float32{f.Default}, f.Count(s)*f.Columns)
}

// Set gives a sample values. Copies of the sample keep what they had.
func (f *Field) Set(s *Sample, values []float32) {
	if f.place != nil {
		*f.place(s) = values
		return
	}
	s.Given = s.Given.with(f, values)
}

// Count is how many rows a sample has of the field.
func (f *Field) Count(s *Sample) int {
	switch f.Rows {
	case OfParticle:
		return s.Particles()
	case OfEdge:
		return len(s.Neighbors)
	}
	return 1
}

// Bounded reports whether the field may have some values alone: from Least to Most.
func (f *Field) Bounded() bool { return f.Least < f.Most }

// indexOutside is the place of the first value that the field may not have, else -1.
func (f *Field) indexOutside(values []float32) int {
	if !f.Bounded() {
		return -1
	}
	return slices.IndexFunc(values, func(value float32) bool {
		v := float64(value)
		return v < f.Least || v > f.Most || f.Whole && v != math.Trunc(v)
	})
}

// Allows reports whether the field may have all of these values.
func (f *Field) Allows(values []float32) bool { return f.indexOutside(values) < 0 }

// MostSquares is the sum of the squares of a system's inputs from which on they are taken
// for faults, by files and by engines: float32 ends at 3.4e38, and a model squares them.
const MostSquares = 1e36

// expected says which values the field may have.
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
