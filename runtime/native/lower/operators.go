package lower

import "gmnc/ir"

// Operators returns the operators of this package, each of which takes the place of
// several of the table. Each says in operators of the table what it stands for.
func Operators() []*ir.Op {
	return []*ir.Op{
		Transpose, Linear, Accumulate, SiLUSlope, LinearSiLU, AccumulateSiLU,
		MatMulTimes, AccumulateTimes, LinearGrads, StackRows,
		AddEdges, SubtractEdges, RepeatTimes, AddScatter,
		AddWhere, AddGathers, AddScatters, SumEnds,
		OuterMatMul, OuterGrads, BlocksGroups, BlocksBeside, AddBeside, AddBoth, Turn,
		ChooseRows, PutRows, NormReLU, NormBack, NormGrads, LinearColumns, MatMulColumns, ColumnsGrads,
	}
}
