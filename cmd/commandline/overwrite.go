package commandline

import (
	"errors"
	"fmt"
	"io/fs"

	"gmnc/internal/atomicfile"
	"gmnc/run"
)

// overwriting is the flag --force of commands that write. Without it they replace nothing.
type overwriting struct {
	Force bool `help:"Replace existing files."`
}

// vacant returns an error, before the work begins, if a command could not write to one of the
// paths. Empty paths belong to files that were not asked for. Without --force it reserves the
// names, so that a file that appears while the command works is not replaced either.
func (o overwriting) vacant(paths ...string) error { return o.reserve("file", paths) }

// vacantIn is like vacant for files of a folder that the user named.
func (o overwriting) vacantIn(paths ...string) error { return o.reserve("folder", paths) }

func (o overwriting) reserve(named string, paths []string) error {
	reserve := atomicfile.Reserve
	if o.Force {
		reserve = atomicfile.Check
	}
	for _, path := range paths {
		if path == "" {
			continue
		}
		err := reserve(path)
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s already exists: name another %s, or replace it with --force", path, named)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// vacantRun returns an error, before the work begins, if a command could not make a run in a
// folder.
func (o overwriting) vacantRun(folder string) error {
	if o.Force && run.Started(run.Folder(folder)) {
		return nil
	}
	return run.Vacant(run.Folder(folder))
}

// clear makes room for a new run in a folder: with --force it removes the run that is there.
// Other files stay.
func (o overwriting) clear(folder string) error {
	if !o.Force {
		return nil
	}
	if err := run.Remove(run.Folder(folder)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
