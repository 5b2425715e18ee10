package train_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run"
	"gmnc/train"
)

// TestVersionFilledIn: a job without a version gets that of this build, so its run is readable.
func TestVersionFilledIn(t *testing.T) {
	job := with(newJob(t), func(o *run.Options) { o.Epochs = 1 })
	job.Config.Version = ""
	require.NoError(t, train.Check(job))
	require.Equal(t, run.Version(), mustTrain(t, job).Config.Version)
	job = with(job, func(o *run.Options) { o.Epochs = 2 })
	resumed, err := train.Resume(t.Context(), job)
	require.NoError(t, err)
	require.Equal(t, run.Version(), resumed.Config.Version)
}

// TestIncompleteJobs: the error says what a job lacks.
func TestIncompleteJobs(t *testing.T) {
	for lacks, remove := range map[string]func(job *train.Job){
		"the job has no Config.Training: ": func(job *train.Job) { job.Config.Training = nil },
		"the job has no Store: ":           func(job *train.Job) { job.Store = nil },
		"the job has no Data: ":            func(job *train.Job) { job.Data = nil },
		`the engine "" does not train`:     func(job *train.Job) { job.Engine.Modes, job.Engine.Name = nil, "" },
	} {
		job := newJob(t)
		remove(&job)
		require.ErrorContains(t, train.Check(job), lacks)
		for _, begin := range []func(context.Context, train.Job) (*run.Run, error){train.Train, train.Resume} {
			_, err := begin(t.Context(), job)
			if job.Engine.Modes != nil {
				require.ErrorContains(t, err, lacks)
			}
		}
	}
}
