package native

import (
	"slices"

	"gmnc/ir"
	"gmnc/runtime/native/kernels"
	"gmnc/runtime/native/lower"
)

var columnsBindings = map[ir.OpName]binding{
	lower.LinearColumns.Name: bindLinearColumns, lower.MatMulColumns.Name: bindMatMulColumns,
	lower.ColumnsGrads.Name: bindColumnsGrads,
}

func bindLinearColumns(p *plan, c call) kernel { return bindSides(p, c, 2) }
func bindMatMulColumns(p *plan, c call) kernel { return bindSides(p, c, 1) }

// bindSides multiplies columns of x with each layer, which has arity arguments.
func bindSides(p *plan, c call, arity int) kernel {
	to, x, layers := c.result, c.args[0], c.args[1:]
	from, total := p.values[x].columns, p.values[to].columns
	return func(v *frame) {
		dst, src := v.floats[to], v.floats[x]
		rows, in, out := len(dst)/total, 0, 0
		for layer := range slices.Chunk(layers, arity) {
			var bias []float32
			if arity > 1 {
				bias = v.floats[layer[1]]
			}
			w := p.values[layer[0]]
			kernels.MatMul(fromColumn(dst, out), total, fromColumn(src, in), from, 1, v.floats[layer[0]], w.columns, rows, w.columns, w.rows, bias, false)
			in, out = in+w.rows, out+w.columns
		}
	}
}

// bindColumnsGrads adds up over the shards of a lane.
func bindColumnsGrads(p *plan, c call) kernel {
	to, x, y := c.result, c.args[0], c.args[1]
	strideX, strideY, startX, startY := p.values[x].columns, p.values[y].columns, c.node.Int("start"), c.node.Int("dy_start")
	rows, columns, sums := p.values[to].rows, p.values[to].columns, p.values[x].extent != fixed
	return func(v *frame) {
		dy := v.floats[y]
		kernels.MatMul(v.floats[to], columns, fromColumn(v.floats[x], startX), 1, strideX, fromColumn(dy, startY), strideY,
			rows, columns, len(dy)/strideY, nil, sums && !c.begins(v, to))
	}
}

// fromColumn returns x from a column of its first row on, if it has rows.
func fromColumn(x []float32, column int) []float32 { return x[min(column, len(x)):] }
