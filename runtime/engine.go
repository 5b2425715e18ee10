package runtime

import (
	"fmt"
	"slices"
	"strings"

	"gmnc/ir"
)

// Engine is a row of the table of engines: one way to run models.
type Engine struct {
	Name string
	// About says what the engine is on this machine, in a line.
	About func() string
	// Available returns nil if it can run here, else what is missing and how
	// to get it.
	Available func() error
	// Kernels names the set of kernels on which the last bits of its results
	// depend; nil if they do on none.
	Kernels func() string
	// Modes are how it runs modules, the usual one first; none if it runs
	// exported files only.
	Modes []Mode
	// OpenFile opens an exported file; nil if it runs modules only. It keeps no
	// reference to the bytes.
	OpenFile func(file []byte) (Session, error)
	// OpenFileThreads is OpenFile of a session that divides each run among threads;
	// nil if it has one thread.
	OpenFileThreads func(file []byte, threads int) (Session, error)
	// Loops reports whether it runs files with a Loop.
	Loops bool
	// Version returns the version of the engine's library; nil for gmnc's own.
	Version func() string
}

// Mode is one way in which an engine runs modules, such as a level of
// optimisation.
type Mode struct {
	Name string // "" for the only one
	// Ragged says that systems of a batch may differ in their numbers of
	// neighbors, as complete systems of different sizes do. Other batches are
	// padded.
	Ragged bool
	// Open opens a module with the values of its parameters, which are copied;
	// CheckParams says which are needed.
	Open func(m *ir.Module, params map[string]Tensor) (Session, error)
	// Train prepares the training of a module from these values of its
	// parameters, which are copied; nil if the mode does not train.
	Train func(m *ir.Module, params map[string]Tensor, solver Solver) (Trainer, error)
}

// Trains are the modes that train.
func (e Engine) Trains() []Mode {
	return slices.DeleteFunc(slices.Clone(e.Modes), func(m Mode) bool { return m.Train == nil })
}

// Can says what the engine can run: modules, files, training.
func (e Engine) Can() string {
	var can []string
	if len(e.Modes) > 0 {
		can = append(can, "models")
	}
	if e.OpenFile != nil {
		can = append(can, "exported files")
	}
	if modes := e.Trains(); len(modes) > 0 {
		can = append(can, strings.TrimSpace("training "+strings.Join(namesOf(modes), " ")))
	}
	return strings.Join(can, ", ")
}

func namesOf(modes []Mode) (names []string) {
	for _, mode := range modes {
		names = append(names, mode.Name)
	}
	return names
}

// Level is the mode in which the engine trains at an optimisation level, from 0.
// An engine of one mode has no levels and trains in that.
func (e Engine) Level(level int) (Mode, error) {
	modes := e.Trains()
	if len(modes) == 0 {
		return Mode{}, fmt.Errorf("the engine %q does not train: take one of the table in package engines that does", e.Name)
	}
	if len(modes) == 1 {
		return modes[0], nil
	}
	if level < 0 || level >= len(modes) {
		return Mode{}, fmt.Errorf("-O%d is no optimisation level: use %s", level, strings.Join(namesOf(modes), ", "))
	}
	return modes[level], nil
}
