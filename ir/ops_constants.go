package ir

import "fmt"

// These are the names of the operators of this file.
const (
	Const      OpName = "const"
	Size       OpName = "size"
	RowNumbers OpName = "row_numbers"
)

// Const returns a constant of the given rows and columns.
func (b *Builder) Const(rows, columns int, values ...float64) *Value {
	return b.Op(Const, Attrs{"rows": rows, "columns": columns, "values": values})
}

// Scalar returns a constant of one row and one column, which broadcasts.
func (b *Builder) Scalar(value float64) *Value { return b.Const(1, 1, value) }

// Size returns the value of a symbol, as float[1,1].
func (b *Builder) Size(symbol string) *Value { return b.Op(Size, Attrs{"of": symbol}) }

// RowNumbers returns the number of each of the rows that symbol counts.
func (b *Builder) RowNumbers(symbol string) *Value {
	return b.Op(RowNumbers, Attrs{"of": symbol})
}

// constantOps have no arguments and no gradient.
var constantOps = []*Op{
	{
		Name: Const,
		Attrs: []AttrSpec{
			{"rows", IntAttr}, {"columns", IntAttr}, {"values", FloatsAttr},
		},
		Infer: func(_ *Module, _ []Type, a Attrs) (Type, error) {
			rows, columns, values := a.int("rows"), a.int("columns"), a.floats("values")
			if rows < 1 || columns < 1 || len(values) != rows*columns {
				return Type{}, fmt.Errorf("%d values do not fill %d rows of %d columns", len(values), rows, columns)
			}
			return Floats(Fixed(rows), columns), nil
		},
		Eval: func(result Tensor, _ []Tensor, n *Node, _ Sizes) error {
			copy(result.Float, n.Values("values"))
			return nil
		},
		ONNX: func(e Emitter, n *Node, _ []string) string {
			return e.Floats(n.Values("values"), int64(n.Int("rows")), int64(n.Int("columns")))
		},
		Samples: []Sample{
			{Attrs: Attrs{"rows": 1, "columns": 1, "values": []float64{0.5}}},
			{Attrs: Attrs{"rows": 2, "columns": 3, "values": []float64{1, -2, 3, 0, 1e-3, 7}}},
		},
	},
	{
		Name:  Size,
		Attrs: []AttrSpec{{"of", SymbolAttr}},
		Mixes: true,
		Infer: func(m *Module, _ []Type, a Attrs) (Type, error) {
			_, err := m.declared(a.string("of"))
			return Floats(Fixed(1), 1), err
		},
		Eval: func(result Tensor, _ []Tensor, n *Node, sizes Sizes) error {
			result.Float[0] = float64(sizes[n.Text("of")])
			return nil
		},
		ONNX: func(e Emitter, n *Node, _ []string) string {
			size := e.Op("Cast", map[string]any{"to": onnxFloat}, e.Size(n.Text("of")))
			return e.Op("Reshape", nil, size, e.Ints([]int64{1, 1}, 2))
		},
		Samples: []Sample{{Attrs: Attrs{"of": "particles"}}, {Attrs: Attrs{"of": "neighbors"}}},
	},
	{
		Name:  RowNumbers,
		Attrs: []AttrSpec{{"of", SymbolAttr}},
		Infer: func(m *Module, _ []Type, a Attrs) (Type, error) {
			dim, err := m.declared(a.string("of"))
			if err == nil && !dim.Rows {
				err = fmt.Errorf("%s does not count rows", dim.Symbol)
			}
			return Indices(dim.Symbol, Rows(dim.Symbol)), err
		},
		Eval: func(result Tensor, _ []Tensor, _ *Node, _ Sizes) error {
			for i := range result.Index {
				result.Index[i] = int64(i)
			}
			return nil
		},
		ONNX: func(e Emitter, n *Node, _ []string) string {
			size := e.Op("Squeeze", nil, e.Size(n.Text("of")))
			return e.Op("Range", nil, e.Ints([]int64{0}), size, e.Ints([]int64{1}))
		},
		Samples: []Sample{{Attrs: Attrs{"of": "particles"}}, {Attrs: Attrs{"of": "edges"}}},
	},
}

// onnxFloat, onnxInt64 and onnxBool are the values of TensorProto.DataType.
const (
	onnxFloat = int64(1)
	onnxInt64 = int64(7)
	onnxBool  = int64(9)
)

// declared returns the declaration of a symbol, or an error that names it.
func (m *Module) declared(symbol string) (Dimension, error) {
	dim, ok := m.Dim(symbol)
	if !ok {
		return dim, fmt.Errorf("the symbol %s is not declared", symbol)
	}
	return dim, nil
}
