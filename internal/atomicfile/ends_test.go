package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// closing counts what it opened and what of it is still open.
type closing struct {
	Machine
	open int
	mode os.FileMode // of the last file
}

type counted struct {
	File
	of *closing
}

func (c *counted) Close() error {
	c.of.open--
	return c.File.Close()
}

func (c *closing) Create(path string, mode os.FileMode) (File, func(), error) {
	file, release, err := c.Machine.Create(path, mode)
	c.open++
	c.mode = mode
	return &counted{file, c}, release, err
}

// TestEachFileIsClosed: after a check, a write and a write that fails no temporary file is open; a new
// file has all permissions of one that is no program.
func TestEachFileIsClosed(t *testing.T) {
	disk := &closing{}
	defer Use(disk)()
	path := filepath.Join(t.TempDir(), "file")
	require.NoError(t, Check(path))
	require.Zero(t, disk.open)
	require.Equal(t, os.FileMode(0o666), disk.mode)
	require.ErrorContains(t, Write(path, func(io.Writer) error { return errors.New("refused") }), "file: refused (nothing was written)")
	require.Zero(t, disk.open)
	require.NoError(t, WriteBytes(path, []byte("whole")))
	require.Zero(t, disk.open)
}
