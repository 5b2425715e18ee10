package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime"
	"syscall"
)

// Disk holds the operations that Write needs of a file system, in the order in which it uses
// them.
type Disk interface {
	// Create creates a file that must not exist yet. Until release is called, no other process
	// takes it for the file of a process that was killed.
	Create(path string, mode os.FileMode) (file File, release func(), err error)
	// Open opens a file to read it back.
	Open(path string) (io.ReadCloser, error)
	// Rename renames a file, replacing the file that has the new name.
	Rename(from, to string) error
	// Place renames a file to a name that no file has; otherwise it fails with fs.ErrExist.
	Place(from, to string) error
	// SyncFolder makes the names in a folder durable.
	SyncFolder(folder string) error
	// Remove removes a file.
	Remove(path string) error
}

// File is a file that is being written.
type File interface {
	io.WriteCloser
	// Sync makes the content durable.
	Sync() error
}

// disk is the machine's disk, except in tests.
var disk Disk = Machine{}

// Use replaces the machine's disk, for a test with one that fails, until restore is called. No
// file may be written during the change.
func Use(other Disk) (restore func()) {
	before := disk
	disk = other
	return func() { disk = before }
}

// Machine is the machine's own disk.
type Machine struct{}

// Create implements Disk.
func (Machine) Create(path string, mode os.FileMode) (File, func(), error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return nil, nil, err
	}
	release, err := guard(path)
	if err != nil {
		file.Close()
		os.Remove(path)
		return nil, nil, err
	}
	return file, release, nil
}

// Open implements Disk.
func (Machine) Open(path string) (io.ReadCloser, error) { return os.Open(path) }

// Rename implements Disk.
func (Machine) Rename(from, to string) error { return os.Rename(from, to) }

// Place implements Disk. It creates a hard link, which fails if the name is taken, and removes
// the old name. On a file system without hard links, it claims the name with an empty file and
// renames the file over it.
func (Machine) Place(from, to string) error {
	err := os.Link(from, to)
	switch {
	case err == nil:
		os.Remove(from) // if this fails, the next write removes the file
		return nil
	case errors.Is(err, fs.ErrExist):
		return err
	}
	claim, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	claim.Close()
	if err := os.Rename(from, to); err != nil {
		os.Remove(to)
		return err
	}
	return nil
}

// Remove implements Disk.
func (Machine) Remove(path string) error { return os.Remove(path) }

// SyncFolder implements Disk. It does nothing if folders cannot be synced.
func (Machine) SyncFolder(folder string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	file, err := os.Open(folder)
	if errors.Is(err, os.ErrPermission) {
		return nil // the folder may be writable but not readable
	}
	if err != nil {
		return err
	}
	defer file.Close()
	if err := file.Sync(); !errors.Is(err, syscall.EINVAL) && !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return nil
}
