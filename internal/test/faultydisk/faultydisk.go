// Package faultydisk implements a disk on which one step fails, for tests of what remains after
// that.
package faultydisk

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"syscall"
	"testing"

	"gmnc/internal/atomicfile"
)

// Step is a kind of operation of a disk.
type Step string

// These are the steps that may fail.
const (
	Create     Step = "create"
	Write      Step = "write"
	Sync       Step = "sync"
	Close      Step = "close"
	ReadBack   Step = "read back"
	Rename     Step = "rename"
	SyncFolder Step = "sync folder"
	// Flip is a write that reports no error and stores something else.
	Flip Step = "flip"
)

// Steps lists all steps.
var Steps = []Step{Create, Write, Sync, Close, ReadBack, Rename, SyncFolder, Flip}

// Error is the error of a failing step.
var Error error = syscall.EIO

// Disk is the machine's disk, except that one step fails.
type Disk struct {
	atomicfile.Machine
	step Step
	left atomic.Int64
}

// Use makes the n-th step of a kind, counted from 1, fail. It ends with the test, or when
// restore is called.
func Use(t *testing.T, step Step, n int) (disk *Disk, restore func()) {
	t.Helper()
	disk = &Disk{step: step}
	disk.left.Store(int64(n))
	restore = atomicfile.Use(disk)
	t.Cleanup(restore)
	return disk, restore
}

// Failed reports whether the step has been reached.
func (d *Disk) Failed() bool { return d.left.Load() <= 0 }

func (d *Disk) String() string { return fmt.Sprintf("%s, %d left", d.step, d.left.Load()) }

func (d *Disk) fails(step Step) bool { return step == d.step && d.left.Add(-1) == 0 }

func (d *Disk) err(step Step, path string) error {
	if d.fails(step) {
		return &os.PathError{Op: string(step), Path: path, Err: Error}
	}
	return nil
}

// Create implements atomicfile.Disk.
func (d *Disk) Create(path string, mode os.FileMode) (atomicfile.File, func(), error) {
	if err := d.err(Create, path); err != nil {
		return nil, nil, err
	}
	file, release, err := d.Machine.Create(path, mode)
	if err != nil {
		return nil, nil, err
	}
	return &openFile{file, d, path}, release, nil
}

// Open implements atomicfile.Disk.
func (d *Disk) Open(path string) (io.ReadCloser, error) {
	if err := d.err(ReadBack, path); err != nil {
		return nil, err
	}
	return d.Machine.Open(path)
}

// Rename implements atomicfile.Disk.
func (d *Disk) Rename(from, to string) error {
	if err := d.err(Rename, to); err != nil {
		return err
	}
	return d.Machine.Rename(from, to)
}

// Place implements atomicfile.Disk. It counts as the rename of a file whose name is new.
func (d *Disk) Place(from, to string) error {
	if err := d.err(Rename, to); err != nil {
		return err
	}
	return d.Machine.Place(from, to)
}

// SyncFolder implements atomicfile.Disk.
func (d *Disk) SyncFolder(folder string) error {
	if err := d.err(SyncFolder, folder); err != nil {
		return err
	}
	return d.Machine.SyncFolder(folder)
}

type openFile struct {
	atomicfile.File
	disk *Disk
	path string
}

// Write implements io.Writer. If it fails, it first writes half of the text, as a full disk
// does. If the step is Flip, it changes a bit of the text and reports no error.
func (f *openFile) Write(text []byte) (int, error) {
	if err := f.disk.err(Write, f.path); err != nil {
		n, _ := f.File.Write(text[:len(text)/2])
		return n, err
	}
	if len(text) > 0 && f.disk.fails(Flip) {
		changed := append([]byte{}, text...)
		changed[len(changed)/2] ^= 1
		return f.File.Write(changed)
	}
	return f.File.Write(text)
}

func (f *openFile) Sync() error {
	if err := f.disk.err(Sync, f.path); err != nil {
		return err
	}
	return f.File.Sync()
}

func (f *openFile) Close() error {
	return cmp.Or(f.disk.err(Close, f.path), f.File.Close())
}
