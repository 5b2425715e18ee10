package runtime

import (
	"fmt"
	"slices"
	"strings"

	"gmnc/ir"
)

// Engine is a row of the table of engines: a way to run models.
type Engine struct {
	Name string
	// About describes the engine on this machine in a line.
	About func() string
	// Available returns nil if the engine can run here, or else an error that says what is
	// missing and how to get it.
	Available func() error
	// Kernels names the set of kernels on which the last bits of the results depend. It is nil
	// if there is none.
	Kernels func() string
	// Modes are the ways in which the engine runs modules, with the default first. There are
	// none if it only runs exported files.
	Modes []Mode
	// OpenFile opens an exported file. It keeps no reference to the bytes. It is nil if the
	// engine only runs modules.
	OpenFile func(file []byte) (Session, error)
	// OpenFileThreads opens a session that divides each run among threads. It is nil if the
	// engine has one thread.
	OpenFileThreads func(file []byte, threads int) (Session, error)
	// Loops reports whether the engine runs files with a Loop.
	Loops bool
	// Version returns the version of the engine's library. It is nil for gmnc's own engines.
	Version func() string
}

// Mode is a way in which an engine runs modules, such as a level of optimization.
type Mode struct {
	Name string // "" for the only one
	// Ragged says that the systems of a batch may differ in their numbers of neighbors, as
	// systems of different sizes do if all pairs interact. Other batches are padded.
	Ragged bool
	// Open opens a module. It copies the values of the parameters; CheckParams says which are
	// needed.
	Open func(m *ir.Module, params map[string]Tensor) (Session, error)
	// Train prepares the training of a module that begins with these values of its parameters,
	// which it copies. It is nil if the mode does not train.
	Train func(m *ir.Module, params map[string]Tensor, solver Solver) (Trainer, error)
}

// Trains returns the modes that train.
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

// Level returns the mode in which the engine trains at an optimization level, from 0. An engine
// with one mode has no levels and trains in that mode.
func (e Engine) Level(level int) (Mode, error) {
	modes := e.Trains()
	if len(modes) == 0 {
		return Mode{}, fmt.Errorf("the engine %q does not train: take one of the table in package engines that does", e.Name)
	}
	if len(modes) == 1 {
		return modes[0], nil
	}
	if level < 0 || level >= len(modes) {
		return Mode{}, fmt.Errorf("-O%d is no optimization level: use %s", level, strings.Join(namesOf(modes), ", "))
	}
	return modes[level], nil
}
