package run

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// notRunError is the error of a store that holds no run.
type notRunError struct {
	store Store
	why   string // what is there in place of a run
	err   error  // of reading the configuration
}

func (e *notRunError) Error() string {
	return fmt.Sprintf("%s is not a run folder: %s", e.store, e.why)
}
func (e *notRunError) Unwrap() error { return e.err }

// notRun returns the error of a store whose configuration cannot be read. It says what the user
// named in place of a run folder.
func notRun(store Store, err error) error {
	why := err.Error()
	info, missing := os.Stat(store.String())
	_, folder := store.(Folder)
	switch {
	case !folder:
	case errors.Is(missing, fs.ErrNotExist):
		why = "it does not exist"
	case missing == nil && !info.IsDir() && strings.EqualFold(filepath.Ext(store.String()), ".onnx"):
		return &notRunError{store, "it is an exported file; name the folder of the run that it came from", err}
	case missing == nil && !info.IsDir():
		why = "it is a file"
	case errors.Is(err, fs.ErrNotExist):
		why = "it has no " + configName
	}
	return &notRunError{store, why + " (gmnc train, gmnc identify --run and gmnc import make one)", err}
}
