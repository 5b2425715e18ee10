package run

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNotRun: what was named in place of a run folder is told.
func TestNotRun(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"model.onnx", "data.npz"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), nil, 0o600))
	}
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "odd", configName), 0o700))
	for name, want := range map[string]string{
		"":           " is not a run folder: it has no config.json (gmnc train, gmnc identify --run and gmnc import make one)",
		"none":       " is not a run folder: it does not exist (gmnc train, gmnc identify --run and gmnc import make one)",
		"model.onnx": " is not a run folder: it is an exported file; name the folder of the run that it came from",
		"data.npz":   " is not a run folder: it is a file (gmnc train, gmnc identify --run and gmnc import make one)",
	} {
		path := filepath.Join(folder, name)
		_, err := ReadConfig(Folder(path))
		require.EqualError(t, err, path+want)
	}
	_, err := ReadConfig(Folder(filepath.Join(folder, "odd")))
	require.ErrorContains(t, err, "odd is not a run folder: ")
	require.NotContains(t, err.Error(), "it has no")
	_, err = ReadConfig(new(Memory))
	require.ErrorContains(t, err, "is not a run folder: ")
}

// TestFoldersLikeFiles: a folder is a folder whatever its name.
func TestFoldersLikeFiles(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a.onnx")
	require.NoError(t, os.Mkdir(folder, 0o755))
	_, err := Read(Folder(folder))
	require.ErrorContains(t, err, "is not a run folder: it has no config.json (gmnc train, ")
}
