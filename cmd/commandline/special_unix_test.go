//go:build unix

package commandline

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPipesAndDevices: nothing waits for a pipe that nobody writes to, and
// nothing reads a device without an end.
func TestPipesAndDevices(t *testing.T) {
	s := getSession(t)
	folder := t.TempDir()
	special := func(extension string) (paths []string) {
		pipe, device := filepath.Join(folder, "pipe"+extension), filepath.Join(folder, "device"+extension)
		require.NoError(t, syscall.Mkfifo(pipe, 0o600))
		require.NoError(t, os.Symlink("/dev/zero", device))
		return []string{pipe, device}
	}
	const message = "it is neither a file nor a folder but a pipe or a device: name a file"
	output := filepath.Join(t.TempDir(), "out.npz")
	for _, data := range special(".npz") {
		requireFailure(t, message, "train", data, "-o", filepath.Join(t.TempDir(), "run"))
		requireFailure(t, message, "predict", s.run, data)
		requireFailure(t, message, "inspect", data)
		requireFailure(t, message, "prepare", "md17", data, "--molecule", "aspirin", "-o", output)
		requireFailure(t, message, "decompose", data, "-o", output)
	}
	for _, model := range special(".onnx") {
		requireFailure(t, message, "predict", model, s.data)
		requireFailure(t, message, "inspect", model)
		requireFailure(t, message, "verify", model)
	}
	for _, robot := range special(".urdf") {
		requireFailure(t, message, "prepare", "urdf", robot, "-o", filepath.Join(t.TempDir(), "arm.json"))
		requireFailure(t, message, "simulate", "--system", "1 robot("+robot+")", "-o", output)
	}
	for _, extension := range []string{".pt", ".safetensors"} {
		for _, weights := range special(extension) {
			requireFailure(t, message, "import", weights, "-o", filepath.Join(t.TempDir(), "run"))
		}
	}
	for _, file := range []string{"config.json", "weights.safetensors"} {
		for i, path := range special("") {
			run := copyRun(t, s.run)
			require.NoError(t, os.Rename(path, filepath.Join(run, file)))
			refused := []string{message, file + " is a link"}[i]
			requireFailure(t, refused, "predict", run, s.data)
			requireFailure(t, refused, "inspect", run)
		}
	}
}
