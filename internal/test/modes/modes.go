// Package modes names, for tests, the modes in which engines run and train modules.
package modes

import (
	"slices"
	"strings"

	"gmnc/runtime"
	"gmnc/runtime/engines"
)

// Of returns the modes of an engine, with the engine's name before theirs.
func Of(engine runtime.Engine) []runtime.Mode {
	named := slices.Clone(engine.Modes)
	for i := range named {
		named[i].Name = strings.TrimSpace(engine.Name + " " + named[i].Name)
	}
	return named
}

// Training returns the modes of all engines that train.
func Training() (training []runtime.Mode) {
	for _, engine := range engines.All() {
		for _, mode := range Of(engine) {
			if mode.Train != nil {
				training = append(training, mode)
			}
		}
	}
	return training
}
