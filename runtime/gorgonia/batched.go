package gorgonia

import (
	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"gmnc/ir"
)

// small holds the sizes of one of many small products: the first factor has inner columns, and
// the second has inner rows. A transposed factor is stored the other way round.
type small struct {
	rows, inner, columns   int
	transposeX, transposeY bool
}

// products multiplies the matrices that follow one another in x with those in y. The result has
// rows of the given number of columns.
func (l *lowering) products(x, y *G.Node, s small, columns int) *G.Node {
	count := x.Shape().TotalSize() / (s.rows * s.inner)
	shape := tensor.Shape{count * s.rows * s.columns / columns, columns}
	run := func(out []float32, args []*tensor.Dense) {
		x, y := args[0].Float32s(), args[1].Float32s()
		for range count {
			s.multiply(out, x, y)
			out, x, y = out[s.rows*s.columns:], x[s.rows*s.inner:], y[s.inner*s.columns:]
		}
	}
	diff := func(args G.Nodes, _, dy *G.Node) G.Nodes {
		x, y := args[0], args[1]
		forX := small{s.rows, s.columns, s.inner, false, !s.transposeY}
		forY := small{s.inner, s.rows, s.columns, !s.transposeX, false}
		first, second := [2]*G.Node{dy, y}, [2]*G.Node{x, dy}
		if s.transposeX {
			forX, first = small{s.inner, s.columns, s.rows, s.transposeY, true}, [2]*G.Node{y, dy}
		}
		if s.transposeY {
			forY, second = small{s.columns, s.rows, s.inner, true, s.transposeX}, [2]*G.Node{dy, x}
		}
		return G.Nodes{l.products(first[0], first[1], forX, width(x)), l.products(second[0], second[1], forY, width(y))}
	}
	return l.custom(customOp{name: "products", shape: shape, run: run, wrt: by(true, true), diff: diff}, x, y)
}

// multiply adds one product to out.
func (s small) multiply(out, x, y []float32) {
	rowX, columnX, rowY, columnY := s.inner, 1, s.columns, 1
	if s.transposeX {
		rowX, columnX = 1, s.rows
	}
	if s.transposeY {
		rowY, columnY = 1, s.inner
	}
	for i := range s.rows {
		for k := range s.inner {
			factor := x[i*rowX+k*columnX]
			for j := range s.columns {
				out[i*s.columns+j] += float32(factor * y[k*rowY+j*columnY])
			}
		}
	}
}

func rowMatMul(l *lowering, n *ir.Node, x []*G.Node) *G.Node {
	inner := n.Int("inner")
	s := small{width(x[0]) / inner, inner, width(x[1]) / inner, n.Bool("transpose_x"), n.Bool("transpose_y")}
	return l.products(x[0], x[1], s, n.Result().Type.Columns())
}

func outerGroups(l *lowering, n *ir.Node, x []*G.Node) *G.Node {
	s := small{rows: width(x[0]), inner: l.sizes[n.Text("count")], columns: width(x[1]), transposeX: true}
	return l.products(x[0], x[1], s, n.Result().Type.Columns())
}

func matMulGroups(l *lowering, n *ir.Node, x []*G.Node) *G.Node {
	columns := n.Result().Type.Columns()
	s := small{rows: l.sizes[n.Text("count")], inner: width(x[0]), columns: columns, transposeY: n.Bool("transpose")}
	return l.products(x[0], x[1], s, columns)
}

// matMulBlocks multiplies matrices whose rows are cut into blocks, each of which becomes a row.
func matMulBlocks(l *lowering, n *ir.Node, x []*G.Node) *G.Node {
	blocks := n.Int("blocks")
	x[0] = l.inRows(x[0], width(x[0])/blocks)
	if n.Bool("transpose_x") {
		return must(G.Mul(must(G.Transpose(x[0])), l.inRows(x[1], width(x[1])/blocks)))
	}
	if n.Bool("transpose_y") {
		x[1] = must(G.Transpose(x[1]))
	}
	return l.inRows(must(G.Mul(x[0], x[1])), n.Result().Type.Columns())
}

// inRows returns a copy of x in rows of that many columns. Gorgonia's own Reshape shares
// memory, which the tape then overwrites.
func (l *lowering) inRows(x *G.Node, columns int) *G.Node {
	before := width(x)
	run := func(out []float32, args []*tensor.Dense) { copy(out, args[0].Float32s()) }
	diff := func(_ G.Nodes, _, dy *G.Node) G.Nodes { return G.Nodes{l.inRows(dy, before)} }
	shape := tensor.Shape{height(x) * before / columns, columns}
	return l.custom(customOp{name: "in_rows", shape: shape, run: run, wrt: by(true), diff: diff}, x)
}

// softmaxGroups first subtracts the largest value of each group. That has no derivative, since
// it does not change the result.
func softmaxGroups(l *lowering, n *ir.Node, x []*G.Node) *G.Node {
	count, columns := l.sizes[n.Text("count")], width(x[0])
	run := func(out []float32, args []*tensor.Dense) {
		from := args[0].Float32s()
		for i := range out {
			first := i / (count * columns) * count * columns
			out[i] = from[i]
			for k := first + i%columns; k < first+count*columns; k += columns {
				out[i] = max(out[i], from[k])
			}
		}
	}
	none := func(G.Nodes, *G.Node, *G.Node) G.Nodes { return G.Nodes{nil} }
	largest := l.custom(customOp{name: "largest", shape: x[0].Shape(), run: run, wrt: by(false), diff: none}, x[0])
	powers := must(G.Exp(must(G.Sub(x[0], largest))))
	rows := height(x[0]) / count
	sums := l.scatterAdd(powers, l.groups(rows, count), rows)
	return must(G.HadamardDiv(powers, must(G.ByIndices(sums, l.groups(rows, count), 0))))
}
