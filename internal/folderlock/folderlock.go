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

// Name is the name of the file in a folder that is locked. The file remains; only the lock on
// it counts, which ends with its process. The folder itself is also locked if its file system
// can do so, so that removing the file does not admit a second process.
const Name = "lock"

// held has the folders that this process has locked, by path, as they were at that time.
var held sync.Map

// Hold locks a folder until release is called, or returns an error if another process has
// locked it. On a file system without locks it does nothing.
func Hold(folder string) (release func(), err error) {
	file, whole := flock.New(filepath.Join(folder, Name)), flock.New(folder, flock.SetFlag(os.O_RDONLY))
	locked, err := file.TryLock()
	if locked {
		free, unable := whole.TryLock() // some systems, such as NFS, cannot lock folders
		locked = free || unable != nil
	}
	switch {
	case errors.Is(err, errors.ErrUnsupported):
	case err != nil:
		return nil, fmt.Errorf("cannot lock the folder: %w (choose one that you may write to)", err)
	case !locked:
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

// Wait creates and locks a file until release is called. It waits while another process has
// locked the file. On a file system without locks it does nothing.
func Wait(ctx context.Context, path string) (release func(), err error) {
	const look = 100 * time.Millisecond
	file := flock.New(path)
	if _, err := file.TryLockContext(ctx, look); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return nil, fmt.Errorf("cannot lock %s: %w", path, err)
	}
	return func() { file.Close() }, nil
}

// Check returns an error if a folder that this process has locked was removed, or replaced by
// another of the same name. The folder there now may be another process's.
func Check(folder string) error {
	before, isLocked := held.Load(folder)
	if !isLocked {
		return nil
	}
	if now, err := os.Stat(folder); err != nil || !os.SameFile(before.(os.FileInfo), now) {
		return fmt.Errorf("the folder %s was removed or replaced while this process worked in it", folder)
	}
	return nil
}
