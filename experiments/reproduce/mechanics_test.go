package reproduce

import (
	"encoding/csv"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/experiments/reproduce/corpus"
	"gmnc/experiments/reproduce/pages"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/internal/test/testenv"
)

// someMechanics is the table with some of its columns, whose trainings are short.
func someMechanics(t *testing.T, epochs int, systems ...string) protocol.Table {
	t.Helper()
	i := slices.IndexFunc(protocol.Tables, func(table protocol.Table) bool { return table.Name == corpus.Mechanics })
	selected, err := protocol.Select(protocol.Tables[i:i+1], []string{protocol.All}, systems)
	require.NoError(t, err)
	table := selected[0]
	table.Rows = slices.Clone(table.Rows)
	for i := range table.Rows {
		table.Rows[i].Training.Epochs = min(epochs, table.Rows[i].Training.Epochs)
	}
	return table
}

// TestMechanics: what is known is followed to rounding, what is learned gets nearer to it
// with the training, and the page says both beside goal and published figure.
func TestMechanics(t *testing.T) {
	job := smallJob(t, someMechanics(t, 20, "pendulum 1"))
	job.Seeds, job.Source = job.Seeds[:1], testenv.Data(t)
	report := reproduced(t, job)
	places := report.Tables[0].Comparisons
	require.Len(t, places, 2, "two rows are of this system")
	known, learned := places[0].Measured[0].Errors, places[1].Measured[0].Errors
	require.Less(t, known.Rollout, 5e-6)
	require.Zero(t, known.Constants)
	require.Less(t, learned.Rollout, 0.01)
	require.Greater(t, learned.Constants, 0.0)
	require.Less(t, learned.Constants, 0.01)

	files, err := report.WriteText(job.Folder, "gmnc reproduce mechanics")
	require.NoError(t, err)
	page, err := os.ReadFile(files[1])
	require.NoError(t, err)
	require.Contains(t, string(page), "| pendulum 1 | 800 | all | nothing | 5e-06 |")
	require.Contains(t, string(page), "| yes |  | 5.2e-5 (CLNN) |")
	earlier, err := pages.ReadEarlier(filepath.Join(job.Folder, "mechanics.csv"))
	require.NoError(t, err)
	read := earlier[pages.CellKey{Entry: pages.EntryKeyOf(report.Tables[0].Table, places[1].Column, places[1].Row), Seed: 1}].Errors
	require.InEpsilon(t, learned.Rollout, read.Rollout, 1e-4)
	require.InEpsilon(t, learned.Constants, read.Constants, 1e-4)
}

// TestGoals: every goal is the goal of a place of the table, and every published figure
// says whose it is.
func TestGoals(t *testing.T) {
	known, figures := pages.GoalFigures()
	goals := maps.Clone(known)
	for _, table := range protocol.Tables {
		if !table.Metric.Goals {
			continue
		}
		for _, e := range table.Entries() {
			delete(goals, pages.EntryKeyOf(table, e.Column, e.Row))
		}
	}
	var left []string
	for at := range goals {
		left = append(left, strings.Join(at[:], ", "))
	}
	slices.Sort(left)
	require.Empty(t, left)
	require.NotEmpty(t, figures)
	lines, err := csv.NewReader(strings.NewReader(pages.GoalsText)).ReadAll()
	require.NoError(t, err)
	for _, cells := range lines[1:] {
		line := strings.Join(cells, ", ")
		source, published := cells[len(cells)-1], cells[len(cells)-2]
		require.Equal(t, published == "", source == "", line)
		require.True(t, source == "" || pages.SourcesOfGoals[source] != "", line)
	}
}
