package builder

import (
	"gmnc/builder/contact"
	"gmnc/builder/graph"
	"gmnc/builder/joints"
	"gmnc/builder/mechanics"
)

// writeGMNODE writes GMN-ODE: one law of motion, which is another for bodies with joints and
// for systems with planes.
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
