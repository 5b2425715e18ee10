package commandline

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"gmnc/internal/atomicfile"
	"gmnc/run"
)

// overwriting is the flag of commands that write: without it they replace
// nothing.
type overwriting struct {
	Force bool `help:"Replace what is there already."`
}

// vacant reports now what would keep a command from writing to path.
func (o overwriting) vacant(path string) error {
	if err := atomicfile.Check(path); err != nil {
		return err
	}
	if _, err := os.Stat(path); err == nil && !o.Force {
		return fmt.Errorf("%s is there already: name another file, or replace it with --force", path)
	}
	return nil
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
