package native

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
	"gmnc/runtime/native/lower"
)

// TestBindingsOfFiles: an operator has its kernel in one file, since the tables of files are merged.
func TestBindingsOfFiles(t *testing.T) {
	count := 0
	for _, table := range []map[ir.OpName]binding{
		elementwiseBindings, rowsBindings, matrixBindings, batchedBindings, groupsBindings,
		columnsBindings, normBindings, vectorBindings, chooseBindings,
	} {
		require.NotEmpty(t, table)
		count += len(table)
	}
	require.Len(t, bindings, count)
}

// TestFunctionsOverwrite: the kernel of a function of one element may overwrite its argument, and those
// of other operators as many as inPlace says.
func TestFunctionsOverwrite(t *testing.T) {
	for name, want := range map[ir.OpName]int{ir.Sin: 1, ir.Exp: 1, ir.Add: 2, ir.MatMul: 0} {
		op, err := ir.LookupOp(name)
		require.NoError(t, err)
		require.Equal(t, want, call{node: &ir.Node{Op: op}, args: make([]int, op.Arity)}.overwrites(), name)
	}
	for _, op := range []*ir.Op{lower.Accumulate, lower.AccumulateSiLU, lower.AccumulateTimes, lower.AddScatter, lower.AddWhere, lower.NormReLU, lower.NormBackward, lower.AddBlocksTransposed, lower.AddBoth} {
		require.Equal(t, 1, call{node: &ir.Node{Op: op}, args: make([]int, 9)}.overwrites(), "%s adds to its first argument", op.Name)
	}
}
