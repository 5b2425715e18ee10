// Package folderlock locks a folder, so that only one process at a time uses it.
package folderlock

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// Name is the file in a folder that is locked. It stays there; what counts
// is the lock on it, which ends with the process that holds it. The folder
// itself is locked, too, where its system can: who removes the file does not
// let a second process in.
const Name = "lock"

// held are the folders that this process holds, as they were then, by path.
var held sync.Map

// Hold locks a folder until release is called, or says that another process
// holds it. A file system without locks locks nothing.
func Hold(folder string) (release func(), err error) {
	file, whole := flock.New(filepath.Join(folder, Name)), flock.New(folder, flock.SetFlag(os.O_RDONLY))
	locked, err := file.TryLock()
	if err == nil && locked {
		free, unable := whole.TryLock() // some systems, such as NFS, lock no folders
		locked = free || unable != nil
	}
	switch {
	case errors.Is(err, errors.ErrUnsupported):
	case err != nil:
		return nil, fmt.Errorf("cannot lock the folder: %w (choose one that you may write to)", err)
	case !locked:
		whole.Close()
		file.Close()
		return nil, fmt.Errorf("another process works in %s: wait for its end, or choose another folder", folder)
	}
	if info, err := os.Stat(folder); err == nil {
		held.Store(folder, info)
	}
	return func() {
		held.Delete(folder)
		whole.Close()
		file.Close()
	}, nil
}

// Wait locks a file, which it makes, until release is called; as long as
// another process holds it, it waits. A file system without locks locks nothing.
func Wait(ctx context.Context, path string) (release func(), err error) {
	const look = 100 * time.Millisecond
	file := flock.New(path)
	if _, err := file.TryLockContext(ctx, look); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return nil, fmt.Errorf("cannot lock %s: %w", path, err)
	}
	return func() { file.Close() }, nil
}

// Check reports a folder that this process holds and that was removed, or
// replaced by another of the same name: what is there now may be another
// process's.
func Check(folder string) error {
	before, holds := held.Load(folder)
	if !holds {
		return nil
	}
	if now, err := os.Stat(folder); err != nil || !os.SameFile(before.(os.FileInfo), now) {
		return fmt.Errorf("the folder %s was removed or replaced while this process worked in it", folder)
	}
	return nil
}
