package folderlock

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHold(t *testing.T) {
	folder := t.TempDir()
	release, err := Hold(folder)
	require.NoError(t, err)
	_, err = Hold(folder)
	require.EqualError(t, err, "another process works in "+folder+": wait for its end, or choose another folder")
	release()
	release, err = Hold(folder)
	require.NoError(t, err, "free again")
	release()

	_, err = Hold(filepath.Join(folder, "absent"))
	require.ErrorContains(t, err, "cannot lock the folder: ")
}

// heldFolder names, for a process of TestHoldEndsWithItsProcess, the folder
// to hold.
const heldFolder = "FOLDERLOCK_TEST_FOLDER"

// TestHoldEndsWithItsProcess: a killed process leaves nothing locked.
func TestHoldEndsWithItsProcess(t *testing.T) {
	if folder := os.Getenv(heldFolder); folder != "" {
		_, err := Hold(folder)
		require.NoError(t, err)
		os.Stdout.WriteString("held\n")
		select {}
	}
	folder := t.TempDir()
	other := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestHoldEndsWithItsProcess$")
	other.Env = append(os.Environ(), heldFolder+"="+folder)
	output, err := other.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, other.Start())
	_, err = output.Read(make([]byte, 1))
	require.NoError(t, err)
	_, err = Hold(folder)
	require.ErrorContains(t, err, "another process works in")

	require.NoError(t, other.Process.Kill())
	require.Error(t, other.Wait())
	release, err := Hold(folder)
	require.NoError(t, err)
	release()
}
