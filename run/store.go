package run

import (
	"cmp"
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
	// Has reports whether there is a file of that name.
	Has(name string) bool
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
}

// Folder is a store on disk, by its path. Every file is replaced as a whole,
// and the lock is held by the process. Its files are its own: a link in the
// place of one, which may come with a stranger's run and leads elsewhere, is
// neither read nor written. The folder itself may be a link.
type Folder string

// Own reports as an error a link, also a dangling one, in the place of an entry.
func (f Folder) Own(name string) error {
	info, err := os.Lstat(f.path(name))
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		return nil
	}
	return fmt.Errorf("%s is a link, and a run's files are its own: put the file that it leads to in its place, or remove it", f.path(name))
}

func (f Folder) path(name string) string { return filepath.Join(string(f), name) }

func (f Folder) String() string { return string(f) }

// Has reports whether there is a file of that name.
func (f Folder) Has(name string) bool {
	_, err := os.Lstat(f.path(name))
	return err == nil
}

// Read returns what is in a file.
func (f Folder) Read(name string) ([]byte, error) {
	if err := f.Own(name); err != nil {
		return nil, err
	}
	return plainfile.Read(f.path(name))
}

// Write replaces a file as a whole. A folder that was removed or replaced
// since it was locked is an error.
func (f Folder) Write(name string, content []byte) error {
	if err := cmp.Or(folderlock.Check(string(f)), f.Own(name)); err != nil {
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

// Lock makes the folder, if none of a run's files in it is a link, and locks it.
func (f Folder) Lock() (release func(), err error) {
	for _, name := range append([]string{folderlock.Name}, runFiles...) {
		if err := f.Own(name); err != nil {
			return nil, err
		}
	}
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
