package ir

import "fmt"

// These are the names of the operators of this file.
const (
	Cross OpName = "cross"
	Inner OpName = "inner"
	Mix   OpName = "mix"
)

// Cross returns the cross product of two 3-vectors in each row.
func (b *Builder) Cross(x, y *Value) *Value { return b.Op(Cross, nil, x, y) }

// Inner returns the matrix of inner products of the k vectors of x (3k columns) with the m
// vectors of y, row by row: [rows, k*m].
func (b *Builder) Inner(x, y *Value) *Value { return b.Op(Inner, nil, x, y) }

// Mix multiplies, in each row, the k x m matrix of weights, or the transpose of an m x k
// matrix, with the m vectors of z. It returns k vectors, [rows, 3k].
func (b *Builder) Mix(weights, z *Value, transpose bool) *Value {
	return b.Op(Mix, Attrs{"transpose": transpose}, weights, z)
}

// vectors returns the number of 3-vectors in a row of t.
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
		Name: Cross, Arity: 2,
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
				result.Float[i] = float64(x[i+1]*y[i+2]) - float64(x[i+2]*y[i+1])
				result.Float[i+1] = float64(x[i+2]*y[i]) - float64(x[i]*y[i+2])
				result.Float[i+2] = float64(x[i]*y[i+1]) - float64(x[i+1]*y[i])
			}
			return nil
		},
		Grad: func(b *Builder, n *Node, dy *Value) []*Value {
			return []*Value{b.Cross(n.Args[1], dy), b.Cross(dy, n.Args[0])}
		},
		// Terms are numbered (added or subtracted, axis): component a is
		// x(a+1) y(a+2) - x(a+2) y(a+1).
		ONNX: func(e Emitter, _ *Node, args []string) string {
			left := chosen(e, args[0], 6, func(t int) int { return (t%3 + 1 + t/3) % 3 })
			right := chosen(e, args[1], 6, func(t int) int { return (t%3 + 2 - t/3) % 3 })
			return e.Op("MatMul", nil, e.Op("Mul", nil, left, right), e.Floats([]float64{
				1, 0, 0, 0, 1, 0, 0, 0, 1,
				-1, 0, 0, 0, -1, 0, 0, 0, -1,
			}, 6, 3))
		},
		Samples: []Sample{pair(Floats(Rows("particles"), 3), Floats(Rows("particles"), 3))},
	},
	{
		Name: Inner, Arity: 2,
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
				result.Float[at] = float64(x[0]*y[0]) + float64(x[1]*y[1]) + float64(x[2]*y[2])
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
			// Terms are numbered (i, j, axis).
			return sumOfProducts(e, args, 3*k*m,
				func(t int) int { return t/(3*m)*3 + t%3 },
				func(t int) int { return t % (3 * m) },
				func(t int) int { return t / 3 })
		},
		Samples: []Sample{
			pair(Floats(Rows("particles"), 3), Floats(Rows("particles"), 3)),
			pair(Floats(Rows("particles"), 9), Floats(Rows("particles"), 9)),
			pair(Floats(Rows("edges"), 6), Floats(Rows("edges"), 3)),
		},
	},
	{
		Name: Mix, Arity: 2, Attrs: []AttrSpec{{"transpose", BoolAttr}},
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
					result.Float[(row*k+i)*3+axis] += float64(args[0].Float[at] * args[1].Float[(row*m+j)*3+axis])
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
			// Terms are numbered (i, j, axis).
			weight := func(t int) int { return t / 3 }
			if n.Bool("transpose") {
				weight = func(t int) int { return t/3%m*k + t/(3*m) }
			}
			return sumOfProducts(e, args, 3*k*m, weight,
				func(t int) int { return t % (3 * m) },
				func(t int) int { return t/(3*m)*3 + t%3 })
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

// sumOfProducts writes, row by row, sums of products of a column of x with a column of y: term
// t multiplies columns x(t) and y(t) and is added to column to(t). Columns are selected and
// terms added up by products with matrices of 0 and 1. These are exact, and several times
// faster than one small product for each row.
func sumOfProducts(e Emitter, args []string, terms int, x, y, to func(t int) int) string {
	left, right := chosen(e, args[0], terms, x), chosen(e, args[1], terms, y)
	return e.Op("MatMul", nil, e.Op("Mul", nil, left, right), choice(e, terms, to, true))
}

// chosen returns the columns of x for each term, which is x itself if column t is that of term
// t for all terms.
func chosen(e Emitter, x string, terms int, of func(t int) int) string {
	for t := range terms {
		if of(t) != t {
			return e.Op("MatMul", nil, x, choice(e, terms, of, false))
		}
	}
	return x
}

// choice returns the matrix that has, for each term, a 1 in the term's column and the row of
// its value. It is transposed if transposed is set.
func choice(e Emitter, terms int, of func(t int) int, transposed bool) string {
	others := 0
	for t := range terms {
		others = max(others, of(t)+1)
	}
	values := make([]float64, others*terms)
	for t := range terms {
		if transposed {
			values[t*others+of(t)] = 1
		} else {
			values[of(t)*terms+t] = 1
		}
	}
	if transposed {
		return e.Floats(values, int64(terms), int64(others))
	}
	return e.Floats(values, int64(others), int64(terms))
}
