package ir

import "fmt"

// vectors returns how many 3-vectors a row of t holds.
func vectors(t Type) (int, error) {
	if t.DType != Float || t.Columns()%3 != 0 {
		return 0, fmt.Errorf("%s does not hold 3-vectors", t)
	}
	return t.Columns() / 3, nil
}

// vectorPair checks two arguments made of 3-vectors in the same rows.
func vectorPair(x, y Type) (k, m int, err error) {
	if k, err = vectors(x); err != nil {
		return 0, 0, err
	}
	if m, err = vectors(y); err != nil {
		return 0, 0, err
	}
	if x.Rows() != y.Rows() {
		return 0, 0, fmt.Errorf("%s and %s differ in rows", x, y)
	}
	return k, m, nil
}

var vectorOps = []*Op{
	{
		Name: "cross", Arity: 2,
		Infer: func(_ *Module, args []Type, _ Attrs) (Type, error) {
			k, m, err := vectorPair(args[0], args[1])
			if err == nil && (k != 1 || m != 1) {
				err = fmt.Errorf("%s and %s are not one vector each", args[0], args[1])
			}
			return args[0], err
		},
		Eval: func(result Tensor, args []Tensor, _ *Node, _ Sizes) error {
			x, y := args[0].Float, args[1].Float
			for i := 0; i < len(x); i += 3 {
				result.Float[i] = x[i+1]*y[i+2] - x[i+2]*y[i+1]
				result.Float[i+1] = x[i+2]*y[i] - x[i]*y[i+2]
				result.Float[i+2] = x[i]*y[i+1] - x[i+1]*y[i]
			}
			return nil
		},
		Grad: func(b *Builder, n *Node, dy *Value) []*Value {
			return []*Value{b.Cross(n.Args[1], dy), b.Cross(dy, n.Args[0])}
		},
		// With t(x) = (x1, x2, x0) it is t(x t(y) - t(x) y).
		ONNX: func(e Emitter, _ *Node, args []string) string {
			turn := func(x string) string {
				return e.Op("Gather", map[string]any{"axis": int64(1)}, x, e.Ints([]int64{1, 2, 0}, 3))
			}
			x, y := args[0], args[1]
			return turn(e.Op("Sub", nil, e.Op("Mul", nil, x, turn(y)), e.Op("Mul", nil, turn(x), y)))
		},
		Samples: []Sample{pair(Floats(Rows("particles"), 3), Floats(Rows("particles"), 3))},
	},
	{
		Name: "inner", Arity: 2,
		Infer: func(_ *Module, args []Type, _ Attrs) (Type, error) {
			k, m, err := vectorPair(args[0], args[1])
			if err != nil {
				return Type{}, err
			}
			return Floats(args[0].Rows(), k*m), nil
		},
		Eval: func(result Tensor, args []Tensor, _ *Node, _ Sizes) error {
			k, m := args[0].Shape[1]/3, args[1].Shape[1]/3
			for at := range result.Float {
				row, i, j := at/(k*m), at/m%k, at%m
				x, y := args[0].Float[(row*k+i)*3:], args[1].Float[(row*m+j)*3:]
				result.Float[at] = x[0]*y[0] + x[1]*y[1] + x[2]*y[2]
			}
			return nil
		},
		// d(x y^T): dx = dG y, dy = dG^T x, with dG the k x m matrix.
		Grad: func(b *Builder, n *Node, dy *Value) []*Value {
			x, y := n.Args[0], n.Args[1]
			return []*Value{b.Mix(dy, y, false), b.Mix(dy, x, true)}
		},
		ONNX: func(e Emitter, n *Node, args []string) string {
			k, m := n.Args[0].Type.Columns()/3, n.Args[1].Type.Columns()/3
			if k == 1 && m == 1 {
				return e.Op("ReduceSum", map[string]any{"keepdims": int64(1)},
					e.Op("Mul", nil, args...), e.Ints([]int64{1}, 1))
			}
			y := e.Op("Transpose", map[string]any{"perm": []int64{0, 2, 1}}, stacked(e, args[1], m, 3))
			return unstacked(e, e.Op("MatMul", nil, stacked(e, args[0], k, 3), y), k*m)
		},
		Samples: []Sample{
			pair(Floats(Rows("particles"), 3), Floats(Rows("particles"), 3)),
			pair(Floats(Rows("particles"), 9), Floats(Rows("particles"), 9)),
			pair(Floats(Rows("edges"), 6), Floats(Rows("edges"), 3)),
		},
	},
	{
		Name: "mix", Arity: 2, Attrs: []AttrSpec{{"transpose", BoolAttr}},
		Infer: func(_ *Module, args []Type, _ Attrs) (Type, error) {
			if err := floats(args...); err != nil {
				return Type{}, err
			}
			m, err := vectors(args[1])
			if err != nil {
				return Type{}, err
			}
			if args[0].Columns()%m != 0 || args[0].Rows() != args[1].Rows() {
				return Type{}, fmt.Errorf("%s holds no matrices for the %d vectors of %s", args[0], m, args[1])
			}
			return Floats(args[0].Rows(), args[0].Columns()/m*3), nil
		},
		Eval: func(result Tensor, args []Tensor, n *Node, _ Sizes) error {
			m, k := args[1].Shape[1]/3, result.Shape[1]/3
			for at := range args[0].Float {
				row, i, j := at/(k*m), at/m%k, at%m
				if n.Bool("transpose") {
					i, j = at%k, at/k%m
				}
				for axis := range 3 {
					result.Float[(row*k+i)*3+axis] += args[0].Float[at] * args[1].Float[(row*m+j)*3+axis]
				}
			}
			return nil
		},
		Grad: func(b *Builder, n *Node, dy *Value) []*Value {
			weights, z := n.Args[0], n.Args[1]
			if n.Bool("transpose") {
				return []*Value{b.Inner(z, dy), b.Mix(weights, dy, false)}
			}
			return []*Value{b.Inner(dy, z), b.Mix(weights, dy, true)}
		},
		ONNX: func(e Emitter, n *Node, args []string) string {
			m, k := n.Args[1].Type.Columns()/3, n.Result().Type.Columns()/3
			if m == 1 && k == 1 {
				return e.Op("Mul", nil, args...)
			}
			weights := ""
			if n.Bool("transpose") {
				weights = e.Op("Transpose", map[string]any{"perm": []int64{0, 2, 1}}, stacked(e, args[0], m, k))
			} else {
				weights = stacked(e, args[0], k, m)
			}
			return unstacked(e, e.Op("MatMul", nil, weights, stacked(e, args[1], m, 3)), 3*k)
		},
		Samples: []Sample{
			mixture(9, 9, false), mixture(2, 6, false), mixture(2, 3, false), mixture(6, 9, true), mixture(1, 3, true),
		},
	},
}

func mixture(weights, z int, transpose bool) Sample {
	sample := pair(Floats(Rows("particles"), weights), Floats(Rows("particles"), z))
	sample.Attrs = Attrs{"transpose": transpose}
	return sample
}

// stacked views each row as a matrix; the extent 0 keeps the rows, also
// where there are none.
func stacked(e Emitter, x string, rows, columns int) string {
	return e.Op("Reshape", nil, x, e.Ints([]int64{0, int64(rows), int64(columns)}, 3))
}

func unstacked(e Emitter, x string, columns int) string {
	return e.Op("Reshape", nil, x, e.Ints([]int64{0, int64(columns)}, 2))
}
