package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime"
	"syscall"
)

// Disk is what Write asks of a file system, in the order of its methods.
type Disk interface {
	// Create makes a file that must not be there yet. Until release is called
	// no other process takes it for one that a killed process left.
	Create(path string, mode os.FileMode) (file File, release func(), err error)
	// Open opens a file to read it back.
	Open(path string) (io.ReadCloser, error)
	// Rename puts a file in the place of another.
	Rename(from, to string) error
	// Place gives a file a name that nothing has; otherwise it fails with
	// fs.ErrExist.
	Place(from, to string) error
	// SyncFolder makes the names in a folder last.
	SyncFolder(folder string) error
	// Remove removes a file.
	Remove(path string) error
}

// File is a file to write.
type File interface {
	io.WriteCloser
	// Sync makes the content last.
	Sync() error
}

// disk is the machine's disk, except for tests.
var disk Disk = Machine{}

// Use puts another disk in the place of the machine's until restore is called:
// a test's, that fails. Nothing may write meanwhile.
func Use(other Disk) (restore func()) {
	before := disk
	disk = other
	return func() { disk = before }
}

// Machine is the disk of the machine.
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

// Place implements Disk. A second name is given, which fails where it is
// taken, and the first is removed. A file system without second names takes an
// empty file for the claim, which the file replaces.
func (Machine) Place(from, to string) error {
	err := os.Link(from, to)
	switch {
	case err == nil:
		os.Remove(from) // what stays is removed by the next write
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

// SyncFolder implements Disk. Where folders cannot be synced it does nothing.
func (Machine) SyncFolder(folder string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	file, err := os.Open(folder)
	if errors.Is(err, os.ErrPermission) {
		return nil // it may be written to and not be read
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
