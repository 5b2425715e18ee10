package corpus

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/testenv"
	"gmnc/system"
)

func TestRecordingsAreKnownByTheirContent(t *testing.T) {
	folder := t.TempDir()
	located := func(d DataSet) DataSet {
		t.Helper()
		r := NewRecordings(folder)
		require.NoError(t, r.Locate(&d))
		return d
	}
	benzene := DataSet{Kind: Molecule, System: "benzene"}
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
	one := located(DataSet{Kind: Motion, System: "35 walk"})
	write("cmu_35/35_02.amc", "a")
	two := located(DataSet{Kind: Motion, System: "35 walk"})
	require.NotEqual(t, one.Content, two.Content)
	write("cmu_35/.DS_Store", "of a file manager")
	require.Equal(t, two.Content, located(DataSet{Kind: Motion, System: "35 walk"}).Content)
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	require.NoError(t, os.Rename(filepath.Join(folder, "cmu_35"), elsewhere))
	require.NoError(t, os.Symlink(elsewhere, filepath.Join(folder, "cmu_35")))
	require.Equal(t, two.Content, located(DataSet{Kind: Motion, System: "35 walk"}).Content)

	require.Equal(t, DataSet{Kind: NBody, System: "1,0,0"}, located(DataSet{Kind: NBody, System: "1,0,0"}))
}

func TestMolecules(t *testing.T) {
	r := NewRecordings(testenv.Data(t))
	store := &Store{Folder: t.TempDir()}
	d := DataSet{Kind: Molecule, System: "aspirin", Train: 500, Valid: 2000, Test: 2000, Seed: 3}
	require.NoError(t, r.Locate(&d))
	data, path, err := store.Get(t.Context(), d)
	require.NoError(t, err)
	require.FileExists(t, path)
	require.Equal(t, []int{d.Train, d.Valid, d.Test}, []int{len(data.Train), len(data.Valid), len(data.Test)})
	require.Contains(t, data.About.Source, Reconstructed)
	require.Empty(t, data.Train[0].Objects.Of(system.Hinge))

	d.Hinges = true
	hinged, other, err := store.Get(t.Context(), d)
	require.NoError(t, err)
	require.NotEqual(t, path, other)
	require.NotEmpty(t, hinged.Train[0].Objects.Of(system.Hinge))
}
