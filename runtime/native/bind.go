package native

import (
	"gmnc/ir"
	"gmnc/runtime/native/kernels"
	"gmnc/runtime/native/lower"
)

// bindings holds the functions that make the kernel of a call, for each operator of the table
// and of package lower. An operator of one element that has no kernel here calls the function of
// its row.
var bindings = ir.WithFunctions(map[ir.OpName]func(p *plan, c call) kernel{
	ir.Const: bindConst, ir.Size: bindSize, ir.RowNumbers: bindRowNumbers,

	ir.Neg: unary(kernels.Neg), ir.Exp: unary(kernels.Exp), ir.Log: unary(kernels.Log), ir.Sqrt: unary(kernels.Sqrt),
	ir.Square:  unary(kernels.Square),
	ir.Sigmoid: unary(kernels.Sigmoid), ir.SiLU: unary(kernels.SiLU), ir.ReLU: unary(kernels.ReLU),
	ir.Abs: unary(kernels.Abs), ir.Sign: unary(kernels.Sign),
	ir.Clamp: limited(kernels.Clamp), ir.Inside: limited(kernels.Inside),

	ir.Add: binary(kernels.Sum), ir.Sub: binary(kernels.Difference), ir.Mul: binary(kernels.Product),
	ir.Div: binary(kernels.Quotient), ir.Maximum: binary(kernels.MaximumOf), ir.Minimum: binary(kernels.MinimumOf),
	ir.Greater: binary(kernels.GreaterThan),
	ir.Select:  bindSelect, ir.Same: bindSame, ir.OneHot: bindOneHot,

	ir.MatMul: bindMatMul, ir.SumColumns: bindSumColumns, ir.Concat: bindConcat,
	ir.Columns: bindColumns, ir.Pad: bindPad, ir.TakeRows: bindTakeRows, ir.PadRows: bindPadRows,

	ir.SumRows: bindSumRows, ir.Broadcast: bindBroadcast, ir.Gather: bindGather, ir.ScatterAdd: bindScatterAdd,
	ir.Repeat: bindRepeat, ir.SumGroups: bindSumGroups,

	ir.MatMulBlocks: bindMatMulBlocks, ir.RowMatMul: bindRowMatMul,
	ir.OuterGroups: bindOuterGroups, ir.MatMulGroups: bindMatMulGroups, ir.SoftmaxGroups: bindSoftmaxGroups,
	lower.OuterMatMul.Name: bindOuterMatMul, lower.OuterGrads.Name: bindOuterGrads, lower.BlocksGroups.Name: bindBlocksGroups,
	lower.BlocksGroupsTransposed.Name: bindBlocksGroupsTransposed, lower.AddBlocksTransposed.Name: bindAddBlocksTransposed, lower.AddBoth.Name: bindAddBoth, lower.TransposeBlocks.Name: bindTransposeBlocks,

	lower.LinearColumns.Name: bindLinearColumns, lower.MatMulColumns.Name: bindMatMulColumns, lower.ColumnsGrads.Name: bindColumnsGrads,
	lower.NormReLU.Name: bindNormReLU, lower.NormBackward.Name: bindNormBackward, lower.NormGrads.Name: bindNormGrads,

	ir.Tensions: bindTensions, ir.JointRates: bindJointRates, ir.SumPaths: bindSumPaths,
	ir.JointMeasure: bindJointMeasure, ir.JointPlace: bindJointPlace, ir.JointStart: bindJointStart, ir.JointStep: bindJointStep,
	ir.JointStopStep: bindJointStep,

	ir.Cross: bindCross, ir.Inner: bindInner, ir.Mix: bindMix,

	lower.Transpose.Name: bindTranspose, lower.Linear.Name: bindLinear, lower.Accumulate.Name: bindAccumulate,
	lower.SiLUSlope.Name: bindSiLUSlope, lower.LinearSiLU.Name: bindLinearSiLU, lower.AccumulateSiLU.Name: bindAccumulateSiLU,
	lower.MatMulTimes.Name: bindMatMulTimes, lower.AccumulateTimes.Name: bindAccumulateTimes,
	lower.AddEdges.Name: addEdges, lower.SubtractEdges.Name: subtractEdges,
	lower.ChooseRows.Name: bindChooseRows, lower.PutRows.Name: bindPutRows,
	lower.AddWhere.Name: bindAddWhere, lower.AddGathers.Name: bindAddGathers, lower.AddScatters.Name: bindAddScatters,
	lower.SumEndpoints.Name: bindSumEndpoints, lower.RepeatTimes.Name: bindRepeatTimes,
	lower.LinearGrads.Name: bindLinearGrads, lower.StackRows.Name: bindStackRows, lower.AddScatter.Name: bindAddScatter,
}, func(f func(float64) float64) func(*plan, call) kernel { return unary(kernels.InFloat64(f)) })

// inPlace holds the operators whose kernels may overwrite an argument of the result's shape:
// any of the first N arguments. All operators of one element are among them.
var inPlace = ir.WithFunctions(map[ir.OpName]int{
	ir.Clamp: 1, ir.Inside: 1,
	ir.Add: 2, ir.Sub: 2, ir.Mul: 2, ir.Div: 2, ir.Maximum: 2, ir.Minimum: 2, ir.Greater: 2, ir.Select: 3,
	lower.SiLUSlope.Name: 1, lower.Accumulate.Name: 1, lower.AccumulateSiLU.Name: 1, lower.AccumulateTimes.Name: 1, lower.AddScatter.Name: 1,
	lower.AddWhere.Name: 1, lower.NormReLU.Name: 1, lower.NormBackward.Name: 1, lower.AddBlocksTransposed.Name: 1, lower.AddBoth.Name: 1,
}, func(func(float64) float64) int { return 1 })
