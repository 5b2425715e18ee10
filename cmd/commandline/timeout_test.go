package commandline

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTimeout: no command waits longer than it may for what runs a model, and nothing
// is written then; an interrupt ends the waiting, too.
func TestTimeout(t *testing.T) {
	s, folder := getSession(t), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range [][]string{
		{"predict", s.model, s.data, "-o", filepath.Join(folder, "out.npz")},
		{"rollout", s.model, s.data, "--velocity", "displacement", "-o", filepath.Join(folder, "out.npz")},
		{"verify", s.model, "--html", filepath.Join(folder, "page.html")},
		{"report", s.model, s.data, "-o", filepath.Join(folder, "page.html")},
	} {
		requireOneLine(t, exitStopped, "stopped: ", call(ctx, args...))
		r := call(t.Context(), append(args, "--timeout", "1ns")...)
		require.Equal(t, exitFailure, r.code, args[0])
		require.Contains(t, r.err, "the model has not finished after 1ns", args[0])
		requireEmpty(t, folder)
		requireOneLine(t, exitUsage, "\"-1s\" is not a time: expected one such as 90s or 10m, or 0", call(t.Context(), append(args, "--timeout=-1s")...))
	}
}
