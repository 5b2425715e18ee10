package native

import (
	"maps"

	"gmnc/ir"
	"gmnc/runtime/native/kernels"
	"gmnc/runtime/native/lower"
)

// binding makes the kernel of a call.
type binding func(p *plan, c call) kernel

// bindings holds the operators that have a kernel, of the table and of package lower. Each file of
// kernels begins with those that it binds.
var bindings = merged(
	elementwiseBindings, rowsBindings, matrixBindings, batchedBindings, groupsBindings,
	columnsBindings, normBindings, vectorBindings, chooseBindings,
)

func merged(tables ...map[ir.OpName]binding) map[ir.OpName]binding {
	all := map[ir.OpName]binding{}
	for _, table := range tables {
		maps.Copy(all, table)
	}
	return all
}

// bindingOf returns what makes the kernel of a node. An operator that is not among the bindings
// calls the function of its row, or its row is evaluated. bindingOf returns nil if it can't be.
func bindingOf(n *ir.Node) binding {
	bind := bindings[n.Op.Name]
	switch {
	case bind == nil && n.Op.Function != nil:
		return unary(kernels.InFloat64(n.Op.Function))
	case bind == nil && evaluable(n):
		return bindEvaluation
	}
	return bind
}

// inPlace holds the operators whose kernels may overwrite an argument of the result's shape:
// any of the first N arguments.
var inPlace = map[ir.OpName]int{
	ir.Clamp: 1, ir.Inside: 1,
	ir.Add: 2, ir.Sub: 2, ir.Mul: 2, ir.Div: 2, ir.Maximum: 2, ir.Minimum: 2, ir.Greater: 2, ir.Select: 3,
	lower.SiLUSlope.Name: 1, lower.Accumulate.Name: 1, lower.AccumulateSiLU.Name: 1, lower.AccumulateTimes.Name: 1, lower.AddScatter.Name: 1,
	lower.AddWhere.Name: 1, lower.NormReLU.Name: 1, lower.NormBackward.Name: 1, lower.AddBlocksTransposed.Name: 1, lower.AddBoth.Name: 1,
}
