package native

import (
	"gmnc/runtime/native/kernels"
)

// bindings make the kernel of a call, for each operator of the table and of
// this package.
var bindings = map[string]func(p *plan, c call) kernel{
	"const": bindConst, "size": bindSize, "row_numbers": bindRowNumbers,

	"neg": unary(kernels.Neg), "exp": unary(kernels.Exp), "log": unary(kernels.Log), "sqrt": unary(kernels.Sqrt),
	"square": unary(kernels.Square), "sin": unary(kernels.Sin), "cos": unary(kernels.Cos), "tanh": unary(kernels.Tanh),
	"sigmoid": unary(kernels.Sigmoid), "silu": unary(kernels.SiLU), "relu": unary(kernels.ReLU),
	"abs": unary(kernels.Abs), "sign": unary(kernels.Sign),
	"clamp": limited(kernels.Clamp), "inside": limited(kernels.Inside),

	"add": binary(kernels.Sum), "sub": binary(kernels.Difference), "mul": binary(kernels.Product),
	"div": binary(kernels.Quotient), "maximum": binary(kernels.MaximumOf), "minimum": binary(kernels.MinimumOf),
	"greater": binary(kernels.GreaterThan),
	"select":  bindSelect, "same": bindSame,

	"matmul": bindMatMul, "sum_columns": bindSumColumns, "concat": bindConcat,
	"columns": bindColumns, "pad": bindPad, "take_rows": bindTakeRows, "pad_rows": bindPadRows,

	"sum_rows": bindSumRows, "broadcast": bindBroadcast, "gather": bindGather, "scatter_add": bindScatterAdd,
	"repeat": bindRepeat, "sum_groups": bindSumGroups,

	"matmul_blocks": bindMatMulBlocks, "row_matmul": bindRowMatMul,
	"outer_groups": bindOuterGroups, "matmul_groups": bindMatMulGroups, "softmax_groups": bindSoftmaxGroups,
	outerMatMulOp.Name: bindOuterMatMul, outerGradsOp.Name: bindOuterGrads, blocksGroupsOp.Name: bindBlocksGroups,

	"cross": bindCross, "inner": bindInner, "mix": bindMix,

	transposeOp.Name: bindTranspose, linearOp.Name: bindLinear, accumulateOp.Name: bindAccumulate,
	siluSlopeOp.Name: bindSiLUSlope, linearSiLUOp.Name: bindLinearSiLU, accumulateSiLUOp.Name: bindAccumulateSiLU,
	matmulTimesOp.Name: bindMatMulTimes, accumulateTimesOp.Name: bindAccumulateTimes,
	addEdgesOp.Name: addEdges, subtractEdgesOp.Name: edgewise(kernels.Difference, subtractRow),
	addWhereOp.Name: bindAddWhere, addGathersOp.Name: bindAddGathers, addScattersOp.Name: bindAddScatters,
	sumEndsOp.Name: bindSumEnds, repeatTimesOp.Name: bindRepeatTimes,
	rowsOp.Name: bindRows, linearGradsOp.Name: bindLinearGrads,
	addScatterOp.Name: bindAddScatter, scatterMoreOp.Name: bindScatterMore,
}

func unary(f func(dst, x []float32)) func(*plan, call) kernel {
	return func(_ *plan, c call) kernel {
		to, x := c.result, c.args[0]
		return func(v *frame) { f(v.floats[to], v.floats[x]) }
	}
}

func limited(f func(dst, x []float32, low, high float32)) func(*plan, call) kernel {
	return func(_ *plan, c call) kernel {
		to, x := c.result, c.args[0]
		low, high := float32(c.node.Float("low")), float32(c.node.Float("high"))
		return func(v *frame) { f(v.floats[to], v.floats[x], low, high) }
	}
}

func binary(op kernels.Binary) func(*plan, call) kernel {
	return func(p *plan, c call) kernel {
		to, columns := c.result, p.values[c.result].columns
		x, y := p.operand(c, 0), p.operand(c, 1)
		return func(v *frame) {
			kernels.Broadcast(op, v.floats[to], len(v.floats[to])/columns, columns, x.of(v), y.of(v))
		}
	}
}

func bindSelect(p *plan, c call) kernel {
	to, columns := c.result, p.values[c.result].columns
	condition, x, y := p.operand(c, 0), p.operand(c, 1), p.operand(c, 2)
	if condition.row == 1 && condition.column == 0 {
		return selectRows(c, columns, x, y)
	}
	return func(v *frame) {
		kernels.Select(v.floats[to], len(v.floats[to])/columns, columns, condition.of(v), x.of(v), y.of(v))
	}
}

// selectRows copies whole rows, as one element of the condition decides.
func selectRows(c call, columns int, x, y operand) kernel {
	to, condition := c.result, c.args[0]
	return func(v *frame) {
		dst, sources := v.floats[to], [2]kernels.Operand{y.of(v), x.of(v)}
		for i, chosen := range v.floats[condition] {
			source := &sources[0]
			if chosen != 0 {
				source = &sources[1]
			}
			row, from := dst[i*columns:(i+1)*columns], source.Values[i*source.Row:]
			switch {
			case source.Column == 1:
				copy(row, from)
			case from[0] == 0:
				clear(row)
			default:
				for j := range row {
					row[j] = from[0]
				}
			}
		}
	}
}

func bindSiLUSlope(_ *plan, c call) kernel {
	to, slope, x := c.result, c.also[0], c.args[0]
	return func(v *frame) { kernels.SiLUSlope(v.floats[to], v.floats[slope], v.floats[x]) }
}

func bindConst(_ *plan, c call) kernel {
	to := c.result
	var values []float32
	for _, x := range c.node.Values("values") {
		values = append(values, float32(x))
	}
	return func(v *frame) { copy(v.floats[to], values) }
}

func bindSize(p *plan, c call) kernel {
	to, of := c.result, c.node.Text("of")
	if of == p.symbols.neighbors {
		return func(v *frame) { v.floats[to][0] = float32(v.neighbors) }
	}
	counted := p.symbols.extent(of)
	return func(v *frame) { v.floats[to][0] = float32(v.size.rows(counted, 0)) }
}
