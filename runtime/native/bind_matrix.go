package native

import (
	"gmnc/ir"
	"gmnc/runtime/native/kernels"
	"gmnc/runtime/native/lower"
)

var matrixBindings = map[ir.OpName]binding{
	ir.MatMul: bindMatMul, ir.SumColumns: bindSumColumns, ir.Concat: bindConcat, ir.Columns: bindColumns,
	ir.Pad: bindPad, ir.TakeRows: bindTakeRows, ir.PadRows: bindPadRows, lower.Transpose.Name: bindTranspose,
	lower.Linear.Name: bindLinear, lower.Accumulate.Name: bindAccumulate, lower.LinearSiLU.Name: bindLinearSiLU,
	lower.AccumulateSiLU.Name: bindAccumulateSiLU, lower.MatMulTimes.Name: bindMatMulTimes,
	lower.AccumulateTimes.Name: bindAccumulateTimes, lower.LinearGrads.Name: bindLinearGrads,
	lower.StackRows.Name: bindStackRows,
}

// bindMatMul multiplies x, transposed or not, with y. If it sums over rows of systems, it adds
// up over the shards of a lane.
func bindMatMul(p *plan, c call) kernel {
	to, x, y := c.result, c.args[0], c.args[1]
	inner, columns := p.values[x].columns, p.values[y].columns
	if !c.node.Bool("transpose_x") {
		return func(v *frame) {
			dst := v.floats[to]
			v.ahead.MatMul(dst, columns, v.floats[x], inner, 1, v.floats[y], columns,
				len(dst)/columns, columns, inner, nil, false)
		}
	}
	sums := p.values[x].extent != fixed
	return func(v *frame) {
		v.ahead.MatMul(v.floats[to], columns, v.floats[x], 1, inner, v.floats[y], columns,
			inner, columns, len(v.floats[y])/columns, nil, sums && !c.begins(v, to))
	}
}

// bindLinearGrads adds up both sums over the shards of a lane.
func bindLinearGrads(p *plan, c call) kernel {
	to, bias, x, y := c.result, c.also[0], c.args[0], c.args[1]
	inner, columns := p.values[x].columns, p.values[y].columns
	return func(v *frame) {
		dy := v.floats[y]
		v.ahead.MatMul(v.floats[to], columns, v.floats[x], 1, inner, dy, columns,
			inner, columns, len(dy)/columns, nil, !c.begins(v, to))
		if c.begins(v, bias) {
			clear(v.floats[bias])
		}
		kernels.SumRows(v.floats[bias], dy)
	}
}

func bindLinear(p *plan, c call) kernel {
	to, x, w, bias := c.result, c.args[0], c.args[1], c.args[2]
	inner, columns := p.values[x].columns, p.values[w].columns
	return func(v *frame) {
		dst := v.floats[to]
		v.ahead.MatMul(dst, columns, v.floats[x], inner, 1, v.floats[w], columns,
			len(dst)/columns, columns, inner, v.floats[bias], false)
	}
}

// starts holds the operators from whose results a product may start.
var starts = map[ir.OpName]func(*plan, call) kernel{
	ir.Repeat: bindRepeat, lower.RepeatTimes.Name: bindRepeatTimes, lower.AddEdges.Name: addEdges, ir.Add: binary(kernels.Sum),
}

// start returns a kernel that fills the result with the value to which a product is added, and
// the remaining arguments.
func (p *plan) start(c call) (fill kernel, others []int) {
	op := lower.StartOf(c.node)
	if op == nil {
		to, y := c.result, c.args[0]
		return func(v *frame) { copyUnlessSame(v.floats[to], v.floats[y]) }, c.args[1:]
	}
	return starts[op.Name](p, call{node: c.node, result: c.result, args: c.args[:op.Arity]}), c.args[op.Arity:]
}

func bindAccumulate(p *plan, c call) kernel {
	fill, others := p.start(c)
	to, x, w := c.result, others[0], others[1]
	inner, columns := p.values[x].columns, p.values[w].columns
	if lower.StartOf(c.node) == lower.AddEdges {
		begin := p.edges(c)
		return func(v *frame) { begin(v).MatMul(v.floats[to], v.floats[x], v.floats[w], columns, inner) }
	}
	return func(v *frame) {
		fill(v)
		dst := v.floats[to]
		v.ahead.MatMul(dst, columns, v.floats[x], inner, 1, v.floats[w], columns,
			len(dst)/columns, columns, inner, nil, true)
	}
}

func bindLinearSiLU(p *plan, c call) kernel {
	to, x, w, bias := c.result, c.args[0], c.args[1], c.args[2]
	inner, columns := p.values[x].columns, p.values[w].columns
	return func(v *frame) {
		dst := v.floats[to]
		v.ahead.MatMulSiLU(dst, c.slope(v), v.floats[x], v.floats[w], len(dst)/columns, columns, inner, v.floats[bias], false)
	}
}

