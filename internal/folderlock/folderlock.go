// Package folderlock keeps a folder to one process at a time.
package folderlock

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/gofrs/flock"
)

// Name is the file in a folder that is locked. It stays there; what counts
// is the lock on it, which ends with the process that holds it.
const Name = "lock"

// Hold locks a folder until release is called, or says that another process
// holds it. A file system without locks locks nothing.
func Hold(folder string) (release func(), err error) {
	lock := flock.New(filepath.Join(folder, Name))
	held, err := lock.TryLock()
	switch {
	case errors.Is(err, errors.ErrUnsupported):
	case err != nil:
		return nil, fmt.Errorf("cannot lock the folder: %w (choose one that you may write to)", err)
	case !held:
		return nil, fmt.Errorf("another process works in %s: wait for its end, or choose another folder", folder)
	}
	return func() { lock.Close() }, nil
}
