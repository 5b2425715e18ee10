package train_test

import (
	"math"
	goruntime "runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
	"gmnc/train"
)

// curriculumJob trains through a step, through two, and through three: 4 epochs have 1, 1,
// 2 and 3.
func curriculumJob(t *testing.T) train.Job {
	t.Helper()
	return unrolledJob(t, func(o *run.Options) {
		o.Epochs, o.Unroll, o.Curriculum, o.EMA, o.ValidEvery, o.Reverse = 4, 3, []int{1, 2}, 0.9, 1, true
	})
}

// TestCurriculum: steps grow as they should, and any interruption and number of threads
// leaves the bits as they are.
func TestCurriculum(t *testing.T) {
	whole := curriculumJob(t)
	var said []string
	var steps []int
	whole.Observer.Notice = func(text string) { said = append(said, text) }
	whole.Observer.Step = func(_, step, of int, _ float64) {
		if step == 1 {
			steps = append(steps, of)
		}
	}
	wholeRun := mustTrain(t, whole)
	require.Contains(t, said, "epoch 3: through 2 steps from here on, after 1")
	require.Contains(t, said, "epoch 4: through 3 steps from here on, after 2")
	require.Equal(t, []int{12, 12, 9, 6}, steps, "of 6 trajectories of 5 frames, both ways, in batches of 4")

	want := load(t, whole.Store)
	for name, stops := range map[string][]stop{
		"short":          {{2, 1}},
		"before longer":  {{2, 12}},
		"at each change": {{2, 12}, {3, 1}, {3, 9}, {4, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			defer goruntime.GOMAXPROCS(goruntime.GOMAXPROCS(3))
			job := curriculumJob(t)
			require.Equal(t, wholeRun, interrupted(t, job, stops))
			requireSame(t, want, load(t, job.Store))
		})
	}
}

// TestStarts: an epoch trains on so many stretches at most, and on a batch at least. An interrupted training goes on to the same bits.
func TestStarts(t *testing.T) {
	for most, want := range map[int][]int{48: {12, 12, 9, 6}, 47: {11, 11, 9, 6}, 28: {7, 7, 7, 6}, 1: {1, 1, 1, 1}} {
		var steps []int
		job := curriculumJob(t)
		job.Config.Training.Starts = most
		job.Observer.Step = func(_, step, of int, _ float64) {
			if step == 1 {
				steps = append(steps, of)
			}
		}
		trained := mustTrain(t, job)
		require.Equal(t, want, steps, "at most %d", most)
		if most == 28 {
			again := curriculumJob(t)
			again.Config.Training.Starts = most
			stopped(t, train.Train, again, stop{3, 2})
			resumed, err := train.Resume(t.Context(), again)
			require.NoError(t, err)
			require.Equal(t, trained, resumed)
			requireSame(t, load(t, job.Store), load(t, again.Store))
		}
	}
}

// TestCurriculumRefused: steps that fall, more than unroll, and epochs that change.
func TestCurriculumRefused(t *testing.T) {
	for want, steps := range map[string][]int{
		"curriculum [2 1] does not go from short to long: give numbers of steps from 1 to unroll, 3, that do not fall": {2, 1},
		"curriculum [4] does not go from short to long":                                                                {4},
		"4 epochs cannot have curriculum of 4 numbers of steps before unroll: give fewer, or more epochs":              {1, 1, 1, 1},
	} {
		job := with(curriculumJob(t), func(o *run.Options) { o.Curriculum = steps })
		require.ErrorContains(t, train.Check(job), want)
	}
	job := curriculumJob(t)
	stopped(t, train.Train, job, stop{4, 1})
	_, err := train.Resume(t.Context(), with(job, func(o *run.Options) { o.Epochs = 8 }))
	require.ErrorContains(t, err, "coarse and curriculum divide the epochs, and it was started with epochs 4 and not 8: resume with as many")
}

// TestValidationOverSteps is of the mean over the steps of stretches, one after the other.
func TestValidationOverSteps(t *testing.T) {
	job := unrolledJob(t, func(o *run.Options) { o.Epochs = 1 })
	trained := mustTrain(t, job)
	p, _, err := artifact.FromRun(trained).OpenFor(job.Data, "native")
	require.NoError(t, err)
	defer p.Close()
	var squared []float64
	for _, s := range job.Data.Valid {
		for _, start := range []int{0, 2} { // of 5 frames
			now := s.Along(s.Trajectory.Stretch(start, 1))
			for step := range 2 {
				now.TargetPosition = s.Along(s.Trajectory.Stretch(start+step, 1)).TargetPosition
				x, v, err := p.Predict([]system.Sample{now})
				require.NoError(t, err)
				errs, err := predict.PositionErrors([]system.Sample{now}, x)
				require.NoError(t, err)
				squared = append(squared, errs[0])
				now.Position, now.Velocity = x, v
			}
		}
	}
	require.InEpsilon(t, predict.Summarize(squared).Mean, trained.Valid(), 1e-5)

	short := unrolledJob(t, unchanged)
	short.Data.Valid[1].Trajectory = nil
	_, err = train.Train(t.Context(), short)
	require.ErrorContains(t, err, "unroll 2 is for trajectories, and validation sample 1 has an input and a target alone")
}

// TestCurriculumWithoutALastBatch: the last steps leave fewer samples than the first.
func TestCurriculumWithoutALastBatch(t *testing.T) {
	job := with(curriculumJob(t), func(o *run.Options) { o.Batch = 25 })
	require.ErrorContains(t, train.Check(job), "of stretches of unroll 3 steps, with which curriculum ends, the training set has 24 samples, fewer than one batch of 25")
}

// TestCurriculumOutlivesLostValidation: a model that cannot go the last steps yet trains on;
// one that still cannot in the last stage ends there.
func TestCurriculumOutlivesLostValidation(t *testing.T) {
	job := curriculumJob(t)
	job.Data.Valid[1].Position[4] = huge
	trajectory := *job.Data.Valid[1].Trajectory
	trajectory.Positions = slices.Clone(trajectory.Positions)
	trajectory.Positions[4] = huge
	job.Data.Valid[1].Trajectory = &trajectory
	var said []string
	job.Observer.Notice = func(text string) { said = append(said, text) }
	_, err := train.Train(t.Context(), job)
	requireNonFinite(t, err, train.NonFiniteError{Epoch: 4, Sample: -1, What: "validation error"})
	require.Contains(t, said, "epoch 1: the validation error is not finite, and the stage is not the last: no weights are chosen by it")
	rows := metricsOf(t, job.Store)
	require.Len(t, rows, 4)
	require.True(t, math.IsNaN(rows[2].Valid))
	require.False(t, run.HasWeights(job.Store))
}
