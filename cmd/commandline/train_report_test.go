package commandline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run"
)

// TestFitLines: the end of a training says how well constants fit, and that their fit is not finished.
func TestFitLines(t *testing.T) {
	trained := &run.Run{Metrics: map[string]string{}}
	require.Empty(t, fitLines("run", trained))
	trained.SetFit(run.Fit{Text: "it fits", Known: true})
	require.Equal(t, "run: fit: it fits\n", fitLines("run", trained))
	trained.SetUnfinished(true)
	require.Equal(t, "run: fit: it fits\nrun: the fit of its constants is not finished: continue it with --resume\n", fitLines("run", trained))
}
