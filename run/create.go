package run

import (
	"fmt"

	"gmnc/internal/fields"
	"gmnc/internal/folderlock"
)

// runFiles lists the files that belong to a run, besides its lock. The configuration comes
// last: while it is there, the other files are known to belong to a run.
var runFiles = []string{weightsName, RobotName, StateName, MetricsName, CurveName, LinesName, EventsName, configName}

// Create begins a run in a store, which must not contain any file of a run yet, and calls fill
// to fill it. The configuration is written last, so that a store that has one can be resumed.
// The store is locked until release is called. After an error the store contains nothing of the
// run. Files that a killed process left without a configuration are replaced.
func Create(store Store, config Config, fill func() error) (release func(), err error) {
	if release, err = claim(store); err != nil {
		return nil, err
	}
	if err = fill(); err == nil {
		err = WriteConfig(store, config)
	}
	if err != nil {
		discard(store, release)
		return nil, err
	}
	return release, nil
}

// Make is like Create for a run that is not trained: it releases the lock before it returns.
func Make(store Store, config Config, fill func() error) error {
	release, err := Create(store, config, fill)
	if err != nil {
		return err
	}
	release()
	return nil
}

// claim makes and locks the store of a new run.
func claim(store Store) (release func(), err error) {
	if err := Vacant(store); err != nil {
		return nil, err
	}
	if release, err = store.Lock(); err != nil {
		return nil, err
	}
	if err := Vacant(store); err != nil { // a faster process may have begun one
		release()
		return nil, err
	}
	return release, nil
}

// Vacant returns an error if the store contains a run, or files of others that a run would
// replace.
func Vacant(store Store) error {
	if Started(store) {
		return fields.Errorf("%s already holds a run: choose another folder, go on with that run ({resume:train.Resume}), or replace it ({force:run.Remove})", store)
	}
	if store.Has(folderlock.Name) {
		return nil // the files next to it belong to a run that was killed
	}
	for _, name := range runFiles {
		if store.Has(name) {
			return fmt.Errorf("%s already holds a file %s, which the run would overwrite: choose another folder", store, name)
		}
	}
	return nil
}

// Started reports whether the store holds a run that can be resumed.
func Started(store Store) bool { return store.Has(configName) }

// DataOf returns the description of the data that the run in a store is trained on, or nil if
// no run was started.
func DataOf(store Store) *DataInfo {
	config, err := ReadConfig(store)
	if err != nil {
		return nil
	}
	return config.Data
}

// Remove removes the run in a store, and the store if nothing else is in it. If the store holds
// no run, the error is fs.ErrNotExist. The store stays as it is then, and also if another
// process works in it.
func Remove(store Store) error {
	if _, err := ReadConfig(store); err != nil {
		return err
	}
	release, err := store.Lock()
	if err != nil {
		return err
	}
	return discard(store, release)
}

// discard removes the files of a run, releases its lock, and removes the store if nothing else
// is in it.
func discard(store Store, release func()) error {
	for _, name := range runFiles {
		if err := store.Remove(name); err != nil {
			release()
			return fmt.Errorf("cannot remove the run: %w", err)
		}
	}
	release()
	store.Prune()
	return nil
}
