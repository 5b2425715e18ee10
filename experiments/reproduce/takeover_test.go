package reproduce

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/experiments/reproduce/protocol"
)

// TestFolderOfTablesAlone goes on from a table whose cells and runs are not there.
func TestFolderOfTablesAlone(t *testing.T) {
	job := smallJob(t, oneCellTable())
	first := reproduced(t, job)
	table := strings.ReplaceAll(text(t, first), first.Tables[0].Comparisons[0].Measured[0].Result.Version, "0.1.0+abc")

	begun := func(t *testing.T, table string) (steps int, again string) {
		job := job
		job.Folder = t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(job.Folder, "small.csv"), []byte(table), 0o600))
		counted := trained(&job)
		again = text(t, reproduced(t, job))
		return *counted, again
	}
	t.Run("of a recorded build", func(t *testing.T) {
		steps, again := begun(t, table)
		require.Zero(t, steps)
		require.Equal(t, table, again)
	})
	t.Run("of a build that is not recorded", func(t *testing.T) {
		steps, again := begun(t, strings.ReplaceAll(table, "0.1.0+abc", protocol.Unrecorded))
		require.Positive(t, steps)
		require.NotContains(t, again, protocol.Unrecorded)
	})
	t.Run("of another training", func(t *testing.T) {
		run := first.Tables[0].Comparisons[0].Measured[0].Result.Run
		steps, _ := begun(t, strings.ReplaceAll(table, run, "0123456789abcdef"))
		require.Positive(t, steps)
	})
	t.Run("of another graph", func(t *testing.T) {
		graph := first.Tables[0].Comparisons[0].Measured[0].Result.Graph
		steps, _ := begun(t, strings.ReplaceAll(table, graph, "0123456789abcdef"))
		require.Positive(t, steps)
	})
}
