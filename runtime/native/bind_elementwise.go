package native

import (
	"gmnc/ir"
	"gmnc/runtime/native/kernels"
)

// bindings make the kernel of a call, for each operator of the table and of
// this package.
var bindings = map[ir.OpName]func(p *plan, c call) kernel{
	ir.Const: bindConst, ir.Size: bindSize, ir.RowNumbers: bindRowNumbers,

	ir.Neg: unary(kernels.Neg), ir.Exp: unary(kernels.Exp), ir.Log: unary(kernels.Log), ir.Sqrt: unary(kernels.Sqrt),
	ir.Square: unary(kernels.Square), ir.Sin: unary(kernels.Sin), ir.Cos: unary(kernels.Cos), ir.Tanh: unary(kernels.Tanh),
	ir.Sigmoid: unary(kernels.Sigmoid), ir.SiLU: unary(kernels.SiLU), ir.ReLU: unary(kernels.ReLU),
	ir.Abs: unary(kernels.Abs), ir.Sign: unary(kernels.Sign),
	ir.Clamp: limited(kernels.Clamp), ir.Inside: limited(kernels.Inside),

	ir.Add: binary(kernels.Sum), ir.Sub: binary(kernels.Difference), ir.Mul: binary(kernels.Product),
	ir.Div: binary(kernels.Quotient), ir.Maximum: binary(kernels.MaximumOf), ir.Minimum: binary(kernels.MinimumOf),
	ir.Greater: binary(kernels.GreaterThan),
	ir.Select:  bindSelect, ir.Same: bindSame,

	ir.MatMul: bindMatMul, ir.SumColumns: bindSumColumns, ir.Concat: bindConcat,
	ir.Columns: bindColumns, ir.Pad: bindPad, ir.TakeRows: bindTakeRows, ir.PadRows: bindPadRows,

	ir.SumRows: bindSumRows, ir.Broadcast: bindBroadcast, ir.Gather: bindGather, ir.ScatterAdd: bindScatterAdd,
	ir.Repeat: bindRepeat, ir.SumGroups: bindSumGroups,

	ir.MatMulBlocks: bindMatMulBlocks, ir.RowMatMul: bindRowMatMul,
	ir.OuterGroups: bindOuterGroups, ir.MatMulGroups: bindMatMulGroups, ir.SoftmaxGroups: bindSoftmaxGroups,
	outerMatMulOp.Name: bindOuterMatMul, outerGradsOp.Name: bindOuterGrads, blocksGroupsOp.Name: bindBlocksGroups,
	blocksBesideOp.Name: bindBlocksBeside, addBesideOp.Name: bindAddBeside, addBothOp.Name: bindAddBoth, turnOp.Name: bindTurn,

	linearColumnsOp.Name: bindLinearColumns, matmulColumnsOp.Name: bindMatMulColumns, columnsGradsOp.Name: bindColumnsGrads,
	normReLUOp.Name: bindNormReLU, normBackOp.Name: bindNormBack, normGradsOp.Name: bindNormGrads,

	ir.Tensions: bindTensions, ir.JointRates: bindJointRates, ir.SumPaths: bindSumPaths,

	ir.Cross: bindCross, ir.Inner: bindInner, ir.Mix: bindMix,

	transposeOp.Name: bindTranspose, linearOp.Name: bindLinear, accumulateOp.Name: bindAccumulate,
	siluSlopeOp.Name: bindSiLUSlope, linearSiLUOp.Name: bindLinearSiLU, accumulateSiLUOp.Name: bindAccumulateSiLU,
	matmulTimesOp.Name: bindMatMulTimes, accumulateTimesOp.Name: bindAccumulateTimes,
	addEdgesOp.Name: addEdges, subtractEdgesOp.Name: subtractEdges,
	chooseRowsOp.Name: bindChooseRows, putRowsOp.Name: bindPutRows,
	addWhereOp.Name: bindAddWhere, addGathersOp.Name: bindAddGathers, addScattersOp.Name: bindAddScatters,
	sumEndsOp.Name: bindSumEnds, repeatTimesOp.Name: bindRepeatTimes,
	linearGradsOp.Name: bindLinearGrads, stackRowsOp.Name: bindStackRows, addScatterOp.Name: bindAddScatter,
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
