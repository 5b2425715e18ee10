package native

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
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
