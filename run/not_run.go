package run

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// notRun returns the error of a store whose configuration cannot be read. It says what the user
// named in place of a run folder.
func notRun(store Store, err error) error {
	const made = "(gmnc train and gmnc import make one)"
	info, missing := os.Stat(store.String())
	_, folder := store.(Folder)
	switch {
	case !folder:
	case errors.Is(missing, fs.ErrNotExist):
		return fmt.Errorf("%s is not a run folder: it does not exist %s", store, made)
	case missing == nil && !info.IsDir() && strings.EqualFold(filepath.Ext(store.String()), ".onnx"):
		return fmt.Errorf("%s is not a run folder: it is an exported file; name the folder of the run that it came from", store)
	case missing == nil && !info.IsDir():
		return fmt.Errorf("%s is not a run folder: it is a file %s", store, made)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s is not a run folder: it has no %s %s", store, configName, made)
	}
	return fmt.Errorf("%s is not a run folder: %w %s", store, err, made)
}
