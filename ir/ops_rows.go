package ir

import "fmt"

// These are the names of the operators of this file.
const (
	SumRows    OpName = "sum_rows"
	Broadcast  OpName = "broadcast"
	Gather     OpName = "gather"
	ScatterAdd OpName = "scatter_add"
	Repeat     OpName = "repeat"
	SumGroups  OpName = "sum_groups"
)

// SumRows returns the sum of all rows of all systems: [1,columns].
func (b *Builder) SumRows(x *Value) *Value { return b.Op(SumRows, nil, x) }

// Broadcast repeats a single row as many times as symbol counts.
func (b *Builder) Broadcast(x *Value, symbol string) *Value {
	return b.Op(Broadcast, Attrs{"rows": symbol}, x)
}

// Gather returns, for each index, the row of x to which it points.
func (b *Builder) Gather(x, index *Value) *Value { return b.Op(Gather, nil, x, index) }

// ScatterAdd adds each row of x to the row to which its index points.
func (b *Builder) ScatterAdd(x, index *Value) *Value { return b.Op(ScatterAdd, nil, x, index) }

// Repeat repeats each row count times, one copy after the other.
func (b *Builder) Repeat(x *Value, count string) *Value {
	return b.Op(Repeat, Attrs{"count": count}, x)
}

// SumGroups returns the sum of each group of count rows.
func (b *Builder) SumGroups(x *Value, count string) *Value {
	return b.Op(SumGroups, Attrs{"count": count}, x)
}

// indexed checks an index argument that must point to rows of a value.
func indexed(index Type, into Dim) error {
	if index.DType != Index {
		return fmt.Errorf("%s is not an index", index)
	}
	if into != Rows(index.Into) {
		return fmt.Errorf("%s points into %s, not into the rows %s", index, index.Into, into)
	}
	return nil
}

// row returns the row to which an index points, or an error if there is no such row.
func (t Tensor) row(i, rows int) (int, error) {
	if at := t.Index[i]; at < 0 || at >= int64(rows) {
		return 0, fmt.Errorf("index %d in row %d is outside of %d rows", at, i, rows)
	}
	return int(t.Index[i]), nil
}

// withRows returns a type with the same elements but other rows.
func withRows(t Type, rows Dim) Type {
	if t.DType == Index {
		return Indices(t.Into, rows)
	}
	return Floats(rows, t.Columns())
}

// copyRow copies a row of floats or an index.
func copyRow(to Tensor, i int, from Tensor, k int) {
	if from.Index != nil {
		to.Index[i] = from.Index[k]
		return
	}
	width := from.Shape[1]
	copy(to.Float[i*width:(i+1)*width], from.Float[k*width:(k+1)*width])
}

