package atomicfile

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// handles returns the number of handles that this process has for files in a folder.
func handles(t *testing.T, folder string) (count int) {
	t.Helper()
	const own = "/proc/self/fd"
	entries, err := os.ReadDir(own)
	if err != nil {
		t.Skip("this system does not list the handles of a process")
	}
	for _, entry := range entries {
		if target, err := os.Readlink(filepath.Join(own, entry.Name())); err == nil && len(target) >= len(folder) && target[:len(folder)] == folder {
			count++
		}
	}
	return count
}

// TestNoHandleStaysOpen: whatever is created, guarded, placed, swept, refused or synced in a folder, no file there stays open.
func TestNoHandleStaysOpen(t *testing.T) {
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	require.NoError(t, os.WriteFile(path(".gmnc.0123abcd.tmp"), nil, 0o600))
	for range 3 {
		require.NoError(t, WriteBytes(path("file"), []byte("content")))
		require.NoError(t, Check(path("file")))
	}
	require.Zero(t, handles(t, folder))

	release, err := guard(path("file"))
	require.NoError(t, err)
	require.Equal(t, 1, handles(t, folder))
	_, err = guard(path("file"))
	require.ErrorIs(t, err, fs.ErrExist)
	require.Equal(t, 1, handles(t, folder), "a file that is locked")
	release()
	require.Zero(t, handles(t, folder))

	require.NoError(t, os.Mkdir(path("folder"), 0o700))
	require.ErrorContains(t, Machine{}.Place(path("folder"), path("claimed")), "rename ")
	require.NoError(t, Machine{}.SyncFolder(folder))
	require.False(t, abandoned(path("absent")))
	require.True(t, abandoned(path("file")))
	require.Zero(t, handles(t, folder))
}

// TestPlaceOnADiskWithoutLinks: a name that is taken by then is refused, and a folder that does not exist is an error.
func TestPlaceOnADiskWithoutLinks(t *testing.T) {
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	for _, name := range []string{"from", "to"} { // folders cannot be linked
		require.NoError(t, os.Mkdir(path(name), 0o700))
	}
	require.ErrorIs(t, Machine{}.Place(path("from"), path("to")), fs.ErrExist)
	require.DirExists(t, path("from"))
	require.DirExists(t, path("to"))
	require.ErrorIs(t, Machine{}.Place(path("from"), filepath.Join(path("absent"), "to")), fs.ErrNotExist)
}

// TestManyLeftovers: all temporary files of killed processes are removed, and each other file stays.
func TestManyLeftovers(t *testing.T) {
	folder := t.TempDir()
	for i := range 5 {
		require.NoError(t, os.WriteFile(filepath.Join(folder, fmt.Sprintf(".gmnc.%08x.tmp", i)), nil, 0o600))
	}
	others := []string{".gmnc.0123abc.tmp", ".gmnc.0123abcde.tmp", "a.gmnc.0123abcd.tmp", ".gmnc.0123abcd.tmp2", ".gmnc.0123ABCD.tmp", "xgmnc.0123abcd.tmp"}
	for _, name := range others {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), nil, 0o600))
	}
	sweep(folder)
	sweep(filepath.Join(folder, "absent"))
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	var left []string
	for _, entry := range entries {
		left = append(left, entry.Name())
	}
	require.ElementsMatch(t, others, left)
}

// TestWriteIsReleased: a temporary file is locked while it is written, and what was written is not.
func TestWriteIsReleased(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "file")
	locked := func() (count int) {
		entries, err := os.ReadDir(folder)
		require.NoError(t, err)
		for _, entry := range entries {
			if !abandoned(filepath.Join(folder, entry.Name())) {
				count++
			}
		}
		return count
	}
	require.NoError(t, Write(path, func(io.Writer) error {
		require.Equal(t, 1, locked())
		return nil
	}))
	require.Zero(t, locked())
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, entries, 1)
}

// TestAnyWriter: a file that only its group or only others may write is not write-protected.
func TestAnyWriter(t *testing.T) {
	for mode, protected := range map[os.FileMode]bool{0o420: false, 0o402: false, 0o600: false, 0o555: true, 0o444: true, 0o511: true} {
		path := filepath.Join(t.TempDir(), "file")
		require.NoError(t, os.WriteFile(path, nil, 0o600))
		require.NoError(t, os.Chmod(path, mode))
		err := Check(path)
		if protected {
			require.EqualError(t, err, "cannot write "+path+": it is write-protected")
		} else {
			require.NoError(t, err, "%o", mode)
		}
	}
}

// TestUse: a disk is used until restore is called.
func TestUse(t *testing.T) {
	other := &closing{}
	restore := Use(other)
	require.Same(t, other, disk)
	restore()
	require.Equal(t, Machine{}, disk)
}

// TestCreatedFilesAreWritten: a created file takes what is written and is not read.
func TestCreatedFilesAreWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	file, release, err := Machine{}.Create(path, 0o640)
	require.NoError(t, err)
	defer release()
	_, err = file.Write([]byte("content"))
	require.NoError(t, err)
	_, err = file.(io.Reader).Read(make([]byte, 1))
	require.ErrorIs(t, err, syscall.EBADF)
	require.NoError(t, file.Sync())
	require.NoError(t, file.Close())
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "content", string(content))
	if runtime.GOOS == "linux" {
		info, err := os.Stat(path)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o640), info.Mode())
	}
}

// broken is a disk whose files cannot be read back.
type broken struct{ Machine }

type unreadable struct{ io.Closer }

func (unreadable) Read([]byte) (int, error) { return 0, syscall.EIO }

func (broken) Open(path string) (io.ReadCloser, error) {
	file, err := os.Open(path)
	return unreadable{file}, err
}

// TestNotReadBack: a file that cannot be read back is not in its place.
func TestNotReadBack(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "file")
	restore := Use(broken{})
	err := WriteBytes(path, []byte("content"))
	restore()
	require.EqualError(t, err, "cannot write "+path+": input/output error (nothing was written)")
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, entries)
	require.Zero(t, handles(t, folder))
}
