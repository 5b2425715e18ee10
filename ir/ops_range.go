package ir

import "fmt"

// These are the names of the operators of this file.
const (
	Columns  OpName = "columns"
	Pad      OpName = "pad"
	TakeRows OpName = "take_rows"
	PadRows  OpName = "pad_rows"
)

// Columns returns the columns from start up to, but not including, stop.
func (b *Builder) Columns(x *Value, start, stop int) *Value {
	return b.Op(Columns, Attrs{"start": start, "stop": stop}, x)
}

// Pad adds columns of zeros before and after x.
func (b *Builder) Pad(x *Value, before, after int) *Value {
	return b.Op(Pad, Attrs{"before": before, "after": after}, x)
}

// TakeRows returns the rows from start up to, but not including, stop of a value with a fixed
// number of rows.
func (b *Builder) TakeRows(x *Value, start, stop int) *Value {
	return b.Op(TakeRows, Attrs{"start": start, "stop": stop}, x)
}

// PadRows adds rows of zeros before and after x, which has a fixed number of rows.
func (b *Builder) PadRows(x *Value, before, after int) *Value {
	return b.Op(PadRows, Attrs{"before": before, "after": after}, x)
}

// rangeOps take a range of columns or rows out of a value, or put it into zeros. Rows of
// systems have no fixed numbers, so only weights and other values with a fixed number of rows
// have ranges of rows.
var rangeOps = []*Op{
	taking(Columns, Pad, columnAxis,
		ranged(Floats(Rows("particles"), 5), Attrs{"start": 1, "stop": 3}),
		ranged(Floats(Rows("edges"), 3), Attrs{"start": 0, "stop": 3})),
	padding(Pad, Columns, columnAxis,
		ranged(Floats(Rows("particles"), 2), Attrs{"before": 1, "after": 3}),
		ranged(Floats(Rows("edges"), 2), Attrs{"before": 0, "after": 1})),
	taking(TakeRows, PadRows, rowAxis,
		ranged(Floats(Fixed(5), 3), Attrs{"start": 1, "stop": 3}),
		ranged(Floats(Fixed(2), 1), Attrs{"start": 0, "stop": 2})),
	padding(PadRows, TakeRows, rowAxis,
		ranged(Floats(Fixed(2), 3), Attrs{"before": 1, "after": 3}),
		ranged(Floats(Fixed(3), 1), Attrs{"before": 0, "after": 2})),
}

const rowAxis, columnAxis = 0, 1

func ranged(x Type, attrs Attrs) Sample { return Sample{Args: []Type{x}, Attrs: attrs} }

// taking returns the row of an operator for the range from start up to, but not including,
// stop.
func taking(name, inverse OpName, axis int, samples ...Sample) *Op {
	return &Op{
		Name: name, Arity: 1,
		Attrs: []AttrSpec{{"start", IntAttr}, {"stop", IntAttr}},
		Infer: func(_ *Module, args []Type, a Attrs) (Type, error) {
			extent, err := numbered(args[0], axis)
			if err != nil {
				return Type{}, err
			}
			start, stop := a.int("start"), a.int("stop")
			if start < 0 || start >= stop || stop > extent {
				return Type{}, fmt.Errorf("%s has no %s %d to %d", args[0], axisName(axis), start, stop)
			}
			return withExtent(args[0], axis, stop-start), nil
		},
		Eval: func(result Tensor, args []Tensor, n *Node, _ Sizes) error {
			var at [2]int
			at[axis] = n.Int("start")
			copyBlock(result, [2]int{}, args[0], at, result.Shape)
			return nil
		},
		Grad: func(b *Builder, n *Node, dy *Value) []*Value {
			after := n.Args[0].Type.Shape[axis].Number - n.Int("stop")
			return []*Value{b.Op(inverse, Attrs{"before": n.Int("start"), "after": after}, dy)}
		},
		ONNX: func(e Emitter, n *Node, args []string) string {
			if axis == columnAxis {
				if kept := keptColumns(e, n); kept != "" {
					return kept
				}
			}
			start, stop := e.Ints([]int64{int64(n.Int("start"))}, 1), e.Ints([]int64{int64(n.Int("stop"))}, 1)
			return e.Op("Slice", nil, args[0], start, stop, e.Ints([]int64{int64(axis)}, 1))
		},
		Samples: samples,
	}
}

// padding returns the row of an operator that adds zeros before and after a value.
func padding(name, inverse OpName, axis int, samples ...Sample) *Op {
	return &Op{
		Name: name, Arity: 1,
		Attrs: []AttrSpec{{"before", IntAttr}, {"after", IntAttr}},
		Infer: func(_ *Module, args []Type, a Attrs) (Type, error) {
			extent, err := numbered(args[0], axis)
			if err != nil {
				return Type{}, err
			}
			before, after := a.int("before"), a.int("after")
			if before < 0 || after < 0 {
				return Type{}, fmt.Errorf("cannot pad %d %s before and %d after", before, axisName(axis), after)
			}
			return withExtent(args[0], axis, before+extent+after), nil
		},
		Eval: func(result Tensor, args []Tensor, n *Node, _ Sizes) error {
			var at [2]int
			at[axis] = n.Int("before")
			copyBlock(result, at, args[0], [2]int{}, args[0].Shape)
			return nil
		},
		Grad: func(b *Builder, n *Node, dy *Value) []*Value {
			start := n.Int("before")
			stop := start + n.Args[0].Type.Shape[axis].Number
			return []*Value{b.Op(inverse, Attrs{"start": start, "stop": stop}, dy)}
		},
		ONNX: func(e Emitter, n *Node, args []string) string {
			pads := make([]int64, 4)
			pads[axis], pads[2+axis] = int64(n.Int("before")), int64(n.Int("after"))
			return e.Op("Pad", nil, args[0], e.Ints(pads, 4))
		},
		Samples: samples,
	}
}

// numbered returns the extent of floats along an axis, or an error if it is a symbol.
func numbered(t Type, axis int) (int, error) {
	if err := floats(t); err != nil {
		return 0, err
	}
	if symbol := t.Shape[axis].Symbol; symbol != "" {
		return 0, fmt.Errorf("%s has the rows %s; a number of rows is needed", t, symbol)
	}
	return t.Shape[axis].Number, nil
}

func axisName(axis int) string {
	if axis == rowAxis {
		return "rows"
	}
	return "columns"
}

// withExtent returns a type of floats with another extent along one axis.
func withExtent(t Type, axis, extent int) Type {
	if axis == rowAxis {
		return Floats(Fixed(extent), t.Columns())
	}
	return Floats(t.Rows(), extent)
}

// copyBlock copies a block of the given shape from a position [row, column] of one matrix to a
// position of another.
func copyBlock(to Tensor, toAt [2]int, from Tensor, fromAt [2]int, shape []int) {
	for row := range shape[0] {
		source := from.Float[(fromAt[0]+row)*from.Shape[1]+fromAt[1]:]
		copy(to.Float[(toAt[0]+row)*to.Shape[1]+toAt[1]:], source[:shape[1]])
	}
}
