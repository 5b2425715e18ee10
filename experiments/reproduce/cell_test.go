package reproduce

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/experiments/reproduce/protocol"
)

// TestTheGraphIsPartOfACell: what another build makes of the same options is
// another cell.
func TestTheGraphIsPartOfACell(t *testing.T) {
	table := oneCellTable()
	c := table.Cell(table.Rows[0], table.Columns[0], 1)
	require.NotEmpty(t, c.Graph)
	other := c
	other.Graph = "fedcba9876543210"
	require.NotEqual(t, protocol.Digest(c), protocol.Digest(other))
	require.NotEqual(t, protocol.Digest(c.TrainingKey()), protocol.Digest(other.TrainingKey()))
}
