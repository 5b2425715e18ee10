package pictures

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWithinPassesOthers: files, other folders and runs that have no weights yet are passed over.
func TestWithinPassesOthers(t *testing.T) {
	folder := t.TempDir()
	begun := filepath.Join(folder, "begun")
	require.NoError(t, os.Mkdir(filepath.Join(folder, "empty"), 0o755))
	require.NoError(t, os.Mkdir(begun, 0o755))
	for _, file := range []string{filepath.Join(folder, "notes.txt"), filepath.Join(begun, "config.json")} {
		require.NoError(t, os.WriteFile(file, []byte("{}"), 0o600))
	}
	_, err := Within(folder)
	require.ErrorContains(t, err, "is no run, and there is none in it")
	require.NoError(t, os.WriteFile(filepath.Join(begun, "weights.safetensors"), []byte("{}"), 0o600))
	_, err = Within(folder)
	require.ErrorContains(t, err, "begun", "a damaged run")
	_, err = Within(filepath.Join(folder, "absent"))
	require.ErrorContains(t, err, "cannot read the folder of runs")
}

// TestWithinPassesWeights: a folder with weights and no configuration is no run.
func TestWithinPassesWeights(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(folder, "weights"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "weights", "weights.safetensors"), []byte("{}"), 0o600))
	_, err := Within(folder)
	require.ErrorContains(t, err, "is no run, and there is none in it")
}
