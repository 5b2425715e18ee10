package ir

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// DType is the type of a value's elements.
type DType uint8

const (
	// Float is a real number: float64 in the interpreter, float32 elsewhere.
	Float DType = iota
	// Index is an int64 that points to a row.
	Index
)

func (d DType) String() string {
	if d == Index {
		return "index"
	}
	return "float"
}

// Dim is the extent of one axis: a number, or a symbol for a number of rows.
type Dim struct {
	Symbol string
	Number int
}

// Rows returns the extent for which symbol stands.
func Rows(symbol string) Dim { return Dim{Symbol: symbol} }

// Fixed returns an extent that is known when the graph is built.
func Fixed(number int) Dim { return Dim{Number: number} }

func (d Dim) String() string {
	if d.Symbol != "" {
		return d.Symbol
	}
	return strconv.Itoa(d.Number)
}

// Type is the type of a value. Floats have rows and columns. Indices have rows only, and point
// to the rows that Into names. Values share types, so a shape is never changed in place.
type Type struct {
	DType DType
	Into  string
	Shape []Dim
}

// Floats returns the type of floats with the given rows and columns.
func Floats(rows Dim, columns int) Type {
	return Type{DType: Float, Shape: []Dim{rows, Fixed(columns)}}
}

// Indices returns the type of one index in each row, which points to a row of into.
func Indices(into string, rows Dim) Type {
	return Type{DType: Index, Into: into, Shape: []Dim{rows}}
}

// Rows returns the extent of the leading axis.
func (t Type) Rows() Dim { return t.Shape[0] }

// Columns returns the width of a float value.
func (t Type) Columns() int { return t.Shape[1].Number }

// Equal reports whether the types are the same.
func (t Type) Equal(other Type) bool {
	return t.DType == other.DType && t.Into == other.Into && slices.Equal(t.Shape, other.Shape)
}

func (t Type) String() string {
	var text strings.Builder
	text.WriteString(t.DType.String())
	if t.DType == Index {
		fmt.Fprintf(&text, "<%s>", t.Into)
	}
	text.WriteByte('[')
	for i, dim := range t.Shape {
		if i > 0 {
			text.WriteByte(',')
		}
		text.WriteString(dim.String())
	}
	text.WriteByte(']')
	return text.String()
}

// wellFormed returns an error for a type that no value may have.
func (t Type) wellFormed() error {
	want := 2
	if t.DType == Index {
		want = 1
	}
	if len(t.Shape) != want {
		return fmt.Errorf("%s has %d axes; a %s value has %d", t, len(t.Shape), t.DType, want)
	}
	for axis, dim := range t.Shape {
		if dim.Symbol != "" && axis > 0 {
			return fmt.Errorf("%s has the symbol %s for its width; only rows may be symbols", t, dim.Symbol)
		}
		if dim.Symbol == "" && dim.Number < 1 {
			return fmt.Errorf("%s has the extent %d; a fixed extent is at least 1", t, dim.Number)
		}
	}
	return nil
}

// Dimension declares a symbol. Symbols of rows count rows of systems and may lead a type; a
// count, such as the neighbors of a particle, may not. Outer and Inner, if set, say that the
// symbol is always their product. Number, if not 0, is the value that a count always has.
type Dimension struct {
	Symbol       string
	Rows         bool
	Outer, Inner string
	Number       int
}

func (d Dimension) String() string {
	kind := "count"
	if d.Rows {
		kind = "rows"
	}
	if d.Number != 0 {
		return fmt.Sprintf("%s %s = %d", kind, d.Symbol, d.Number)
	}
	if d.Outer == "" {
		return kind + " " + d.Symbol
	}
	return fmt.Sprintf("%s %s = %s * %s", kind, d.Symbol, d.Outer, d.Inner)
}
