// Package atomicfile writes files that are either complete or do not exist.
//
// A file is written under a temporary name in its own folder, synced, read back and renamed,
// and its folder is synced. A crash, a full disk or a kill therefore leaves no part of it and
// never harms the file that was there before. If the path is a symbolic link, the file that it
// leads to is replaced. A reserved name is only taken if no file has it by then. Temporary
// files of processes that were killed are removed by the next write into their folder.
package atomicfile

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"sync"

	"gmnc/internal/fields"
)

// temporary is a file that is being written under a temporary name.
type temporary struct {
	File
	name, target string
	release      func()
	reserved     bool // no file may be at the target
}

// reserved holds the paths at which the next Write may not replace a file.
var reserved sync.Map

// Reserve is Check for a file that must not exist; if it does, the error is fs.ErrExist. The
// next Write to path also fails if a file has appeared there, however shortly before.
func Reserve(path string) error {
	if err := Check(path); err != nil {
		return err
	}
	if _, err := os.Stat(path); err == nil {
		return &os.PathError{Op: "reserve", Path: path, Err: fs.ErrExist}
	}
	reserved.Store(path, nil)
	return nil
}

// Check returns an error now if Write could not write to path, so that nobody waits for a
// result that cannot be saved.
func Check(path string) error {
	t, err := create(path)
	if err != nil {
		return err
	}
	if err := cmp.Or(t.Close(), t.discard()); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, cause(err))
	}
	return nil
}

// discard removes the file, which must be closed.
func (t *temporary) discard() error {
	defer t.release()
	return disk.Remove(t.name)
}

// create makes the temporary file for a target, which is path or the file that a link there
// leads to. It gets the permissions of the file that it will replace. A rename would also
// replace a device, a pipe, or a file that may not be written, so create only accepts a plain,
// writable file as the target.
func create(path string) (*temporary, error) {
	target, err := follow(path)
	if err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", path, err)
	}
	mode := os.FileMode(0o666) // minus the process's umask
	if info, err := os.Stat(target); err == nil {
		if !info.Mode().IsRegular() {
			what := "neither a file nor a folder"
			if info.IsDir() {
				what = "a folder"
			}
			return nil, fmt.Errorf("cannot write %s: it is %s (name a file to write)", path, what)
		}
		if mode = info.Mode().Perm(); mode&0o222 == 0 {
			return nil, fmt.Errorf("cannot write %s: it is write-protected", path)
		}
		mode |= 0o400 // the file is read back
	}
	folder := filepath.Dir(target)
	sweep(folder)
	for {
		name := filepath.Join(folder, fmt.Sprintf(".gmnc.%08x.tmp", rand.Uint32())) // short, however long the file's name is
		file, release, err := disk.Create(name, mode)
		switch {
		case err == nil:
			_, fresh := reserved.Load(path)
			return &temporary{file, name, target, release, fresh}, nil
		case !errors.Is(err, os.ErrExist):
			return nil, fmt.Errorf("cannot write %s: %w (is the folder there, and may you write to it?)", path, cause(err))
		}
	}
}

// maxLinks is the largest number of links that may follow each other, as in Linux.
const maxLinks = 40

// follow returns the file that a chain of links leads to, which need not exist. For a path that
// is not a link it returns the path.
func follow(path string) (string, error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		return target, nil
	}
	for range maxLinks {
		target, err := os.Readlink(path)
		if err != nil { // there is no link
			return path, nil
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		path = target
	}
	return "", errors.New("its link leads from link to link")
}

// temporaryName is the form of the names of temporary files.
var temporaryName = regexp.MustCompile(`^\.gmnc\.[0-9a-f]{8}\.tmp$`)

// sweep removes the temporary files of processes that were killed.
func sweep(folder string) {
	open, err := os.Open(folder)
	if err != nil {
		return
	}
	defer open.Close()
	names, _ := open.Readdirnames(-1)
	for _, name := range names {
		if path := filepath.Join(folder, name); temporaryName.MatchString(name) && abandoned(path) {
			os.Remove(path)
		}
	}
}

// Write replaces the file at path with what fill writes, or creates the file if path was
// reserved. If fill or the disk fails, the previous file is unchanged and the error names path.
func Write(path string, fill func(io.Writer) error) error {
	t, err := create(path)
	if err != nil {
		return err
	}
	if err := t.write(fill); err != nil {
		t.Close()
		t.discard()
		return fmt.Errorf("cannot write %s: %w (nothing was written)", path, cause(err))
	}
	t.release()
	reserved.Delete(path)
	if err := disk.SyncFolder(filepath.Dir(t.target)); err != nil {
		return fmt.Errorf("%s was written, but may be lost in a crash: its folder cannot be synced: %w", path, cause(err))
	}
	return nil
}

// write fills the file and renames it to its target.
func (t *temporary) write(fill func(io.Writer) error) error {
	sum := crc32.New(castagnoli())
	buffered := bufio.NewWriterSize(t.File, 1<<16)
	if err := fill(io.MultiWriter(buffered, sum)); err != nil {
		return err
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	if err := t.Sync(); err != nil {
		return err
	}
	if err := t.Close(); err != nil {
		return err
	}
	if err := t.readBack(sum.Sum32()); err != nil {
		return err
	}
	if !t.reserved {
		return disk.Rename(t.name, t.target)
	}
	err := disk.Place(t.name, t.target)
	if errors.Is(err, fs.ErrExist) {
		return fields.Errorf("somebody else made it meanwhile: name another file, or replace it with {force}")
	}
	return err
}

// castagnoli returns the table of the polynomial for which processors have an instruction.
func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

// readBack compares the content of the file with the checksum of what was written.
func (t *temporary) readBack(want uint32) error {
	file, err := disk.Open(t.name)
	if err != nil {
		return err
	}
	defer file.Close()
	sum := crc32.New(castagnoli())
	if _, err := io.Copy(sum, file); err != nil {
		return err
	}
	if sum.Sum32() != want {
		return errors.New("the disk returned something else than was written to it")
	}
	return nil
}

// WriteBytes is Write for content that is in memory.
func WriteBytes(path string, content []byte) error {
	return Write(path, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// cause removes the temporary name from the system's error, as it tells a user nothing.
func cause(err error) error {
	switch err := err.(type) {
	case *os.PathError:
		return err.Err
	case *os.LinkError:
		return err.Err
	}
	return err
}
