package lower

import "gmnc/ir"

// Operators returns the operators of this package. Each replaces several operators of the
// table, and defines its meaning by operators of the table.
func Operators() []*ir.Op {
	return []*ir.Op{
		Transpose, Linear, Accumulate, SiLUSlope, LinearSiLU, AccumulateSiLU,
		MatMulTimes, AccumulateTimes, LinearGrads, StackRows,
		AddEdges, SubtractEdges, RepeatTimes, AddScatter,
		AddWhere, AddGathers, AddScatters, SumEndpoints,
		OuterMatMul, OuterGrads, BlocksGroups, BlocksGroupsTransposed, AddBlocksTransposed, AddBoth, TransposeBlocks,
		ChooseRows, PutRows, NormReLU, NormBackward, NormGrads, LinearColumns, MatMulColumns, ColumnsGrads,
	}
}
