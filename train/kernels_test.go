package train_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run"
	"gmnc/train"
)

// TestKernelsAreRecorded resumes a run with the same kernels, and with
// others, of which it tells.
func TestKernelsAreRecorded(t *testing.T) {
	job := with(newJob(t), func(o *run.Options) { o.Epochs = 1 })
	var notices []string
	job.Observer.Notice = func(text string) { notices = append(notices, text) }
	use := func(kernels string) { job.Engine.Kernels = func() string { return kernels } }

	use("wide")
	require.Equal(t, []string{"wide"}, mustTrain(t, job).Config.Kernels)
	notices = nil // about the data
	for _, step := range []struct {
		kernels  string
		recorded []string
		notices  int
	}{
		{"wide", []string{"wide"}, 0},
		{"narrow", []string{"wide", "narrow"}, 1},
		{"narrow", []string{"wide", "narrow"}, 1},
		{"wide", []string{"wide", "narrow", "wide"}, 2},
	} {
		use(step.kernels)
		job = with(job, func(o *run.Options) { o.Epochs++ })
		resumed, err := train.Resume(t.Context(), job)
		require.NoError(t, err)
		require.Equal(t, step.recorded, resumed.Config.Kernels)
		require.Len(t, notices, step.notices)
	}
	require.Contains(t, notices[0], "was trained with wide kernels and goes on with narrow ones")
}
