package builder

import (
	"gmnc/builder/contact"
	"gmnc/builder/graph"
	"gmnc/builder/joints"
	"gmnc/builder/mechanics"
)

// writeGMNODE writes GMN-ODE. Bodies with joints and systems with planes have laws of motion of
// their own.
func writeGMNODE(w *graph.Writer) {
	switch {
	case w.Config.Jointed():
		joints.Write(w)
	case w.Config.Contacting():
		contact.Write(w)
	default:
		mechanics.Write(w)
	}
}
