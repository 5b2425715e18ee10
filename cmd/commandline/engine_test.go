package commandline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/runtime/engines"
)

// TestEveryEngine: a row of the table is all that an engine takes to be in the help and behind
// predict, for runs and for files. TestDoctor has those of doctor.
func TestEveryEngine(t *testing.T) {
	s := getSession(t)
	help := gmnc(t, "predict", "--help").out
	for _, engine := range engines.All() {
		require.Contains(t, help, engine.Name)
		for _, model := range []string{s.run, s.model} {
			if reason := engine.Available(); reason != nil {
				requireFailure(t, reason.Error(), "predict", model, s.data, "--runtime", engine.Name)
				continue
			}
			require.Contains(t, gmnc(t, "predict", model, s.data, "--runtime", engine.Name).out, "samples in "+engine.Name+"\n", model)
		}
	}
}
