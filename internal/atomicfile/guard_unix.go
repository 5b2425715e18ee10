//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package atomicfile

import (
	"errors"
	"os"
	"syscall"
)

// guard locks a temporary file that was just created, which distinguishes it from the file of a
// process that was killed. It fails with os.ErrExist if another process has already taken it
// for such a file. On a file system without locks it does nothing.
func guard(path string) (release func(), err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, gone(err)
	}
	switch err := lock(file); {
	case errors.Is(err, syscall.EWOULDBLOCK):
		file.Close()
		return nil, os.ErrExist
	case err != nil:
		return func() { file.Close() }, nil
	}
	if !stands(path, file) {
		file.Close()
		return nil, os.ErrExist
	}
	return func() { file.Close() }, nil
}

// gone replaces the error for a file that no longer exists by os.ErrExist.
func gone(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return os.ErrExist
	}
	return err
}

// abandoned reports whether no process is writing a temporary file any more.
func abandoned(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	return lock(file) == nil && stands(path, file)
}

func lock(file *os.File) error {
	return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}

// stands reports whether a path still leads to an open file.
func stands(path string, file *os.File) bool {
	there, err := os.Lstat(path)
	if err != nil {
		return false
	}
	opened, err := file.Stat()
	return err == nil && os.SameFile(there, opened)
}
