package commandline

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPatience trains at a rate at which validation errors soon rise.
func TestPatience(t *testing.T) {
	s := getSession(t)
	run := filepath.Join(t.TempDir(), "run")
	training := s.training(run, "--epochs", "50", "--lr", "0.1", "--valid-every", "1", "--patience", "2")
	ended := `: ended after epoch \d+, as the last 2 had no lower validation error\n$`
	require.Regexp(t, ended, gmnc(t, training...).out)
	require.Regexp(t, ended, gmnc(t, append(training, "--resume")...).out)
	require.Regexp(t, `(?m)^ *patience +2 epochs without a lower validation error$`, gmnc(t, "inspect", run).out)
	require.NotContains(t, s.trained.out, "ended after")
}
