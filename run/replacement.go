package run

import (
	"fmt"
	"slices"
	"sync/atomic"
)

// Replacement is a store for a new run in the place of one that is there. It keeps the
// files in memory until the first epoch is saved, which is when the state is written
// again. Then they take the place of the run that was there, which stays what it was
// if the training ends before that.
type Replacement struct {
	Store
	kept    *Memory
	pending atomic.Bool
}

// Replace begins to replace the run in a store. One whose configuration can't be read
// is an error.
func Replace(store Store) (*Replacement, error) {
	if _, err := ReadConfig(store); err != nil {
		return nil, err
	}
	r := &Replacement{Store: store, kept: NewMemory(store.String())}
	r.pending.Store(true)
	return r, nil
}

// Pending reports whether the run that was there still is.
func (r *Replacement) Pending() bool { return r.pending.Load() }

// now is where the new run's files are.
func (r *Replacement) now() Store {
	if r.Pending() {
		return r.kept
	}
	return r.Store
}

// Has reports whether there is a file of that name.
func (r *Replacement) Has(name string) bool { return r.now().Has(name) }

// Read returns what is in a file.
func (r *Replacement) Read(name string) ([]byte, error) { return r.now().Read(name) }

// Remove removes a file of the new run.
func (r *Replacement) Remove(name string) error { return r.now().Remove(name) }

// Prune leaves the store, in which the run that was there is, or the new one.
func (r *Replacement) Prune() {}

// Write writes a file of the new run.
func (r *Replacement) Write(name string, content []byte) error {
	if r.Pending() && name == StateName && r.kept.Has(name) {
		if err := r.finish(); err != nil {
			return err
		}
	}
	return r.now().Write(name, content)
}

// finish puts what is kept in its place. Where that fails, as on a full disk, the run that
// was there is put back.
func (r *Replacement) finish() error {
	before := NewMemory(r.Store.String())
	if err := put(before, r.Store); err != nil {
		return err
	}
	if err := put(r.Store, r.kept); err != nil {
		if lost := put(r.Store, before); lost != nil {
			return fmt.Errorf("%w; the run that was there could not be put back: %w", err, lost)
		}
		return err
	}
	r.pending.Store(false)
	return nil
}

// put puts the files of a run in the place of another's files, the configuration last:
// without it there is no run.
func put(to, from Store) error {
	for _, name := range slices.Backward(runFiles) {
		if err := to.Remove(name); err != nil {
			return fmt.Errorf("cannot remove the run: %w", err)
		}
	}
	for _, name := range runFiles {
		if !from.Has(name) {
			continue
		}
		content, err := from.Read(name)
		if err != nil {
			return err
		}
		if err := to.Write(name, content); err != nil {
			return err
		}
	}
	return nil
}
