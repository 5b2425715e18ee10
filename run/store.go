package run

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"gmnc/internal/atomicfile"
	"gmnc/internal/folderlock"
	"gmnc/internal/plainfile"
)

// Store keeps the files of one run under their names: a Folder, a Memory, or
// a place of a program's own.
type Store interface {
	// String names the store in errors.
	String() string
	// Holds reports whether there is a file of that name.
	Holds(name string) bool
	// Read returns what is in a file; of an absent one the error is
	// fs.ErrNotExist.
	Read(name string) ([]byte, error)
	// Write replaces a file as a whole: after an error, or a kill at any
	// time, it is what it was.
	Write(name string, content []byte) error
	// Remove removes a file. An absent one is no error.
	Remove(name string) error
	// Lock makes the store, if need be, and keeps all others from working
	// on its run until release is called. It is an error if one does.
	Lock() (release func(), err error)
	// Prune removes the store itself if nothing is in it any more.
	Prune()
	// Within is the store of a run that belongs to this one.
	Within(name string) Store
}

// Folder is a store on disk, by its path. Every file is replaced as a whole,
// and the lock is held by the process.
type Folder string

func (f Folder) path(name string) string { return filepath.Join(string(f), name) }

func (f Folder) String() string { return string(f) }

// Holds reports whether there is a file of that name.
func (f Folder) Holds(name string) bool {
	_, err := os.Stat(f.path(name))
	return err == nil
}

// Read returns what is in a file.
func (f Folder) Read(name string) ([]byte, error) { return plainfile.Read(f.path(name)) }

// Write replaces a file as a whole. A folder that was removed or replaced
// since it was locked is an error.
func (f Folder) Write(name string, content []byte) error {
	if err := folderlock.Check(string(f)); err != nil {
		return err
	}
	return atomicfile.WriteBytes(f.path(name), content)
}

// Remove removes a file, if it is there, under the condition of Write.
func (f Folder) Remove(name string) error {
	if err := folderlock.Check(string(f)); err != nil {
		return err
	}
	if err := os.Remove(f.path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Lock makes the folder and locks it.
func (f Folder) Lock() (release func(), err error) {
	if err := os.MkdirAll(string(f), 0o755); err != nil {
		return nil, fmt.Errorf("cannot make the run folder: %w (choose a folder that you may write to)", err)
	}
	return folderlock.Hold(string(f))
}

// Prune removes the file of the lock, which nobody may hold, and the folder
// if nothing else is in it.
func (f Folder) Prune() {
	os.Remove(f.path(folderlock.Name))
	os.Remove(string(f))
}

// Within is a folder inside the folder.
func (f Folder) Within(name string) Store { return Folder(f.path(name)) }
