package native

import (
	"slices"
	"strconv"

	"gmnc/ir"
	"gmnc/runtime/native/kernels"
	"gmnc/runtime/native/lower"
)

// rowForms holds the functions that make the steps of row programs, for each operator that has
// some.
var rowForms = map[ir.OpName]func(r *rowProgram, n *ir.Node) []cell{
	ir.Add: rowBinary(kernels.RowAdd), ir.Sub: rowBinary(kernels.RowSub), ir.Mul: rowBinary(kernels.RowMul),
	ir.Div: rowBinary(kernels.RowDiv), ir.Maximum: rowBinary(kernels.RowMax), ir.Minimum: rowBinary(kernels.RowMin),
	ir.Greater: rowBinary(kernels.RowGreater), ir.Select: rowBinary(kernels.RowSelect), ir.Sqrt: rowBinary(kernels.RowSqrt),
	ir.Sin: rowBinary(kernels.RowSin), ir.Cos: rowBinary(kernels.RowCos),

	ir.Neg: func(r *rowProgram, n *ir.Node) []cell {
		return r.apply(kernels.RowMul, n.Result().Type.Columns(), r.of(n.Args[0]), r.literal(-1))
	},
	ir.Square: func(r *rowProgram, n *ir.Node) []cell {
		x := r.of(n.Args[0])
		return r.apply(kernels.RowMul, len(x), x, x)
	},
	ir.Clamp: func(r *rowProgram, n *ir.Node) []cell {
		x := r.of(n.Args[0])
		above := r.apply(kernels.RowMax, len(x), x, r.literal(float32(n.Float("low"))))
		return r.apply(kernels.RowMin, len(x), above, r.literal(float32(n.Float("high"))))
	},
	ir.Inside: func(r *rowProgram, n *ir.Node) []cell {
		x := r.of(n.Args[0])
		above := r.apply(kernels.RowAtLeast, len(x), x, r.literal(float32(n.Float("low"))))
		below := r.apply(kernels.RowAtLeast, len(x), r.literal(float32(n.Float("high"))), x)
		return r.apply(kernels.RowMul, len(x), above, below)
	},

	ir.Concat: func(r *rowProgram, n *ir.Node) (cells []cell) {
		for _, arg := range n.Args {
			cells = append(cells, r.of(arg)...)
		}
		return cells
	},
	ir.Columns: func(r *rowProgram, n *ir.Node) []cell {
		start := n.Int("start")
		return r.of(n.Args[0])[start : start+n.Result().Type.Columns()]
	},
	ir.SumColumns: rowSumColumns, ir.Cross: rowCross, ir.Inner: rowInner, ir.Mix: rowMix,

	ir.Broadcast: func(r *rowProgram, n *ir.Node) []cell { return r.of(n.Args[0]) },
	ir.Gather:    func(r *rowProgram, n *ir.Node) []cell { return r.gathered(n.Args[0], n.Args[1]) },
	ir.Repeat:    func(r *rowProgram, n *ir.Node) []cell { return r.repeated(n.Args[0]) },

	ir.ScatterAdd: func(r *rowProgram, n *ir.Node) []cell {
		return r.scattered(n, nil, slices.Repeat(r.literal(0), n.Result().Type.Columns()))
	},
	lower.AddScatter.Name: func(r *rowProgram, n *ir.Node) []cell {
		if z := n.Args[0]; r.isScattered(z) {
			return r.scattered(n, z, nil)
		}
		return r.scattered(n, nil, r.of(n.Args[0]))
	},

	lower.AddEdges.Name: rowEdges(kernels.RowAdd), lower.SubtractEdges.Name: rowEdges(kernels.RowSub),
}

// rowBinary returns a function that applies an operation to each column.
func rowBinary(op kernels.RowOp) func(r *rowProgram, n *ir.Node) []cell {
	return func(r *rowProgram, n *ir.Node) []cell {
		var args [][]cell
		for _, arg := range n.Args {
			args = append(args, r.of(arg))
		}
		return r.apply(op, n.Result().Type.Columns(), args...)
	}
}

func (r *rowProgram) gathered(x, index *ir.Value) []cell {
	return r.load(x, load{index: r.numbers[index]})
}

func (r *rowProgram) repeated(x *ir.Value) []cell { return r.load(x, load{index: -1, repeat: true}) }

// scattered returns the cells that a scatter adds to, or nil if it adds to
// another scatter's result.
func (r *rowProgram) scattered(n *ir.Node, start *ir.Value, cells []cell) []cell {
	x, index := n.Args[len(n.Args)-2], n.Args[len(n.Args)-1]
	s := scatter{to: r.numbers[n.Result()], from: r.numbers[x], index: r.numbers[index],
		columns: x.Type.Columns(), start: -1}
	if start != nil {
		s.start = r.numbers[start]
	}
	r.scatters = append(r.scatters, s)
	return cells
}