func bindAccumulateSiLU(p *plan, c call) kernel {
	fill, others := p.start(c)
	to, x, w := c.result, others[0], others[1]
	inner, columns := p.values[x].columns, p.values[w].columns
	if lower.StartOf(c.node) == lower.AddEdges {
		begin := p.edges(c)
		return func(v *frame) {
			begin(v).MatMulSiLU(v.floats[to], c.slope(v), v.floats[x], v.floats[w], columns, inner)
		}
	}
	return func(v *frame) {
		fill(v)
		dst := v.floats[to]
		v.ahead.MatMulSiLU(dst, c.slope(v), v.floats[x], v.floats[w], len(dst)/columns, columns, inner, nil, true)
	}
}

// slope returns the memory for SiLU's slope, or nil if the call does not return it.
func (c call) slope(v *frame) []float32 {
	if len(c.also) == 0 {
		return nil
	}
	return v.floats[c.also[0]]
}

func bindMatMulTimes(p *plan, c call) kernel {
	to, x, w, z := c.result, c.args[0], c.args[1], c.args[2]
	inner, columns := p.values[x].columns, p.values[w].columns
	return func(v *frame) {
		dst := v.floats[to]
		v.ahead.MatMulTimes(dst, v.floats[x], v.floats[w], v.floats[z], len(dst)/columns, columns, inner, false)
	}
}

func bindAccumulateTimes(p *plan, c call) kernel {
	fill, others := p.start(c)
	to, x, w, z := c.result, others[0], others[1], others[2]
	inner, columns := p.values[x].columns, p.values[w].columns
	if op := lower.StartOf(c.node); op != nil && op.Name == ir.Repeat {
		rows := c.args[0]
		return func(v *frame) {
			dst := v.floats[to]
			v.ahead.MatMulRepeatTimes(dst, v.ofReceivers(rows, columns), v.floats[x], v.floats[w], v.floats[z],
				v.neighbors, len(dst)/columns, columns, inner)
		}
	}
	return func(v *frame) {
		fill(v)
		dst := v.floats[to]
		v.ahead.MatMulTimes(dst, v.floats[x], v.floats[w], v.floats[z], len(dst)/columns, columns, inner, true)
	}
}

func bindTranspose(p *plan, c call) kernel {
	to, x := c.result, c.args[0]
	rows, columns := p.values[x].rows, p.values[x].columns
	return func(v *frame) { kernels.Transpose(v.floats[to], v.floats[x], rows, columns) }
}

func bindSumColumns(p *plan, c call) kernel {
	to, x, columns := c.result, c.args[0], p.values[c.args[0]].columns
	return func(v *frame) { kernels.SumColumns(v.floats[to], v.floats[x], columns) }
}

func bindConcat(p *plan, c call) kernel {
	to, total := c.result, p.values[c.result].columns
	parts := make([]int, len(c.args)) // the width of each
	for i, arg := range c.args {
		parts[i] = p.values[arg].columns
	}
	return func(v *frame) {
		dst := v.floats[to]
		at, rows := 0, len(dst)/total
		for i, width := range parts {
			copyColumns(dst, at, total, v.floats[c.args[i]], 0, width, rows, width)
			at += width
		}
	}
}

func bindColumns(p *plan, c call) kernel {
	to, x, start := c.result, c.args[0], c.node.Int("start")
	width, total := p.values[to].columns, p.values[x].columns
	return func(v *frame) {
		copyColumns(v.floats[to], 0, width, v.floats[x], start, total, len(v.floats[to])/width, width)
	}
}

func bindPad(p *plan, c call) kernel {
	to, x, start := c.result, c.args[0], c.node.Int("before")
	total, width := p.values[to].columns, p.values[x].columns
	return func(v *frame) {
		clear(v.floats[to])
		copyColumns(v.floats[to], start, total, v.floats[x], 0, width, len(v.floats[x])/width, width)
	}
}

// copyColumns copies width columns of src, beginning at the column from, to dst, beginning at
// the column to.
func copyColumns(dst []float32, to, lddst int, src []float32, from, ldsrc, rows, width int) {
	if rows > 0 {
		kernels.CopyColumns(dst[to:], lddst, src[from:], ldsrc, rows, width)
	}
}

func bindTakeRows(p *plan, c call) kernel {
	to, x, start := c.result, c.args[0], c.node.Int("start")*p.values[c.result].columns
	return func(v *frame) { copy(v.floats[to], v.floats[x][start:]) }
}

func bindPadRows(p *plan, c call) kernel {
	to, x, start := c.result, c.args[0], c.node.Int("before")*p.values[c.result].columns
	return func(v *frame) {
		clear(v.floats[to])
		copy(v.floats[to][start:], v.floats[x])
	}
}

func bindStackRows(_ *plan, c call) kernel {
	return func(v *frame) {
		dst := v.floats[c.result]
		for _, part := range c.args {
			dst = dst[copy(dst, v.floats[part]):]
		}
	}
}
