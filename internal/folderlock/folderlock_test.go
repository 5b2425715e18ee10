package folderlock

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/gofrs/flock"
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

// TestRemovedLock: without the file the folder is locked all the same.
func TestRemovedLock(t *testing.T) {
	folder := t.TempDir()
	release, err := Hold(folder)
	require.NoError(t, err)
	require.NoError(t, os.Remove(filepath.Join(folder, Name)))
	_, err = Hold(folder)
	require.EqualError(t, err, "another process works in "+folder+": wait for its end, or choose another folder")
	release()
	release, err = Hold(folder)
	require.NoError(t, err)
	release()
}

// TestReplacedFolder: another folder in the place of one that is held is not
// ours, and is free for others.
func TestReplacedFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "run")
	require.NoError(t, os.Mkdir(folder, 0o755))
	require.NoError(t, Check(folder), "not held")
	release, err := Hold(folder)
	require.NoError(t, err)
	require.NoError(t, Check(folder))
	require.NoError(t, os.RemoveAll(folder))
	const message = " was removed or replaced while this process worked in it"
	require.EqualError(t, Check(folder), "the folder "+folder+message)
	require.NoError(t, os.Mkdir(folder, 0o755))
	require.EqualError(t, Check(folder), "the folder "+folder+message)
	release()
	require.NoError(t, Check(folder))
}

// TestWait: a file is locked once, whoever asks next waits until it is released, and gives up with its
// context.
func TestWait(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	release, err := Wait(t.Context(), path)
	require.NoError(t, err)
	ended, stop := context.WithCancel(t.Context())
	stop()
	_, err = Wait(ended, path)
	require.ErrorContains(t, err, "cannot lock "+path)
	require.ErrorIs(t, err, context.Canceled)
	release()
	again, err := Wait(t.Context(), path)
	require.NoError(t, err)
	again()
	_, err = Wait(t.Context(), filepath.Join(path, "below", "a", "file"))
	require.ErrorContains(t, err, "cannot lock ")
}

// TestLockedFolderAlone: a folder that is locked without the file in it is in use, and a refusal leaves nothing locked.
func TestLockedFolderAlone(t *testing.T) {
	folder := t.TempDir()
	whole := flock.New(folder, flock.SetFlag(os.O_RDONLY))
	locked, err := whole.TryLock()
	require.NoError(t, err)
	require.True(t, locked)
	_, err = Hold(folder)
	require.ErrorContains(t, err, "another process works in "+folder)
	require.NoError(t, Check(folder), "it is not held")
	require.NoError(t, whole.Close())

	file := flock.New(filepath.Join(folder, Name))
	locked, err = file.TryLock()
	require.NoError(t, err)
	require.True(t, locked)
	_, err = Hold(folder)
	require.ErrorContains(t, err, "another process works in "+folder)
	locked, err = whole.TryLock()
	require.NoError(t, err)
	require.True(t, locked, "the folder itself is free after the refusal")
	require.NoError(t, whole.Close())
	require.NoError(t, file.Close())

	release, err := Hold(folder)
	require.NoError(t, err)
	locked, err = whole.TryLock()
	require.NoError(t, err)
	require.False(t, locked)
	release()
	locked, err = whole.TryLock()
	require.NoError(t, err)
	require.True(t, locked)
	require.NoError(t, whole.Close())
}

// TestWaitIsShort: a lock that is released is taken soon, and not before.
func TestWaitIsShort(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	release, err := Wait(t.Context(), path)
	require.NoError(t, err)
	released := make(chan time.Time, 1)
	time.AfterFunc(20*time.Millisecond, func() {
		released <- time.Now()
		release()
	})
	again, err := Wait(t.Context(), path)
	taken := time.Now()
	require.NoError(t, err)
	require.False(t, taken.Before(<-released))
	again()
	_, err = Wait(t.Context(), filepath.Join(path, "below"))
	require.ErrorContains(t, err, "cannot lock "+filepath.Join(path, "below"))
}

// TestRemovedFolder: a folder that was removed while it was held is none any more, and one that was never there is not held.
func TestRemovedFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "run")
	require.NoError(t, os.Mkdir(folder, 0o755))
	release, err := Hold(folder)
	require.NoError(t, err)
	defer release()
	require.NoError(t, os.Rename(folder, folder+"2"))
	require.ErrorContains(t, Check(folder), "was removed or replaced")
	require.NoError(t, os.Rename(folder+"2", folder))
	require.NoError(t, Check(folder), "it is back")
	require.NoError(t, Check(folder+"2"))
}