var rowOps = []*Op{
	{
		Name: SumRows, Arity: 1, Mixes: true,
		Infer: func(_ *Module, args []Type, _ Attrs) (Type, error) {
			if err := floats(args...); err != nil {
				return Type{}, err
			}
			return Floats(Fixed(1), args[0].Columns()), nil
		},
		Eval: func(result Tensor, args []Tensor, _ *Node, _ Sizes) error {
			for i, x := range args[0].Float {
				result.Float[i%args[0].Shape[1]] += x
			}
			return nil
		},
		Grad: func(b *Builder, n *Node, dy *Value) []*Value {
			rows := n.Args[0].Type.Rows()
			if rows.Symbol == "" {
				zeros := b.Const(rows.Number, 1, make([]float64, rows.Number)...)
				return []*Value{b.Add(dy, zeros)}
			}
			return []*Value{b.Broadcast(dy, rows.Symbol)}
		},
		ONNX: func(e Emitter, _ *Node, args []string) string {
			return e.Op("ReduceSum", map[string]any{"keepdims": int64(1)}, args[0], e.Ints([]int64{0}, 1))
		},
		Samples: []Sample{{Args: []Type{Floats(Rows("edges"), 3)}}, {Args: []Type{Floats(Fixed(4), 2)}}},
	},
	{
		Name: Broadcast, Arity: 1, Attrs: []AttrSpec{{"rows", SymbolAttr}},
		Infer: func(m *Module, args []Type, a Attrs) (Type, error) {
			if err := floats(args...); err != nil {
				return Type{}, err
			}
			dim, err := m.declared(a.string("rows"))
			if err != nil {
				return Type{}, err
			}
			if !dim.Rows || args[0].Rows() != Fixed(1) {
				return Type{}, fmt.Errorf("%s cannot become %s rows", args[0], dim.Symbol)
			}
			return withRows(args[0], Rows(dim.Symbol)), nil
		},
		Eval: func(result Tensor, args []Tensor, _ *Node, _ Sizes) error {
			for i := range result.Shape[0] {
				copyRow(result, i, args[0], 0)
			}
			return nil
		},
		Grad: func(b *Builder, _ *Node, dy *Value) []*Value { return []*Value{b.SumRows(dy)} },
		ONNX: func(e Emitter, n *Node, args []string) string {
			shape := e.Op("Concat", map[string]any{"axis": int64(0)},
				e.Size(n.Text("rows")), e.Ints([]int64{int64(n.Args[0].Type.Columns())}, 1))
			return e.Op("Expand", nil, args[0], shape)
		},
		Samples: []Sample{{Args: []Type{Floats(Fixed(1), 3)}, Attrs: Attrs{"rows": "edges"}}},
	},
	{
		Name: Gather, Arity: 2, Optional: choiceAttrs,
		Infer: func(_ *Module, args []Type, _ Attrs) (Type, error) {
			if err := indexed(args[1], args[0].Rows()); err != nil {
				return Type{}, err
			}
			return withRows(args[0], args[1].Rows()), nil
		},
		Eval: func(result Tensor, args []Tensor, _ *Node, _ Sizes) error {
			for i := range args[1].Index {
				row, err := args[1].row(i, args[0].Shape[0])
				if err != nil {
					return err
				}
				copyRow(result, i, args[0], row)
			}
			return nil
		},
		Grad: func(b *Builder, n *Node, dy *Value) []*Value {
			return []*Value{b.ScatterAdd(dy, n.Args[1]), nil}
		},
		ONNX: func(e Emitter, _ *Node, args []string) string {
			return e.Op("Gather", map[string]any{"axis": int64(0)}, args...)
		},
		Samples: []Sample{
			pair(Floats(Rows("particles"), 3), Indices("particles", Rows("edges"))),
			pair(Floats(Rows("particles"), 2), Indices("particles", Rows("particles"))),
			pair(Indices("edges", Rows("particles")), Indices("particles", Rows("edges"))),
		},
	},
	{
		Name: ScatterAdd, Arity: 2,
		Infer: func(_ *Module, args []Type, _ Attrs) (Type, error) {
			if err := floats(args[0]); err != nil {
				return Type{}, err
			}
			if err := indexed(args[1], Rows(args[1].Into)); err != nil {
				return Type{}, err
			}
			if args[0].Rows() != args[1].Rows() {
				return Type{}, fmt.Errorf("%s and %s differ in rows", args[0], args[1])
			}
			return withRows(args[0], Rows(args[1].Into)), nil
		},
		Eval: func(result Tensor, args []Tensor, _ *Node, _ Sizes) error {
			width := result.Shape[1]
			for i := range args[1].Index {
				row, err := args[1].row(i, result.Shape[0])
				if err != nil {
					return err
				}
				for j := range width {
					result.Float[row*width+j] += args[0].Float[i*width+j]
				}
			}
			return nil
		},
		Grad: func(b *Builder, n *Node, dy *Value) []*Value {
			return []*Value{b.Gather(dy, n.Args[1]), nil}
		},
		// ScatterElements adds in order; ScatterND with addition loses
		// updates when it runs on several threads.
		ONNX: func(e Emitter, n *Node, args []string) string {
			width := e.Ints([]int64{int64(n.Args[0].Type.Columns())}, 1)
			shape := e.Op("Concat", map[string]any{"axis": int64(0)}, e.Size(n.Args[1].Type.Into), width)
			zeros := e.Op("Expand", nil, e.Floats([]float64{0}, 1, 1), shape)
			index := e.Op("Expand", nil, e.Op("Unsqueeze", nil, args[1], e.Ints([]int64{1}, 1)),
				e.Op("Shape", nil, args[0]))
			return e.Op("ScatterElements", map[string]any{"axis": int64(0), "reduction": "add"}, zeros, index, args[0])
		},
		Samples: []Sample{
			pair(Floats(Rows("edges"), 3), Indices("particles", Rows("edges"))),
			pair(Floats(Rows("particles"), 2), Indices("particles", Rows("particles"))),
		},
	},
	{
		Name: Repeat, Arity: 1, Attrs: []AttrSpec{{"count", SymbolAttr}},
		Infer: func(m *Module, args []Type, a Attrs) (Type, error) {
			rows, err := m.product(args[0].Rows().Symbol, a.string("count"))
			if err != nil {
				return Type{}, err
			}
			return withRows(args[0], Rows(rows)), nil
		},
		Eval: func(result Tensor, args []Tensor, n *Node, sizes Sizes) error {
			for i := range result.Shape[0] {
				copyRow(result, i, args[0], i/sizes[n.Text("count")])
			}
			return nil
		},
		Grad: func(b *Builder, n *Node, dy *Value) []*Value {
			return []*Value{b.SumGroups(dy, n.Text("count"))}
		},
		ONNX: func(e Emitter, n *Node, args []string) string {
			receivers := e.Receivers(n.Args[0].Type.Rows().Symbol, n.Text("count"))
			return e.Op("Gather", map[string]any{"axis": int64(0)}, args[0], receivers)
		},
		Samples: []Sample{
			{Args: []Type{Floats(Rows("particles"), 3)}, Attrs: Attrs{"count": "neighbors"}},
			{Args: []Type{Indices("particles", Rows("particles"))}, Attrs: Attrs{"count": "neighbors"}},
		},
	},
	{
		Name: SumGroups, Arity: 1, Attrs: []AttrSpec{{"count", SymbolAttr}},
		Infer: func(m *Module, args []Type, a Attrs) (Type, error) {
			if err := floats(args...); err != nil {
				return Type{}, err
			}
			rows, err := m.outerOf(args[0].Rows().Symbol, a.string("count"))
			if err != nil {
				return Type{}, err
			}
			return withRows(args[0], Rows(rows)), nil
		},
		Eval: func(result Tensor, args []Tensor, n *Node, sizes Sizes) error {
			width, count := result.Shape[1], sizes[n.Text("count")]
			for i, x := range args[0].Float {
				row, column := i/width, i%width
				result.Float[row/count*width+column] += x
			}
			return nil
		},
		Grad: func(b *Builder, n *Node, dy *Value) []*Value {
			return []*Value{b.Repeat(dy, n.Text("count"))}
		},
		ONNX: func(e Emitter, n *Node, args []string) string {
			groups := groupMatrices(e, args[0], n.Result().Type.Columns(), n.Result(), n.Text("count"))
			return e.Op("ReduceSum", map[string]any{"keepdims": int64(0)}, groups, e.Ints([]int64{1}, 1))
		},
		Samples: []Sample{{Args: []Type{Floats(Rows("edges"), 3)}, Attrs: Attrs{"count": "neighbors"}}},
	},
}
