package native

import (
	"gmnc/ir"
	"gmnc/runtime/native/kernels"
)

var batchedBindings = map[ir.OpName]binding{
	ir.MatMulBlocks: bindMatMulBlocks, ir.RowMatMul: bindRowMatMul, ir.OuterGroups: bindOuterGroups,
	ir.MatMulGroups: bindMatMulGroups, ir.SoftmaxGroups: bindSoftmaxGroups,
}

// These are the products of many small matrices: of blocks of rows, of rows, of groups.

// bindMatMulBlocks views each row of x as several rows of a matrix. If it sums over rows of
// systems, it adds up over the shards of a lane.
func bindMatMulBlocks(p *plan, c call) kernel {
	to, x, y := c.result, c.args[0], c.args[1]
	width := p.values[x].columns / c.node.Int("blocks")
	if !c.node.Bool("transpose_x") {
		columns := p.values[y].columns
		return func(v *frame) {
			v.ahead.MatMul(v.floats[to], columns, v.floats[x], width, 1, v.floats[y], columns,
				len(v.floats[to])/columns, columns, width, nil, false)
		}
	}
	columns, sums := p.values[to].columns, p.values[x].extent != fixed
	return func(v *frame) {
		v.ahead.MatMul(v.floats[to], columns, v.floats[x], 1, width, v.floats[y], columns,
			width, columns, len(v.floats[y])/columns, nil, sums && !c.begins(v, to))
	}
}

func bindRowMatMul(p *plan, c call) kernel {
	to, x, y := c.result, c.args[0], c.args[1]
	size := kernels.ProductSize{
		Rows: p.values[x].columns / c.node.Int("inner"), Inner: c.node.Int("inner"), Columns: p.values[y].columns / c.node.Int("inner"),
		TransposeX: c.node.Bool("transpose_x"), TransposeY: c.node.Bool("transpose_y"),
	}
	return func(v *frame) { kernels.MatMulEach(v.floats[to], v.floats[x], v.floats[y], size) }
}

// bindOuterGroups multiplies the transposed rows of a group with the rows of the other
// argument.
func bindOuterGroups(p *plan, c call) kernel {
	to, x, y := c.result, c.args[0], c.args[1]
	size := kernels.ProductSize{Rows: p.values[x].columns, Columns: p.values[y].columns, TransposeX: true}
	return func(v *frame) {
		size := size
		size.Inner = v.neighbors
		kernels.MatMulEach(v.floats[to], v.floats[x], v.floats[y], size)
	}
}

func bindMatMulGroups(p *plan, c call) kernel {
	to, x, y := c.result, c.args[0], c.args[1]
	size := kernels.ProductSize{Inner: p.values[x].columns, Columns: p.values[to].columns, TransposeY: c.node.Bool("transpose")}
	return func(v *frame) {
		size := size
		size.Rows = v.neighbors
		kernels.MatMulEach(v.floats[to], v.floats[x], v.floats[y], size)
	}
}

func bindSoftmaxGroups(p *plan, c call) kernel {
	to, x, width := c.result, c.args[0], p.values[c.result].columns
	return func(v *frame) { kernels.SoftmaxGroups(v.floats[to], v.floats[x], v.neighbors, width) }
}
