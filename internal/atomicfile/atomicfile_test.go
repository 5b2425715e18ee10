package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWriteReplacesWholeFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "weights")
	require.NoError(t, os.WriteFile(path, []byte("an older, longer text"), 0o600))
	require.NoError(t, Write(path, func(w io.Writer) error {
		_, err := io.WriteString(w, "new")
		return err
	}))
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "new", string(got))
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode(), "what was private stays so")
}

func TestFailureKeepsOldFileAndLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "weights")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
	failure := errors.New("no space left on device")
	err := Write(path, func(w io.Writer) error {
		io.WriteString(w, "half of the n")
		return failure
	})
	require.ErrorIs(t, err, failure)
	require.ErrorContains(t, err, path)
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "old", string(got))
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, entries, 1)
}

func TestMissingFolderIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "absent", "weights")
	err := Write(path, func(io.Writer) error { return nil })
	require.ErrorContains(t, err, path)
	require.ErrorContains(t, err, "is the folder there")
}

func TestOnlyAPlainFileIsReplaced(t *testing.T) {
	folder := t.TempDir()
	pipe := filepath.Join(folder, "pipe")
	listener, err := net.Listen("unix", pipe)
	require.NoError(t, err)
	defer listener.Close()
	for path, message := range map[string]string{folder: "it is a folder", pipe: "neither a file nor a folder"} {
		require.ErrorContains(t, Check(path), message)
		err := Write(path, func(io.Writer) error { return nil })
		require.ErrorContains(t, err, "cannot write "+path+": ")
		require.ErrorContains(t, err, message)
	}
	info, err := os.Stat(pipe)
	require.NoError(t, err)
	require.False(t, info.Mode().IsRegular())
}

// TestLinksStay: what replaces a file through a link is in the link's place,
// and the link is one still.
func TestLinksStay(t *testing.T) {
	folder := t.TempDir()
	file, link := filepath.Join(folder, "model"), filepath.Join(folder, "latest")
	require.NoError(t, os.WriteFile(file, []byte("old"), 0o600))
	require.NoError(t, os.Symlink("model", link))
	require.NoError(t, Check(link))
	require.NoError(t, WriteBytes(link, []byte("new")))
	got, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, "new", string(got))
	info, err := os.Lstat(link)
	require.NoError(t, err)
	require.NotZero(t, info.Mode()&os.ModeSymlink)
}

// TestLinkToNothingYet: the file that a link is to lead to is made, and the
// link stays one.
func TestLinkToNothingYet(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(folder, "runs"), 0o755))
	first, second := filepath.Join(folder, "first"), filepath.Join(folder, "second")
	require.NoError(t, os.Symlink("second", first))
	require.NoError(t, os.Symlink(filepath.Join("runs", "model"), second))
	require.NoError(t, Check(first))
	require.NoError(t, WriteBytes(first, []byte("new")))
	got, err := os.ReadFile(filepath.Join(folder, "runs", "model"))
	require.NoError(t, err)
	require.Equal(t, "new", string(got))
	for _, link := range []string{first, second} {
		info, err := os.Lstat(link)
		require.NoError(t, err)
		require.NotZero(t, info.Mode()&os.ModeSymlink)
	}
	// as many links as Linux follows, and one more
	last := "absent"
	for i := range maxLinks {
		name := fmt.Sprintf("link%d", i)
		require.NoError(t, os.Symlink(last, filepath.Join(folder, name)))
		last = name
	}
	require.Equal(t, "link39", last)
	require.NoError(t, Check(filepath.Join(folder, "link38")))
	require.ErrorContains(t, Check(filepath.Join(folder, last)), "from link to link")
	circle := filepath.Join(folder, "circle")
	require.NoError(t, os.Symlink("circle", circle))
	require.EqualError(t, WriteBytes(circle, nil), "cannot write "+circle+": its link leads from link to link")
}

// TestLeftoversAreRemoved: what a killed process left is removed, what another
// writes at the time and what has another name are not.
func TestLeftoversAreRemoved(t *testing.T) {
	folder := t.TempDir()
	left, others := filepath.Join(folder, ".gmnc.0123abcd.tmp"), filepath.Join(folder, ".gmnc.mine.tmp")
	for _, path := range []string{left, others} {
		require.NoError(t, os.WriteFile(path, nil, 0o600))
	}
	path := filepath.Join(folder, "weights")
	require.NoError(t, Write(path, func(w io.Writer) error {
		return WriteBytes(filepath.Join(folder, "meanwhile"), nil)
	}))
	require.NoFileExists(t, left)
	require.FileExists(t, others)
	require.FileExists(t, path)
}

func TestWriteProtected(t *testing.T) {
	path := filepath.Join(t.TempDir(), "weights")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o400))
	require.ErrorContains(t, Check(path), "it is write-protected")
	require.ErrorContains(t, WriteBytes(path, []byte("new")), "it is write-protected")
	link := filepath.Join(t.TempDir(), "latest")
	require.NoError(t, os.Symlink(path, link))
	require.EqualError(t, Check(link), "cannot write "+link+": it is write-protected")
}

// TestNotReadable: what may be written but not read is replaced, and can be read back.
func TestNotReadable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "weights")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o200))
	require.NoError(t, WriteBytes(path, []byte("new")))
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode())
}

func TestLongNames(t *testing.T) {
	require.NoError(t, WriteBytes(filepath.Join(t.TempDir(), strings.Repeat("n", 250)), nil))
}

func TestCheckLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, Check(filepath.Join(folder, "weights")))
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, entries)
	require.ErrorContains(t, Check(filepath.Join(folder, "absent", "weights")), "is the folder there")
}

// TestAReservedNameIsTakenOnce: of all who reserved a free name one writes, and
// the others say so; a file that came to be meanwhile stays.
func TestAReservedNameIsTakenOnce(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "model")
	require.NoError(t, Reserve(path))
	require.NoError(t, os.WriteFile(path, []byte("mine"), 0o600))
	require.ErrorIs(t, Reserve(path), os.ErrExist)
	err := WriteBytes(path, []byte("theirs"))
	require.ErrorContains(t, err, "cannot write "+path+": somebody else made it meanwhile")
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "mine", string(got))

	require.NoError(t, os.Remove(path))
	const writers = 8
	errs := make([]error, writers)
	var all sync.WaitGroup
	var ready sync.WaitGroup
	ready.Add(writers)
	for i := range writers {
		all.Go(func() {
			errs[i] = Write(path, func(w io.Writer) error {
				ready.Done()
				ready.Wait() // all have begun before one ends
				_, err := io.WriteString(w, "whole")
				return err
			})
		})
	}
	all.Wait()
	failed := 0
	for _, err := range errs {
		if err != nil {
			failed++
		}
	}
	require.Equal(t, writers-1, failed)
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, entries, 1)
	require.NoError(t, WriteBytes(path, []byte("new")), "what was written is ours to replace")
}
