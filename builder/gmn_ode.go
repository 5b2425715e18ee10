package builder

import "gmnc/builder/graph"

// writeGMNODE writes GMN-ODE: one law of motion, which is another for bodies with joints and
// for systems with planes.
func writeGMNODE(w *graph.Writer) {
	switch {
	case w.Config.Jointed():
		writeJoints(w)
	case w.Config.Contacting():
		writeContact(w)
	default:
		writeLaw(w)
	}
}
