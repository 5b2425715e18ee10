package reproduce

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/experiments/reproduce/corpus"
	"gmnc/experiments/reproduce/pages"
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

// TestResultsThatAreTaken: an earlier result is taken for a cell that has none, if it is of the same training, the same graph and a recorded build.
func TestResultsThatAreTaken(t *testing.T) {
	r := &runner{job: smallJob(t, oneCellTable()), results: resultStore{t.TempDir()}, recordings: corpus.NewRecordings("")}
	e := r.job.Tables[0].Entries()[0]
	c, _, err := r.cell(e, 2)
	require.NoError(t, err)
	earlier := func(version, training, graph string) pages.Measured {
		return pages.Measured{Seed: 2, Overflow: "in epoch 1", Result: &protocol.Result{Version: version, Run: training, Graph: graph}}
	}
	own := protocol.Digest(c.TrainingKey())
	for _, other := range []pages.Measured{{Seed: 2}, earlier(protocol.Unrecorded, own, c.Graph), earlier("1", "other", c.Graph), earlier("1", own, c.Graph+"other")} {
		require.NoError(t, r.takeFrom(e, other))
		taken, err := r.results.get(c)
		require.NoError(t, err)
		require.Nil(t, taken)
	}
	for _, version := range []string{"1", "2"} { // the second is too late
		require.NoError(t, r.takeFrom(e, earlier(version, own, c.Graph)))
		taken, err := r.results.get(c)
		require.NoError(t, err)
		require.Equal(t, "1", taken.Version)
		require.Equal(t, "in epoch 1", taken.Overflow)
	}
	require.NoError(t, r.takeOver(), "there is no table")
	require.NoError(t, os.MkdirAll(r.job.Folder, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(r.job.Folder, "small.csv"), nil, 0o600))
	require.ErrorContains(t, r.takeOver(), "small.csv is not a table of gmnc reproduce")
}
