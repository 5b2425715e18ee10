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

// Store keeps the files of one run under their names. It is a Folder, a Memory, or a type of a
// program's own.
type Store interface {
	// String names the store in errors.
	String() string
	// Has reports whether there is a file of that name.
	Has(name string) bool
	// Read returns the content of a file. If the file is absent, the error is fs.ErrNotExist.
	Read(name string) ([]byte, error)
	// Write replaces a file as a whole. After an error, or a kill at any time, the file is
	// unchanged.
	Write(name string, content []byte) error
	// Remove removes a file. An absent file is not an error.
	Remove(name string) error
	// Lock makes the store, if need be, and keeps all others from working on its run until
	// release is called. It returns an error if another works on it.
	Lock() (release func(), err error)
	// Prune removes the store itself if it is empty.
	Prune()
}

// Folder is a store on disk, named by its path. Every file is replaced as a whole, and the
// process holds the lock. A run's files are its own: a symbolic link in their position, which
// may come with a stranger's run, is neither read nor written. The folder itself may be a link.
type Folder string

// Own returns an error if an entry is a symbolic link, even a dangling one.
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

// Read returns the content of a file.
func (f Folder) Read(name string) ([]byte, error) {
	if err := f.Own(name); err != nil {
		return nil, err
	}
	return plainfile.Read(f.path(name))
}

// Write replaces a file as a whole. It returns an error if the folder was removed or replaced
// since it was locked.
func (f Folder) Write(name string, content []byte) error {
	if err := cmp.Or(folderlock.Check(string(f)), f.Own(name)); err != nil {
		return err
	}
	return atomicfile.WriteBytes(f.path(name), content)
}

// Remove removes a file, if it is there. It returns an error under the condition of Write.
func (f Folder) Remove(name string) error {
	if err := folderlock.Check(string(f)); err != nil {
		return err
	}
	if err := os.Remove(f.path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Lock makes the folder and locks it. It returns an error if one of a run's files in it is a
// symbolic link.
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

// Prune removes the file of the lock, which nobody may hold, and the folder if nothing else is
// in it.
func (f Folder) Prune() {
	os.Remove(f.path(folderlock.Name))
	os.Remove(string(f))
}
