// Package logs writes the measurements of a training after each epoch, for other programs to
// follow, as JSON lines and as event files of TensorBoard. A log is only ever appended to, so
// that it can be read at any time. A resumed training continues it.
package logs

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gmnc/run"
)

// Log is an open log of a training.
type Log interface {
	// Add appends those epochs of a run's rows so far that the log lacks.
	Add(rows []run.Epoch) error
	Close() error
}

// formats maps the names of the formats to functions that open a log.
var formats = map[string]func(run.Folder) (Log, error){
	"jsonl":       openLines,
	"tensorboard": openEvents,
}

// Formats returns the names of the formats.
func Formats() []string { return slices.Sorted(maps.Keys(formats)) }

// Open opens the log of a format in a run's folder, and creates it if need be.
func Open(format string, folder run.Folder) (Log, error) {
	open, known := formats[format]
	if !known {
		return nil, fmt.Errorf("there is no log of the format %q; known: %s", format, strings.Join(Formats(), ", "))
	}
	return open(folder)
}
