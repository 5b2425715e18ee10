package train_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/run"
	"gmnc/system"
	"gmnc/train"
)

// TestCauchyResumes: the length that Cauchy's loss began with is the run's, and a training
// that was stopped ends with the bits of one that was not.
func TestCauchyResumes(t *testing.T) {
	cauchy := func() train.Job { return with(newJob(t), func(o *run.Options) { o.Loss = run.Cauchy }) }
	whole, part := cauchy(), cauchy()
	require.Greater(t, mustTrain(t, whole).Config.Training.CauchyLength, 0.)
	stopped(t, train.Train, part, stop{2, 1})
	_, err := train.Resume(t.Context(), part)
	require.NoError(t, err)
	requireSame(t, load(t, whole.Store), load(t, part.Store))
}

// TestCauchyOfAnEarlierBuild: a run without the length is not gone on with by another one.
func TestCauchyOfAnEarlierBuild(t *testing.T) {
	job := with(newJob(t), func(o *run.Options) { o.Loss, o.Epochs = run.Cauchy, 2 })
	config := mustTrain(t, job).Config
	config.Training.CauchyLength = 0
	require.NoError(t, run.WriteConfig(job.Store, config))
	_, err := train.Resume(t.Context(), job)
	require.ErrorContains(t, err, "an earlier build trained it with a loss cauchy whose length it did not keep")
}

// TestCauchyLength is of particles that move and whose predictions are finite.
func TestCauchyLength(t *testing.T) {
	resting := func(change func(s *system.Sample)) train.Job {
		job := with(mechanics(t, config.Constant{Name: config.LearnedGravity}), func(o *run.Options) { o.Loss, o.Epochs = run.Cauchy, 1 })
		for i := range job.Data.Train {
			s := &job.Data.Train[i]
			s.Velocity, s.TargetVelocity = make([]float32, len(s.Velocity)), make([]float32, len(s.Velocity))
			s.TargetPosition = slices.Clone(s.Position)
			system.Pinned.Set(s, []float32{1, 0, 1})
			change(s)
		}
		job.Data.Test = nil
		return job
	}
	moved := func(s *system.Sample) { s.TargetPosition[3]++ }
	job := resting(moved)
	job.Data.Valid = job.Data.Train
	require.InDelta(t, 1, mustTrain(t, job).Config.Training.CauchyLength, 1e-5, "of the one that moves")

	job = resting(func(s *system.Sample) {
		moved(s)
		system.Mass.Set(s, []float32{1, 1e-3, 1})
		system.Force.Set(s, []float32{0, 0, 0, math.MaxFloat32, 0, 0, 0, 0, 0})
	})
	job.Data.Valid = job.Data.Train
	_, err := train.Train(t.Context(), job)
	require.ErrorContains(t, err, "loss cauchy is measured by predictions of the first weights, and of 13 training samples none is finite")
}
