package commandline

import (
	"errors"
	"fmt"
	"io/fs"

	"gmnc/internal/atomicfile"
	"gmnc/run"
)

// overwriting is the flag of commands that write: without it they replace
// nothing.
type overwriting struct {
	Force bool `help:"Replace what is there already."`
}

// vacant reports now what would keep a command from writing to path. Without
// the flag it reserves the name, so that a file that comes to be there while the
// command works is not replaced either.
func (o overwriting) vacant(path string) error {
	if o.Force {
		return atomicfile.Check(path)
	}
	err := atomicfile.Reserve(path)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already: name another file, or replace it with --force", path)
	}
	return err
}

// vacantRun reports now what would keep a command from making a run in a folder.
func (o overwriting) vacantRun(folder string) error {
	if o.Force && run.Started(run.Folder(folder)) {
		return nil
	}
	return run.Vacant(run.Folder(folder))
}

// clear makes room for a new run in a folder: with the flag it removes the run
// that is there. Other files stay.
func (o overwriting) clear(folder string) error {
	if !o.Force {
		return nil
	}
	if err := run.Remove(run.Folder(folder)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
