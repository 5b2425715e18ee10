package pages

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/experiments/reproduce/protocol"
)

// TestRecordedBuilds: a build is recorded where it names a commit.
func TestRecordedBuilds(t *testing.T) {
	for build, want := range map[string]bool{"": false, protocol.Unrecorded: false, "0.1.0": false, "0.1.0+0123456789ab": true, "0.1.0+0123456789ab.modified": true} {
		require.Equal(t, want, ofCommit(build), build)
	}
	var cells TableReport
	for _, build := range []string{"0.1.0", "0.1.0+0123456789ab", "0.1.0+0123456789ab"} {
		cells.Comparisons = append(cells.Comparisons, Comparison{Measured: []Measured{{Errors: new(protocol.Errors), Result: &protocol.Result{Version: build}}}})
	}
	require.Equal(t, 2, cells.recorded())
}
