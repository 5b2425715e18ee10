package reproduce

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/internal/test/testenv"
	"gmnc/run"
	"gmnc/system"
)

func TestRecordingsAreKnownByTheirContent(t *testing.T) {
	folder := t.TempDir()
	located := func(d DataSet) DataSet {
		t.Helper()
		r := newRecordings(folder)
		require.NoError(t, r.locate(&d))
		return d
	}
	benzene := DataSet{Kind: molecule, System: "benzene"}
	write := func(name, content string) {
		t.Helper()
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600))
	}
	write("md17_reconstructed_benzene.npz", "a")
	computed := located(benzene)
	write("benzene_old_dft.npz", "b")
	original := located(benzene)
	require.Equal(t, filepath.Join(folder, "benzene_old_dft.npz"), original.File)
	require.NotEqual(t, computed.Content, original.Content)
	write("benzene_old_dft.npz", "c")
	require.NotEqual(t, original.Content, located(benzene).Content)

	require.NoError(t, os.Mkdir(filepath.Join(folder, "cmu_35"), 0o755))
	write("cmu_35/35_01.amc", "a")
	one := located(DataSet{Kind: motion, System: "35 walk"})
	write("cmu_35/35_02.amc", "a")
	two := located(DataSet{Kind: motion, System: "35 walk"})
	require.NotEqual(t, one.Content, two.Content)
	write("cmu_35/.DS_Store", "of a file manager")
	require.Equal(t, two.Content, located(DataSet{Kind: motion, System: "35 walk"}).Content)
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	require.NoError(t, os.Rename(filepath.Join(folder, "cmu_35"), elsewhere))
	require.NoError(t, os.Symlink(elsewhere, filepath.Join(folder, "cmu_35")))
	require.Equal(t, two.Content, located(DataSet{Kind: motion, System: "35 walk"}).Content)

	require.Equal(t, DataSet{Kind: nBody, System: "1,0,0"}, located(DataSet{Kind: nBody, System: "1,0,0"}))
}

func TestAbsentRecordings(t *testing.T) {
	for folder, message := range map[string]string{
		"":          "it needs recorded data: name their folder by data",
		t.TempDir(): "the folder of recorded data has no md17_uracil.npz, uracil_dft.npz, md17_reconstructed_uracil.npz",
	} {
		tables, err := Select(Tables, []string{"rf"}, []string{"uracil"})
		require.NoError(t, err)
		job := smallJob(t, tables...)
		job.Source = folder
		table := reproduced(t, job).Tables[0]
		require.Equal(t, "md17", table.Name)
		require.Equal(t, message, table.Places[0].Measured[0].Blank)
	}
	job := smallJob(t)
	job.Source = filepath.Join(t.TempDir(), "none")
	_, err := Run(t.Context(), job)
	require.ErrorContains(t, err, "cannot read the folder of recorded data: open "+job.Source)
}

func TestMolecules(t *testing.T) {
	r := newRecordings(testenv.Data(t))
	store := &dataStore{folder: t.TempDir()}
	d := DataSet{Kind: molecule, System: "aspirin", Train: 500, Valid: 2000, Test: 2000, Seed: 3}
	require.NoError(t, r.locate(&d))
	data, path, err := store.get(t.Context(), d)
	require.NoError(t, err)
	require.FileExists(t, path)
	require.Equal(t, []int{d.Train, d.Valid, d.Test}, []int{len(data.Train), len(data.Valid), len(data.Test)})
	require.Contains(t, data.About.Source, reconstructed)
	require.Empty(t, data.Train[0].Objects.Of(system.Hinge))

	d.Hinges = true
	hinged, other, err := store.get(t.Context(), d)
	require.NoError(t, err)
	require.NotEqual(t, path, other)
	require.NotEmpty(t, hinged.Train[0].Objects.Of(system.Hinge))
}

// TestRecordedTraining: models take what recorded data have.
func TestRecordedTraining(t *testing.T) {
	row := small("A", builder.Published)
	table := Table{Name: "small", Metric: positionError, Figure: atPlaces, Rows: []Row{row, hinged(row)}, Columns: onMotion()}
	table.Rows[1].Name = "B"
	job := smallJob(t, table)
	job.Seeds, job.Source = job.Seeds[:1], testenv.Data(t)
	places := reproduced(t, job).Tables[0].Places
	for _, p := range places {
		require.Contains(t, p.Measured[0].Result.Source, "motion capture, 35.asf")
		require.Less(t, p.Measured[0].Errors.Constraint, 1e-3, "in a skeleton of 30 units")
	}
	require.NotEqual(t, places[0].Measured[0].Errors, places[1].Measured[0].Errors)
	r, err := run.Read(run.Folder(filepath.Join(job.Folder, runsFolder, places[0].Measured[0].Result.Run)))
	require.NoError(t, err)
	require.Equal(t, []string{"hop"}, r.Config.Model.EdgeFeatures)
}
