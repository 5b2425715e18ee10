package commandline

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/faultydisk"
	"gmnc/run"
	"gmnc/runtime"
)

// TestFaultsOfTheDisk makes first steps of the writes of every command fail, one in each
// call: the call fails with one line that names the file and leaves nothing half-written,
// and the next one ends in the bits of one whose disk never failed. The steps are the first
// write and the first rename; in the campaign (scripts/campaign.sh) they are the first two
// of each kind, or as many as it names.
func TestFaultsOfTheDisk(t *testing.T) {
	s := getSession(t)
	faults := 0
	for _, w := range s.writers(t) {
		t.Run(w.name, func(t *testing.T) {
			want := w.undisturbed(t)
			for _, step := range faultySteps(t) {
				failed := 0
				for failed < max(1, campaign(t)) && w.failsAt(t, step, failed+1, want) {
					failed++
				}
				require.True(t, failed > 0 || step != faultydisk.Write, "no write goes through the disk that fails")
				faults += failed
			}
		})
	}
	t.Logf("campaign: faults of the disk | %d | 0", faults)
}

// faultySteps are the kinds of steps that fail: all in a campaign.
func faultySteps(t *testing.T) []faultydisk.Step {
	if campaign(t) > 0 {
		return faultydisk.Steps
	}
	return []faultydisk.Step{faultydisk.Write, faultydisk.Rename}
}

// TestForceLosesNothing: where a step of the disk fails while --force replaces a run, the
// old run is there as it was, or the new one.
func TestForceLosesNothing(t *testing.T) {
	s := getSession(t)
	args := func(folder, seed string) []string {
		return s.training(filepath.Join(folder, "run"), "--epochs", "1", "--seed", seed)
	}
	weights := func(folder string) map[string]runtime.Tensor {
		trained, err := run.Read(run.Folder(filepath.Join(folder, "run")))
		require.NoError(t, err)
		return trained.Weights
	}
	before, after := t.TempDir(), t.TempDir()
	gmnc(t, args(before, "1")...)
	gmnc(t, args(after, "2")...)
	last := 0
	for _, step := range faultySteps(t) {
		for n := 1; ; n++ {
			folder := t.TempDir()
			require.NoError(t, os.CopyFS(folder, os.DirFS(before)))
			disk, restore := faultydisk.Use(t, step, n)
			result := call(context.Background(), append(args(folder, "2"), "--force")...)
			restore()
			if !disk.Failed() {
				last = max(last, n)
				break
			}
			require.Contains(t, []map[string]runtime.Tensor{weights(before), weights(after)}, weights(folder), "%s %d: %s", step, n, result.err)
			gmnc(t, "inspect", filepath.Join(folder, "run"))
			require.Empty(t, leftovers(t, folder))
		}
	}
	require.Greater(t, last, 5, "several files are replaced")
}

// failsAt reports whether there is an n-th step of the kind.
func (w writer) failsAt(t *testing.T, step faultydisk.Step, n int, want map[string]string) bool {
	t.Helper()
	folder, what := t.TempDir(), fmt.Sprintf("%s %d", step, n)
	disk, restore := faultydisk.Use(t, step, n)
	result := call(context.Background(), w.args(folder)...)
	restore()
	if !disk.Failed() {
		require.Equal(t, exitSuccess, result.code, "%s: %s", what, result.err)
		return false
	}
	lines := strings.Split(strings.TrimSpace(result.err), "\n")
	if result.code == exitSuccess {
		require.Contains(t, result.err, "training continues without the learning curve: ", what)
	} else {
		require.Equal(t, exitFailure, result.code, what)
		require.Regexp(t, `^gmnc: .*(input/output error|returned something else).*`, lines[len(lines)-1], what)
	}
	require.Empty(t, leftovers(t, folder))
	w.goOn(t, folder)
	requireSameFiles(t, want, w.files(t, folder))
	return true
}
