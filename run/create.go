package run

import (
	"fmt"

	"gmnc/internal/fields"
	"gmnc/internal/folderlock"
)

// runFiles belong to a run, beside its lock; the configuration last: as long
// as it is there the rest is known for a run's.
var runFiles = []string{weightsName, RobotName, StateName, MetricsName, CurveName, LinesName, EventsName, configName}

// Create begins a run in a store, which must hold none of a run's files yet,
// and fills it; the configuration comes last, so that a store which has one can
// be resumed. The store is locked until release is called. After an error it
// holds nothing of the run; what a kill leaves of a run without a configuration
// is replaced.
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

// Make is Create of a run that nobody trains: the lock ends with it.
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
	if err := Vacant(store); err != nil { // by a process that was faster
		release()
		return nil, err
	}
	return release, nil
}

// Vacant reports as an error a run in the store, or files of others that a run
// would replace.
func Vacant(store Store) error {
	if Started(store) {
		return fields.Errorf("%s holds a run already: choose another folder, go on with that run ({resume:train.Resume}), or replace it ({force:run.Remove})", store)
	}
	if store.Has(folderlock.Name) {
		return nil // what is beside it is of a run that was killed
	}
	for _, name := range runFiles {
		if store.Has(name) {
			return fmt.Errorf("%s holds a file %s already, which the run would overwrite: choose another folder", store, name)
		}
	}
	return nil
}

// Started reports whether the store holds a run that can be resumed.
func Started(store Store) bool { return store.Has(configName) }

// DataOf is what a run that was started is trained on; nil if none was.
func DataOf(store Store) *DataInfo {
	config, err := ReadConfig(store)
	if err != nil {
		return nil
	}
	return config.Data
}

// Remove removes the run in a store, and the store if nothing else is in it. A
// store that holds no run is an error, fs.ErrNotExist, and stays as it is, as
// does one in which another works.
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

// discard removes what belongs to a run, ends its lock, and removes the
// store if nothing else is in it.
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
