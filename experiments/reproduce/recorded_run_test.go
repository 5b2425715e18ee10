package reproduce

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/experiments/reproduce/pages"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/internal/test/testenv"
	"gmnc/run"
)

func TestAbsentRecordings(t *testing.T) {
	for folder, message := range map[string]string{
		"":          "it needs recorded data: name their folder by data",
		t.TempDir(): "the folder of recorded data has no md17_uracil.npz, uracil_dft.npz, md17_reconstructed_uracil.npz",
	} {
		tables, err := protocol.Select(protocol.Tables, []string{"rf"}, []string{"uracil"})
		require.NoError(t, err)
		job := smallJob(t, tables...)
		job.Source = folder
		table := reproduced(t, job).Tables[0]
		require.Equal(t, "md17", table.Name)
		require.Equal(t, message, table.Comparisons[0].Measured[0].Blank)
	}
	job := smallJob(t)
	job.Source = filepath.Join(t.TempDir(), "none")
	_, err := Run(t.Context(), job)
	require.ErrorContains(t, err, "cannot read the folder of recorded data: open "+job.Source)
}

// TestRecordedTraining: models take what recorded data have.
func TestRecordedTraining(t *testing.T) {
	row := small("A", config.Published)
	table := protocol.Table{Name: "small", Metric: protocol.PositionError, Figure: protocol.DotPlots, Rows: []protocol.Row{row, protocol.Hinged(row)}, Columns: protocol.OnMotion()}
	table.Rows[1].Name = "B"
	job := smallJob(t, table)
	job.Seeds, job.Source = job.Seeds[:1], testenv.Data(t)
	places := reproduced(t, job).Tables[0].Comparisons
	for _, p := range places {
		require.Contains(t, p.Measured[0].Result.Source, "motion capture, 35.asf")
		require.Less(t, p.Measured[0].Errors.Constraint, 1e-3, "in a skeleton of 30 units")
	}
	require.NotEqual(t, places[0].Measured[0].Errors, places[1].Measured[0].Errors)
	r, err := run.Read(run.Folder(filepath.Join(job.Folder, pages.RunsFolder, places[0].Measured[0].Result.Run)))
	require.NoError(t, err)
	require.Equal(t, []string{"hop"}, r.Config.Model.EdgeFeatures)
}
