// Package logs writes the measurements of a training after each epoch, for other programs to
// follow: JSON lines, and event files of TensorBoard. A log is only ever appended to, so that it
// can be read at any time; a resumed training goes on with it.
package logs

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gmnc/run"
)

// Log is one under way.
type Log interface {
	// Add adds the epochs that the log lacks, of a run's rows so far.
	Add(rows []run.Epoch) error
	Close() error
}

// formats are the logs that there are, by name.
var formats = map[string]func(run.Folder) (Log, error){
	"jsonl":       openLines,
	"tensorboard": openEvents,
}

// Formats are the names of the logs that there are.
func Formats() []string { return slices.Sorted(maps.Keys(formats)) }

// Open opens the log of a format in a run's folder, and makes it if need be.
func Open(format string, folder run.Folder) (Log, error) {
	open, known := formats[format]
	if !known {
		return nil, fmt.Errorf("there is no log of the format %q; known: %s", format, strings.Join(Formats(), ", "))
	}
	return open(folder)
}
