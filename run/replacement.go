package run

import (
	"fmt"
	"slices"
	"sync/atomic"
)

// Replacement is a store for a new run that replaces an existing one. It keeps the files in
// memory until the first epoch is saved, which is when the state is written for the second
// time. Then they replace the files of the old run. The old run is unchanged if the training
// ends before that.
type Replacement struct {
	Store
	kept    *Memory
	pending atomic.Bool
}

// Replace begins to replace the run in a store. It returns an error if the configuration of
// that run can't be read.
func Replace(store Store) (*Replacement, error) {
	if _, err := ReadConfig(store); err != nil {
		return nil, err
	}
	r := &Replacement{Store: store, kept: NewMemory(store.String())}
	r.pending.Store(true)
	return r, nil
}

// Pending reports whether the old run is still there.
func (r *Replacement) Pending() bool { return r.pending.Load() }

// now returns the store that contains the new run's files.
func (r *Replacement) now() Store {
	if r.Pending() {
		return r.kept
	}
	return r.Store
}

// Has reports whether there is a file of that name.
func (r *Replacement) Has(name string) bool { return r.now().Has(name) }

// Read returns the content of a file.
func (r *Replacement) Read(name string) ([]byte, error) { return r.now().Read(name) }

// Remove removes a file of the new run.
func (r *Replacement) Remove(name string) error { return r.now().Remove(name) }

// Prune does nothing: the store contains the old run or the new one.
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

// finish moves the kept files into the store. If that fails, as on a full disk, it restores the
// old run.
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

// put replaces the files of a run by those of another. The configuration is removed first and
// written last, as there is no run without it.
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
