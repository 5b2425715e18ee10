//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package atomicfile

import (
	"errors"
	"os"
	"syscall"
)

// guard locks a temporary file that was just made, which tells it from one
// that a killed process left. It fails with os.ErrExist where another process
// was faster to take it for that; a file system without locks locks nothing.
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

// gone turns the error of a file that is no longer there into os.ErrExist.
func gone(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return os.ErrExist
	}
	return err
}

// abandoned reports whether nobody writes a temporary file any more.
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
