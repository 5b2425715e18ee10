package experiments

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"

	"gmnc/internal/folderlock"
	"gmnc/run"
)

// check returns an error if the folder contains something that is not of a demonstration.
func (d demo) check() error {
	if run.Started(run.Folder(d.finished("run"))) {
		return d.checkRun(d.finished("run"))
	}
	for _, name := range demoFiles {
		if _, err := os.Lstat(d.finished(name)); err == nil {
			return fmt.Errorf("the demonstration would replace %s, which is of no demonstration that was finished: choose another folder, or remove it", d.finished(name))
		}
	}
	return nil
}

// begin makes an empty folder for new files, which this process locks and which release
// removes. A demonstration that was killed may have left such a folder.
func (d demo) begin() (release func(), err error) {
	folder := d.path("")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("cannot make the demonstration's folder: %w (choose one that you may write to)", err)
	}
	unlock, err := folderlock.Hold(folder)
	if err != nil {
		return nil, err
	}
	for _, name := range demoFiles {
		if err := os.RemoveAll(d.path(name)); err != nil {
			unlock()
			return nil, fmt.Errorf("cannot remove what another demonstration left: %w", err)
		}
	}
	return func() {
		unlock()
		os.RemoveAll(folder)
	}, nil
}

// finish moves every file to its final path. The files of the run come first, as the next
// demonstration recognizes by them that it may replace the others.
func (d demo) finish() error {
	unlock, err := run.Folder(d.finished("run")).Lock()
	if err != nil {
		return err
	}
	defer unlock()
	made, err := os.ReadDir(d.path("run"))
	if err != nil {
		return err
	}
	var names []string
	for _, file := range made {
		if file.Name() != folderlock.Name {
			names = append(names, filepath.Join("run", file.Name()))
		}
	}
	for _, name := range append(names, demoFiles[1:]...) {
		if err := os.Rename(d.path(name), d.finished(name)); err != nil {
			return fmt.Errorf("cannot put the demonstration's files in their place: %w", err)
		}
	}
	fmt.Fprintf(d.out, "\npictures: %s, %s\n", d.finished("learning_curve.png"), d.finished("trajectory.png"))
	return nil
}

// checkRun returns an error for a run that is not of a demonstration, whatever its seed.
func (d demo) checkRun(folder string) error {
	config, err := run.ReadConfig(run.Folder(folder))
	if err != nil {
		return fmt.Errorf("the demonstration would replace a run: %w; choose another folder", err)
	}
	if config.Training != nil {
		config.Training.Seed = d.options.Seed
	}
	if !reflect.DeepEqual(config.Model, d.model) || !reflect.DeepEqual(config.Training, &d.options) {
		return fmt.Errorf("the demonstration would replace %s, a run with other options than its own: choose another folder", folder)
	}
	return nil
}
