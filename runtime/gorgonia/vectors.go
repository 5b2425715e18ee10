package gorgonia

import (
	"fmt"
	"slices"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"gmnc/internal/articulated"
	"gmnc/internal/tensions"
	"gmnc/ir"
)

// term is one product of a bilinear operator on rows: sign times column x of the first argument
// times column y of the second is added to column out.
type term struct {
	x, y, out int
	sign      float32
}

// bilinear selects the factors, multiplies them, and adds up the terms.
func (l *lowering) bilinear(x, y *G.Node, columns int, terms []term) *G.Node {
	first, second := make([]int, len(terms)), make([]int, len(terms))
	for i, t := range terms {
		first[i], second[i] = t.x, t.y
	}
	products := must(G.HadamardProd(l.pick(x, first), l.pick(y, second)))
	sum := l.constant(fmt.Sprint("terms ", terms), len(terms), columns, func(at func(row, column int) *float32) {
		for i, t := range terms {
			*at(i, t.out) = t.sign
		}
	})
	return must(G.Mul(products, sum))
}

// pick returns columns of x in the given order. A column may be given several times.
func (l *lowering) pick(x *G.Node, columns []int) *G.Node {
	if len(columns) == width(x) && slices.IsSorted(columns) && len(slices.Compact(slices.Clone(columns))) == width(x) {
		return x
	}
	matrix := l.constant(fmt.Sprint("columns ", columns), width(x), len(columns), func(at func(row, column int) *float32) {
		for i, column := range columns {
			*at(column, i) = 1
		}
	})
	return must(G.Mul(x, matrix))
}

func cross(l *lowering, _ *ir.Node, x []*G.Node) *G.Node {
	return l.bilinear(x[0], x[1], 3, []term{
		{1, 2, 0, 1}, {2, 1, 0, -1},
		{2, 0, 1, 1}, {0, 2, 1, -1},
		{0, 1, 2, 1}, {1, 0, 2, -1},
	})
}

func inner(l *lowering, _ *ir.Node, x []*G.Node) *G.Node {
	k, m := width(x[0])/3, width(x[1])/3
	var terms []term
	for i := range k {
		for j := range m {
			for axis := range 3 {
				terms = append(terms, term{3*i + axis, 3*j + axis, i*m + j, 1})
			}
		}
	}
	return l.bilinear(x[0], x[1], k*m, terms)
}

func mix(l *lowering, n *ir.Node, x []*G.Node) *G.Node {
	m := width(x[1]) / 3
	k := width(x[0]) / m
	var terms []term
	for i := range k {
		for j := range m {
			weight := i*m + j
			if n.Bool("transpose") {
				weight = j*k + i
			}
			for axis := range 3 {
				terms = append(terms, term{weight, 3*j + axis, 3*i + axis, 1})
			}
		}
	}
	return l.bilinear(x[0], x[1], 3*k, terms)
}

// solveTensions writes the operator of tensions, with the derivative of the IR in stock
// operators.
func solveTensions(l *lowering, n *ir.Node, x []*G.Node) *G.Node {
	return l.oneOperator(n, customOp{run: func(out []float32, args []*tensor.Dense) {
		var mobility []float32
		if len(args) == 4 {
			mobility = args[3].Float32s()
		}
		tensions.Solve(out, args[0].Float32s(), args[1].Float32s(), mobility, args[2].Ints())
	}}, x)
}

// jointRates writes the operator of joint rates, with the derivative of the IR, too.
func jointRates(l *lowering, n *ir.Node, x []*G.Node) *G.Node {
	return l.oneOperator(n, customOp{run: func(out []float32, args []*tensor.Dense) {
		rows := articulated.Rows[float32, int]{
			Axes: args[0].Float32s(), Position: args[1].Float32s(), Mass: args[2].Float32s(),
			Resistance: args[4].Float32s(), Parents: args[6].Ints(),
		}
		rows.Rates(out, args[3].Float32s(), args[5].Float32s())
	}}, x)
}

func sumPaths(l *lowering, n *ir.Node, x []*G.Node) *G.Node {
	return l.oneOperator(n, customOp{run: func(out []float32, args []*tensor.Dense) {
		articulated.SumPaths(out, args[0].Float32s(), args[1].Ints(), n.Bool("transpose"))
	}}, x)
}
