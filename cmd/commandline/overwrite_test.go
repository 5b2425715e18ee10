package commandline

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNothingIsOverwritten without --force, and with it everything that the
// command makes is new.
func TestNothingIsOverwritten(t *testing.T) {
	s := getSession(t)
	for name, args := range s.outputs() {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), outputName(name))
			args = append(args, path)
			gmnc(t, args...)
			before := contents(t, path)
			requireFailure(t, "--force", args...)
			require.Equal(t, before, contents(t, path))
			gmnc(t, append(args, "--force")...)
		})
	}
}

// TestForceReplacesRunsAlone: in a folder it removes what is a run's.
func TestForceReplacesRunsAlone(t *testing.T) {
	s := getSession(t)
	folder := copyRun(t, s.run)
	note := filepath.Join(folder, "note.txt")
	require.NoError(t, os.WriteFile(note, []byte("mine"), 0o600))
	gmnc(t, s.training(folder, "--force", "--hidden", "4")...)
	require.Equal(t, "mine", string(readFile(t, note)))
	require.Contains(t, gmnc(t, "inspect", folder).out, "networks of width 4")
	requireOneLine(t, exitUsage, "it does not go with --resume", call(t.Context(), s.training(folder, "--force", "--resume")...))
}

// TestForceKeepsWhatCannotBeReplaced: a run stays where no other can be trained.
func TestForceKeepsWhatCannotBeReplaced(t *testing.T) {
	s := getSession(t)
	one, swept := copyRun(t, s.run), filepath.Join(t.TempDir(), "sweep")
	sweep := s.training(swept, "--sweep", "lr=1e-3")
	gmnc(t, sweep...)
	for folder, args := range map[string][]string{one: s.training(one), swept: sweep} {
		before := contents(t, folder)
		for code, impossible := range map[int][]string{exitUsage: {"--lambda", "0.1"}, exitFailure: {"--unroll", "2"}} {
			requireOneLine(t, code, "", call(t.Context(), slices.Concat(args, []string{"--force"}, impossible)...))
			require.Equal(t, before, contents(t, folder), impossible[0])
		}
	}
}

// TestForceInterruptedEarly: a training that ends before its first epoch is saved leaves
// the run that it was to replace, and so does one of a sweep.
func TestForceInterruptedEarly(t *testing.T) {
	s := getSession(t)
	folder, swept := copyRun(t, s.run), filepath.Join(t.TempDir(), "sweep")
	sweep := s.training(swept, "--sweep", "lr=1e-3")
	gmnc(t, sweep...)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	before, sweptBefore := contents(t, folder), contents(t, swept)
	requireOneLine(t, exitStopped, "stopped: no epoch was completed, and "+folder+" still has its previous run", call(ctx, s.training(folder, "--force")...))
	require.Equal(t, before, contents(t, folder))
	require.Equal(t, exitStopped, call(ctx, append(sweep, "--force")...).code)
	require.Equal(t, sweptBefore, contents(t, swept))
}

// contents are the contents of a file, or of all files in a folder.
func contents(t *testing.T, path string) map[string]string {
	t.Helper()
	found := map[string]string{}
	require.NoError(t, filepath.WalkDir(path, func(name string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			found[name] = string(readFile(t, name))
		}
		return err
	}))
	return found
}