// isScattered reports whether a value is the result of a scatter of this program.
func (r *rowProgram) isScattered(v *ir.Value) bool {
	number, own := r.numbers[v]
	return own && slices.ContainsFunc(r.scatters, func(s scatter) bool { return s.to == number })
}

// rowEdges returns a function that combines the receiver's row with the sender's.
func rowEdges(op kernels.RowOp) func(r *rowProgram, n *ir.Node) []cell {
	return func(r *rowProgram, n *ir.Node) []cell {
		x, y := r.repeated(n.Args[0]), r.gathered(n.Args[1], n.Args[2])
		return r.apply(op, len(x), x, y)
	}
}

// rowSumColumns adds up columns. If the columns are products, it adds them up while it
// multiplies, which rounds less.
func rowSumColumns(r *rowProgram, n *ir.Node) []cell {
	arg := n.Args[0]
	if product := arg.Node; arg.Is(ir.Mul) && r.inner(arg) {
		sum := fresh(1)
		for i := range arg.Type.Columns() {
			op := kernels.RowMulAdd
			if i == 0 {
				op = kernels.RowMul
			}
			r.onto(op, sum, r.column(product.Args[0], i), r.column(product.Args[1], i))
		}
		return sum
	}
	x := r.of(arg)
	sum := x[:1]
	for i := range x[1:] {
		sum = r.apply(kernels.RowAdd, 1, sum, x[i+1:i+2])
	}
	return sum
}

func rowCross(r *rowProgram, n *ir.Node) []cell {
	x, y := r.of(n.Args[0]), r.of(n.Args[1])
	cross := r.apply(kernels.RowMul, 3, []cell{x[1], x[2], x[0]}, []cell{y[2], y[0], y[1]})
	r.onto(kernels.RowMulSub, cross, []cell{x[2], x[0], x[1]}, []cell{y[1], y[2], y[0]})
	return cross
}

// rowInner returns the inner products of each vector of x with each vector of y.
func rowInner(r *rowProgram, n *ir.Node) []cell {
	x, y := r.of(n.Args[0]), r.of(n.Args[1])
	var products []cell
	for axis := range 3 {
		var a, b []cell
		for i := range len(x) / 3 {
			for j := range len(y) / 3 {
				a, b = append(a, x[3*i+axis]), append(b, y[3*j+axis])
			}
		}
		if products == nil {
			products = r.apply(kernels.RowMul, len(a), a, b)
		} else {
			r.onto(kernels.RowMulAdd, products, a, b)
		}
	}
	return products
}

// rowMix returns sums of the m vectors of z with the weights, [k,m] or transposed.
func rowMix(r *rowProgram, n *ir.Node) []cell {
	weights, z := r.of(n.Args[0]), r.of(n.Args[1])
	m := len(z) / 3
	k := len(weights) / m
	var sums []cell
	for j := range m {
		var a, b []cell
		for i := range k {
			weight := i*m + j
			if n.Bool("transpose") {
				weight = j*k + i
			}
			for axis := range 3 {
				a, b = append(a, weights[weight]), append(b, z[3*j+axis])
			}
		}
		if sums == nil {
			sums = r.apply(kernels.RowMul, len(a), a, b)
		} else {
			r.onto(kernels.RowMulAdd, sums, a, b)
		}
	}
	return sums
}

// newRowProgram makes the steps of a body. It numbers the values of the signature by their
// positions.
func newRowProgram(body *ir.Func) *rowProgram {
	r := &rowProgram{body: body, numbers: map[*ir.Value]int{}, cells: map[*ir.Value][]cell{}, literals: map[float32]cell{}}
	for i, input := range body.Inputs {
		r.numbers[input] = i
	}
	for i, output := range body.Outputs {
		r.numbers[output.Value] = len(body.Inputs) + i
	}
	for _, node := range body.Nodes {
		r.cells[node.Result()] = rowForms[node.Op.Name](r, node)
	}
	return r
}

// bodyKey returns a key that is equal for bodies that differ in names only.
func bodyKey(body *ir.Func) string {
	numbers := map[*ir.Value]int{}
	var key []byte
	value := func(v *ir.Value) {
		number, known := numbers[v]
		if !known {
			number = len(numbers)
			numbers[v] = number
			key = append(key, v.Type.String()...)
		}
		key = strconv.AppendInt(append(key, ' '), int64(number), 10)
	}
	for _, input := range body.Inputs {
		value(input)
	}
	for _, node := range body.Nodes {
		key = append(append(key, '\n'), node.Op.Name...)
		for _, arg := range node.Args {
			value(arg)
		}
		key = append(key, node.Attrs.String()...)
		value(node.Result())
	}
	for _, output := range body.Outputs {
		value(output.Value)
	}
	return string(key)
}
