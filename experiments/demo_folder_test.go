package experiments

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFolderOfADemo: others may read the folder, as any that a program makes. What a killed
// demonstration left in it is removed.
func TestFolderOfADemo(t *testing.T) {
	like, d := filepath.Join(t.TempDir(), "like"), demo{folder: t.TempDir()}
	require.NoError(t, os.Mkdir(like, 0o755))
	release, err := d.begin()
	require.NoError(t, err)
	want, err := os.Stat(like)
	require.NoError(t, err)
	made, err := os.Stat(d.path(""))
	require.NoError(t, err)
	require.Equal(t, want.Mode(), made.Mode())
	release()
	require.NoDirExists(t, d.path(""))

	require.NoError(t, os.MkdirAll(filepath.Join(d.path(""), demoFiles[0]), 0o755))
	release, err = d.begin()
	require.NoError(t, err)
	require.NoDirExists(t, d.path(demoFiles[0]))
	release()
}
