package train

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"gmnc/internal/folderlock"
)

// runFiles belong to a run, beside its lock; the configuration last: as long
// as it is there the rest is known for a run's.
var runFiles = []string{weightsName, stateName, metricsName, CurveName, configName}

// holds tells whether a folder has a file of that name.
func holds(folder, name string) bool {
	_, err := os.Stat(filepath.Join(folder, name))
	return err == nil
}

// createRun makes a folder for a run, which may be there but must hold none
// of a run's files yet, and fills it; the configuration comes last, so that
// a folder which has one can be resumed. The folder is locked until release
// is called. After an error it holds nothing of the run; what a kill leaves
// of a run without a configuration is replaced.
func createRun(folder string, config RunConfig, fill func() error) (release func(), err error) {
	if release, err = claim(folder); err != nil {
		return nil, err
	}
	if err = fill(); err == nil {
		err = writeConfig(folder, config)
	}
	if err != nil {
		discard(folder, release)
		return nil, err
	}
	return release, nil
}

// makeRun is createRun of a run that nobody trains: the lock ends with it.
func makeRun(folder string, config RunConfig, fill func() error) error {
	release, err := createRun(folder, config, fill)
	if err != nil {
		return err
	}
	release()
	return nil
}

// claim makes and locks the folder of a new run.
func claim(folder string) (release func(), err error) {
	if err := vacant(folder); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("cannot make the run folder: %w (choose a folder that you may write to)", err)
	}
	if release, err = folderlock.Hold(folder); err != nil {
		return nil, err
	}
	if err := vacant(folder); err != nil { // by a process that was faster
		release()
		return nil, err
	}
	return release, nil
}

// vacant reports a run in the folder, or files of others that a run would
// replace.
func vacant(folder string) error {
	if Started(folder) {
		return fmt.Errorf("%s holds a run already: choose another folder (or go on with that run: gmnc train --resume)", folder)
	}
	if holds(folder, folderlock.Name) {
		return nil // what is beside it is of a run that was killed
	}
	for _, name := range runFiles {
		if holds(folder, name) {
			return fmt.Errorf("%s holds a file %s already, which the run would overwrite: choose another folder", folder, name)
		}
	}
	return nil
}

// Started reports whether the folder holds a run that can be resumed.
func Started(folder string) bool { return holds(folder, configName) }

// DataOf is what a run that was started is trained on; nil if none was.
func DataOf(folder string) *DataInfo {
	config, err := ReadConfig(folder)
	if err != nil {
		return nil
	}
	return config.Data
}

// RemoveRun removes the run in a folder, and the folder if nothing else is
// in it. A folder that holds no run is an error and stays as it is, as does
// one in which a process works; an absent one is as good as removed.
func RemoveRun(folder string) error {
	if _, err := os.Stat(folder); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if _, err := ReadConfig(folder); err != nil {
		return err
	}
	release, err := folderlock.Hold(folder)
	if err != nil {
		return err
	}
	return discard(folder, release)
}

// discard removes what belongs to a run, ends its lock, and removes the
// folder if nothing else is in it.
func discard(folder string, release func()) error {
	for _, name := range runFiles {
		if err := os.Remove(filepath.Join(folder, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			release()
			return fmt.Errorf("cannot remove the run: %w", err)
		}
	}
	release()
	os.Remove(filepath.Join(folder, folderlock.Name))
	os.Remove(folder)
	return nil
}
