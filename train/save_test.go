package train_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/train"
)

// TestResumeAfterAKillBetweenWrites ends a training at each of the files that
// it writes after an epoch, with those before it written and those after it
// not. The run resumes, and continues to the bits of one that never stopped.
func TestResumeAfterAKillBetweenWrites(t *testing.T) {
	wholeRun, want := plain(t)
	for _, name := range []string{"weights.safetensors", "metrics.csv", "state.safetensors"} {
		for _, epoch := range []int{2, 4} { // those that are validated, and may have weights to write
			job := newJob(t)
			endAtWrite(t, job, name, epoch)
			run, err := train.Resume(t.Context(), job)
			require.NoError(t, err, "%s of epoch %d", name, epoch)
			require.Equal(t, wholeRun, run)
			requireSame(t, want, load(t, job.Store))
		}
	}
}

// endAtWrite trains until a file of the run is to be written at the end of an
// epoch. A folder of the file's name keeps it from being written, and then
// makes way for the file as it was.
func endAtWrite(t *testing.T, job train.Job, name string, at int) {
	t.Helper()
	path, aside := filepath.Join(job.Store.String(), name), filepath.Join(t.TempDir(), name)
	job.Observer.Step = func(epoch, step, of int, _ float64) {
		if epoch != at || step != of {
			return
		}
		if err := os.Rename(path, aside); err != nil {
			require.ErrorIs(t, err, os.ErrNotExist) // no weights before the first validation
		}
		require.NoError(t, os.Mkdir(path, 0o755))
	}
	_, err := train.Train(t.Context(), job)
	require.ErrorContains(t, err, "cannot write "+path+": it is a folder")
	require.NoError(t, os.Remove(path))
	if err := os.Rename(aside, path); err != nil {
		require.ErrorIs(t, err, os.ErrNotExist)
	}
}
