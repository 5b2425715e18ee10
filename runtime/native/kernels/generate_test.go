package kernels

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/testenv"
)

// TestGeneratedFilesAreCurrent runs the generator and compares its files with the ones
// here. Compiling it takes more than a minute.
func TestGeneratedFilesAreCurrent(t *testing.T) {
	testenv.Asked(t, "generator")
	dir := t.TempDir()
	text, err := inGenerator("go", "run", ".", "-dir", dir)
	require.NoError(t, err, text)
	for _, name := range []string{"kernels_amd64.s", "kernels_amd64.go"} {
		want, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		have, err := os.ReadFile(name)
		require.NoError(t, err)
		require.True(t, string(want) == string(have), "%s is stale: run go generate", name)
	}
}

// inGenerator runs a command in the generator's folder.
func inGenerator(name string, args ...string) (string, error) {
	command := exec.Command(name, args...)
	command.Dir = "gen"
	// The module stands alone, for this machine, whatever is built here.
	command.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "GOOS=", "GOARCH=")
	text, err := command.CombinedOutput()
	return string(text), err
}
