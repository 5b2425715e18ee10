package atomicfile

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPlace: a file gets a name that no file has, and keeps its own where another has it; what cannot be
// linked or renamed leaves nothing at the new name.
func TestPlace(t *testing.T) {
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	require.NoError(t, os.WriteFile(path("a"), []byte("a"), 0o600))
	require.NoError(t, Machine{}.Place(path("a"), path("b")))
	require.NoFileExists(t, path("a"))
	content, err := os.ReadFile(path("b"))
	require.NoError(t, err)
	require.Equal(t, "a", string(content))

	require.NoError(t, os.WriteFile(path("c"), []byte("c"), 0o600))
	require.ErrorIs(t, Machine{}.Place(path("c"), path("b")), fs.ErrExist)
	require.FileExists(t, path("c"))
	content, err = os.ReadFile(path("b"))
	require.NoError(t, err)
	require.Equal(t, "a", string(content))

	require.ErrorIs(t, Machine{}.Place(path("absent"), path("d")), fs.ErrNotExist)
	require.NoFileExists(t, path("d"))
	require.ErrorIs(t, Machine{}.Place(path("c"), filepath.Join(folder, "absent", "d")), fs.ErrNotExist)

	// Nothing can link a folder, as on a file system without hard links.
	require.NoError(t, os.Mkdir(path("folder"), 0o700))
	require.ErrorContains(t, os.Link(path("folder"), path("e")), "link ")
	require.ErrorContains(t, Machine{}.Place(path("folder"), path("e")), "rename ", "a folder does not replace the empty file")
	require.NoFileExists(t, path("e"))
}

// TestSyncFolder: the folder must exist.
func TestSyncFolder(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, Machine{}.SyncFolder(folder))
	require.ErrorIs(t, Machine{}.SyncFolder(filepath.Join(folder, "absent")), fs.ErrNotExist)
}

// TestMachineCreate: a file must not exist, and leaves no file if it cannot be locked.
func TestMachineCreate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	file, release, err := Machine{}.Create(path, 0o600)
	require.NoError(t, err)
	require.False(t, abandoned(path))
	require.NoError(t, file.Close())
	release()
	require.True(t, abandoned(path))
	_, _, err = Machine{}.Create(path, 0o600)
	require.ErrorIs(t, err, os.ErrExist)
	_, _, err = Machine{}.Create(filepath.Join(path, "below"), 0o600)
	require.ErrorContains(t, err, "open ")
}

// TestGuard: a file that another process has locked, has removed or has replaced counts as one that exists.
func TestGuard(t *testing.T) {
	folder := t.TempDir()
	path, other := filepath.Join(folder, "file"), filepath.Join(folder, "other")
	_, err := guard(path)
	require.Equal(t, os.ErrExist, err)
	_, err = guard(filepath.Join(folder, "a\x00b"))
	require.ErrorContains(t, err, "open ")
	require.NotErrorIs(t, err, os.ErrExist)

	require.NoError(t, os.WriteFile(path, nil, 0o600))
	release, err := guard(path)
	require.NoError(t, err)
	_, err = guard(path)
	require.Equal(t, os.ErrExist, err)
	require.False(t, abandoned(path))
	release()
	release, err = guard(path)
	require.NoError(t, err)
	release()

	require.False(t, abandoned(other))
	require.NoError(t, os.WriteFile(other, nil, 0o600))
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	require.True(t, stands(path, file))
	require.NoError(t, os.Rename(other, path))
	require.False(t, stands(path, file), "another file has its name")
	require.NoError(t, os.Remove(path))
	require.False(t, stands(path, file))
}

// TestReserveChecks: a name in a folder that does not exist is not reserved.
func TestReserveChecks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "absent", "file")
	require.ErrorContains(t, Reserve(path), "is the folder there")
	_, reservedNow := reserved.Load(path)
	require.False(t, reservedNow)
}

// TestCause: the errors of one path and of two lose their paths, and others stay.
func TestCause(t *testing.T) {
	require.Equal(t, fs.ErrExist, cause(&os.PathError{Op: "open", Path: "a", Err: fs.ErrExist}))
	require.Equal(t, fs.ErrExist, cause(&os.LinkError{Op: "link", Old: "a", New: "b", Err: fs.ErrExist}))
	require.Equal(t, fs.ErrClosed, cause(fs.ErrClosed))
}

// TestFollow: a path that is no link is its own target, and a link that leads nowhere has the target that it names.
func TestFollow(t *testing.T) {
	folder, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	path := func(name string) string { return filepath.Join(folder, name) }
	require.NoError(t, os.Symlink("relative", path("link")))
	require.NoError(t, os.Symlink(path("link"), path("second")))
	for from, want := range map[string]string{"absent": "absent", "link": "relative", "second": "relative"} {
		target, err := follow(path(from))
		require.NoError(t, err)
		require.Equal(t, path(want), target)
	}
}

// unable is a disk that fails when a file is removed.
type unable struct{ Machine }

func (unable) Remove(string) error {
	return &os.PathError{Op: "remove", Path: ".gmnc.tmp", Err: fs.ErrPermission}
}

// TestCheckNamesItsPath: a temporary file that cannot be removed is an error of the path.
func TestCheckNamesItsPath(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	restore := Use(unable{})
	err := Check(path)
	restore()
	require.EqualError(t, err, "cannot write "+path+": permission denied")
}
