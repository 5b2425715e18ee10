package train

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/ranks"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// checked is a job that passes all checks.
func checked() Job {
	model := config.Config{Model: "egnn", Form: config.Published, Layers: 1, Hidden: 2}
	return Job{Ranks: runtime.Alone{}, Data: &datasets.Data{Train: fixtures.Samples(system.Composition{0, 1}, 2, 1)}, Config: run.Config{Version: "1", Model: model, Training: &run.Options{}}}
}

// TestChecksOfJobs: each check of a job's data is an error of the job.
func TestChecksOfJobs(t *testing.T) {
	job := checked()
	require.NoError(t, job.check())
	for message, change := range map[string]func(j *Job){
		"sample 0 has 2 particles, and learn mass by particle begins with 3": func(j *Job) {
			j.Config.Model.Integrator = config.RungeKutta4
			j.Config.Model.Learn = []config.Constant{{Name: config.LearnedMass, By: config.ByParticle, Start: []float64{1, 1, 1}}}
		},
		"the model takes ":       func(j *Job) { j.Config.Model.NodeFeatures = []string{"size"} },
		"leads to no later time": func(j *Job) { j.Data.About = datasets.About{Interval: "0 s", VelocityUnit: "m/s", LengthUnit: "m"} },
		"rank 1 has gmnc 2 and not 1": func(j *Job) {
			j.Ranks = ranks.Two{Text: []byte(`{"gmnc":"2","model":{"model":"egnn","layers":1,"hidden":2},"training":{}}`)}
		},
	} {
		job := checked()
		change(&job)
		require.ErrorContains(t, job.check(), message, message)
	}
}

// TestRanksThatDoNotShare: what is shared must arrive, and be a configuration.
func TestRanksThatDoNotShare(t *testing.T) {
	job := checked()
	job.Ranks = ranks.Two{Err: errors.New("the line is cut")}
	require.EqualError(t, job.checkRanks(), "the line is cut")
	job.Ranks = ranks.Two{Text: []byte("x")}
	require.ErrorContains(t, job.checkRanks(), "rank 1: invalid character")
}

// TestDifferentRanks: versions, kernels, models, options and data of all ranks are those of the first.
func TestDifferentRanks(t *testing.T) {
	const first = `{"gmnc":"1","kernels":["avx2"],"model":{"model":"egnn"},"training":{"batch":2},"data":{"file":"a","sha256":"0123456789abcdef"}}`
	require.NoError(t, differentRank([][]byte{[]byte(first), []byte(first)}))
	require.NoError(t, differentRank([][]byte{[]byte(first), []byte(`{"gmnc":"1","kernels":["avx2"],"model":{"model":"egnn"},"training":{"batch":2}}`)}), "without data there is nothing to compare")
	for other, want := range map[string]string{
		`{"gmnc":"2","kernels":["neon"],"model":{"model":"egnn"},"training":{"batch":2}}`:                                                 "rank 2 has gmnc 2 and not 1; neon kernels and not avx2, as rank 0 has: all ranks train the same",
		`{"gmnc":"1","kernels":["avx2"],"model":{"model":"gmn"},"training":{"batch":3}}`:                                                  "rank 2 has model gmn and not egnn; batch 3 and not 2, as rank 0 has: all ranks train the same",
		`{"gmnc":"1","kernels":["avx2"],"model":{"model":"egnn"},"training":{"batch":2},"data":{"file":"b","sha256":"fedcba9876543210"}}`: "rank 2 has other data, a file b with the SHA-256 fedcba987654… and not a with 0123456789ab…, as rank 0 has: all ranks train the same",
	} {
		require.EqualError(t, differentRank([][]byte{[]byte(first), []byte(first), []byte(other)}), want)
	}
}

// TestRefusedTrainings: options that do not go with the job are errors before anything is drawn.
func TestRefusedTrainings(t *testing.T) {
	engine := runtime.Engine{Modes: []runtime.Mode{{Train: nil}}}
	for message, change := range map[string]func(j *Job){
		"-1 epochs train nothing":     func(j *Job) { j.Config.Training.Epochs = -1 },
		"the model takes ":            func(j *Job) { j.Config.Model.NodeFeatures = []string{"size"} },
		"velocity 1 needs the target": func(j *Job) { j.Config.Training.Velocity = 1 },
		"fewer than one batch of 4":   func(j *Job) { j.Config.Training.Batch, j.Config.Training.KeepLast = 4, false },
		"valid":                       func(j *Job) { j.Data.Valid = nil },
		"does not train":              func(j *Job) {},
	} {
		job := checked()
		job.Data.Valid = job.Data.Train
		options := run.PaperOptions()
		options.Batch, options.Epochs, options.KeepLast = 2, 1, true
		job.Config.Training, job.Engine = &options, engine
		change(&job)
		_, err := newTraining(job, newState())
		require.ErrorContains(t, err, message, message)
	}
}
