//go:build unix

package plainfile

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOnlyFilesAreRead(t *testing.T) {
	folder := t.TempDir()
	pipe, file, link := filepath.Join(folder, "pipe"), filepath.Join(folder, "file"), filepath.Join(folder, "link")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	require.NoError(t, os.WriteFile(file, []byte("text"), 0o600))
	require.NoError(t, os.Symlink(pipe, link))
	for _, path := range []string{pipe, link, "/dev/zero"} {
		_, err := Read(path)
		require.EqualError(t, err, "open "+path+": it is neither a file nor a folder but a pipe or a device: name a file")
		_, err = Open(path)
		require.ErrorIs(t, err, errSpecial)
	}
	content, err := Read(file)
	require.NoError(t, err)
	require.Equal(t, "text", string(content))
	_, err = Read(filepath.Join(folder, "absent"))
	require.ErrorIs(t, err, fs.ErrNotExist)
	opened, err := Open(folder)
	require.NoError(t, err)
	require.NoError(t, opened.Close())
}
