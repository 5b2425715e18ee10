// Package atomicfile writes files that are either whole or not there.
//
// A file is written under a temporary name in its own folder, synced and
// renamed, so that a crash, a full disk or a kill never leaves half of it
// and never harms the file that stood there before. Through a symbolic link
// it is the link's file that is replaced.
package atomicfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// Check reports now what would keep Write from writing to path, so that
// nobody waits for a result that cannot be kept.
func Check(path string) error {
	temporary, _, err := create(path)
	if err != nil {
		return err
	}
	temporary.Close()
	return os.Remove(temporary.Name())
}

// create makes the temporary file of the target, which is path or the file
// that a link there leads to, with the permissions of the file that it
// will replace. The rename would put it in the place of a device or a pipe,
// too, and of a file that may not be written, so only a plain file that may
// be is replaced.
func create(path string) (temporary *os.File, target string, err error) {
	if target, err = filepath.EvalSymlinks(path); err != nil {
		target = path
	}
	mode := os.FileMode(0o666) // less what the process withholds
	if info, err := os.Stat(path); err == nil {
		if !info.Mode().IsRegular() {
			what := "neither a file nor a folder"
			if info.IsDir() {
				what = "a folder"
			}
			return nil, "", fmt.Errorf("cannot write %s: it is %s (name a file to write)", path, what)
		}
		if mode = info.Mode().Perm(); mode&0o222 == 0 {
			return nil, "", fmt.Errorf("cannot write %s: it is write-protected", path)
		}
	}
	for {
		name := fmt.Sprintf(".gmnc.%08x.tmp", rand.Uint32()) // short, whatever the file's is
		file, err := os.OpenFile(filepath.Join(filepath.Dir(target), name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		switch {
		case err == nil:
			return file, target, nil
		case !errors.Is(err, os.ErrExist):
			return nil, "", fmt.Errorf("cannot write %s: %w (is the folder there, and may you write to it?)", path, cause(err))
		}
	}
}

// Write replaces the file at path by what fill writes. If fill or the disk
// fails, the file that was there stays as it was and the error names path.
func Write(path string, fill func(io.Writer) error) (err error) {
	temporary, target, err := create(path)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			temporary.Close()
			os.Remove(temporary.Name())
			err = fmt.Errorf("cannot write %s: %w (nothing was written)", path, cause(err))
		}
	}()
	buffered := bufio.NewWriterSize(temporary, 1<<16)
	if err := fill(buffered); err != nil {
		return err
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	if err := temporary.Sync(); err != nil {
		return err
	}
	if err := temporary.Close(); err != nil {
		return err
	}
	return os.Rename(temporary.Name(), target)
}

// WriteBytes is Write of a content that is there already.
func WriteBytes(path string, content []byte) error {
	return Write(path, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// cause strips the temporary name from the system's error, which says
// nothing to a user.
func cause(err error) error {
	switch err := err.(type) {
	case *os.PathError:
		return err.Err
	case *os.LinkError:
		return err.Err
	}
	return err
}
