package train_test

import (
	"fmt"
	"maps"
	"math"
	"os"
	goruntime "runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
	"gmnc/train"
)

func TestTrainingReducesTheLoss(t *testing.T) {
	job := with(newJob(t), func(o *run.Options) { o.Epochs, o.ValidEvery = 30, 30 })
	mustTrain(t, job)
	rows := metricsOf(t, job.Store)
	require.Less(t, rows[29].Train, rows[0].Train/2)
}

// TestTheLoopIsWhatItSays states the loop once more: the epoch's order cut
// into batches, what is left over dropped, one step a batch.
func TestTheLoopIsWhatItSays(t *testing.T) {
	job := newJob(t)
	var seen []float64
	job.Observer.Step = func(epoch, step, of int, loss float64) {
		require.Equal(t, steps, of)
		require.Equal(t, len(seen), (epoch-1)*steps+step-1)
		seen = append(seen, loss)
	}
	mustTrain(t, job)

	options := job.Config.Training
	model, err := builder.New(tinyModel, false)
	require.NoError(t, err)
	objective, err := train.Objective(model)
	require.NoError(t, err)
	mode, err := job.Engine.Level(options.Level)
	require.NoError(t, err)
	trainer, err := mode.Train(objective, run.WithShapes(model, model.Draw(options.Seed)),
		runtime.Solver{LearningRate: options.LearningRate, WeightDecay: options.WeightDecay})
	require.NoError(t, err)
	var losses []float64
	for epoch := 1; epoch <= options.Epochs; epoch++ {
		order := train.Order(options.Seed, epoch, trainSamples)
		for step := range steps {
			var batch []system.Sample
			for _, at := range order[step*batchSize : (step+1)*batchSize] {
				batch = append(batch, job.Data.Train[at])
			}
			loss, err := runtime.Step(trainer, train.ObjectiveInputs(system.NewBatch(batch), false))
			require.NoError(t, err)
			losses = append(losses, loss)
		}
	}
	require.Equal(t, losses, seen)
	require.NotEqual(t, train.Order(options.Seed, 1, trainSamples), train.Order(options.Seed, 2, trainSamples))
	require.NotEqual(t, train.Order(options.Seed, 1, trainSamples), train.Order(options.Seed+1, 1, trainSamples))

	rows := metricsOf(t, job.Store)
	for i, row := range rows {
		require.Equal(t, (losses[i*steps]+losses[i*steps+1]+losses[i*steps+2])/steps, row.Train)
	}
}

func TestMetrics(t *testing.T) {
	job := with(newJob(t), func(o *run.Options) { o.Epochs = 5 })
	var told []run.Epoch
	job.Observer.Epoch = func(rows []run.Epoch) error {
		require.Len(t, rows, len(told)+1)
		told = append(told, rows[len(rows)-1])
		stored := metricsOf(t, job.Store)
		require.Len(t, stored, len(rows), "the epoch is saved before it is told")
		return nil
	}
	job.Observer.Step = func(epoch, _, _ int, _ float64) {
		require.Len(t, told, epoch-1, "epochs are told before a step of the next")
	}
	mustTrain(t, job)

	rows := metricsOf(t, job.Store)
	require.Empty(t, cmp.Diff(told, rows, cmpopts.EquateNaNs(), cmpopts.EquateApprox(0, 1e-3)))
	before := 0.0
	for i, row := range rows {
		require.Equal(t, i+1, row.Epoch)
		require.Positive(t, row.Train)
		require.GreaterOrEqual(t, row.Time, before)
		require.Empty(t, row.Note)
		validated := row.Epoch%2 == 0 || row.Epoch == 5
		require.Equal(t, validated, !math.IsNaN(row.Valid), "epoch %d", row.Epoch)
		before = row.Time
	}
	require.Regexp(t, `^epoch,train_loss,valid_mse,seconds,note\n1,[0-9.e-]+,,[0-9.]+,\n2,[0-9.e-]+,[0-9.e-]+,`,
		read(t, job.Store, "metrics.csv"))
}

// overshooting learns so fast that the last weights are not the best.
func overshooting(t *testing.T) train.Job {
	return with(newJob(t), func(o *run.Options) { o.Epochs, o.ValidEvery, o.LearningRate = 12, 1, 0.1 })
}

func TestBestCheckpoint(t *testing.T) {
	job := overshooting(t)
	trained := mustTrain(t, job)
	best := run.Epoch{Valid: math.Inf(1)}
	for _, row := range metricsOf(t, job.Store) {
		if row.Valid < best.Valid {
			best = row
		}
	}
	require.Less(t, best.Epoch, 12, "the fixture must overshoot")
	require.NotEmpty(t, trained.Fit())
	ofBest := maps.Clone(trained.Metrics)
	maps.DeleteFunc(ofBest, func(key, _ string) bool { return strings.HasPrefix(key, "law_") })
	require.Equal(t, map[string]string{
		"epoch": strconv.Itoa(best.Epoch), "valid_mse": strconv.FormatFloat(best.Valid, 'g', -1, 64),
		"valid_constraint_error": trained.Metrics["valid_constraint_error"],
	}, ofBest)

	errs, err := predict.Evaluate(t.Context(), predictorOf(t, trained), job.Data.Valid)
	require.NoError(t, err)
	require.Equal(t, best.Valid, errs.Position.Mean)
	require.Equal(t, strconv.FormatFloat(errs.Constraint, 'g', -1, 64), trained.Metrics["valid_constraint_error"])

	stored, err := run.Read(job.Store)
	require.NoError(t, err)
	require.Equal(t, trained.Config, stored.Config)
	require.Equal(t, trained.Weights, stored.Weights)
	require.Equal(t, trained.Metrics, stored.Metrics)
}

func TestTrainSizeTakesTheFirstSamples(t *testing.T) {
	whole, part := newJob(t), with(newJob(t), func(o *run.Options) { o.TrainSize = 9 })
	whole.Data.Train = whole.Data.Train[:9]
	mustTrain(t, whole)
	mustTrain(t, part)
	require.Equal(t, load(t, whole.Store).State, load(t, part.Store).State)
}

// TestNothingDependsOnSamplesLeftOut trains gmn-ode, which has units of the data, on
// the first samples of two data sets that differ in the others.
func TestNothingDependsOnSamplesLeftOut(t *testing.T) {
	first := func(change func(rest []system.Sample)) *run.Run {
		job := with(newJob(t), func(o *run.Options) { o.TrainSize = 9 })
		job.Config.Model.Model = "gmn-ode"
		job.Config.Data = &run.DataInfo{Ranges: system.MeasureRanges(job.Data.Train, nil)}
		change(job.Data.Train[9:])
		return mustTrain(t, job)
	}
	want := first(func([]system.Sample) {})
	got := first(func(rest []system.Sample) {
		for i := range rest {
			for k := range rest[i].Position {
				rest[i].Position[k] *= 3
			}
		}
	})
	require.NotZero(t, want.Config.Model.Length)
	require.Equal(t, want.Config, got.Config)
	require.Equal(t, want.Weights, got.Weights)
}

// TestTheSameBitsOnAnyNumberOfProcessors trains on batches of 234 edges, of
// which a matrix product is cut into four blocks, the fewest that gonum
// computes in parallel. Another seed gives other bits.
func TestTheSameBitsOnAnyNumberOfProcessors(t *testing.T) {
	for _, level := range []int{0, 2} {
		t.Run(fmt.Sprint("level ", level), func(t *testing.T) {
			run := func(processors int, seed uint64) saved {
				defer goruntime.GOMAXPROCS(goruntime.GOMAXPROCS(processors))
				job := with(newJob(t), func(o *run.Options) { o.Seed, o.Batch, o.Level = seed, 3*trainSamples, level })
				job.Data.Train = slices.Repeat(job.Data.Train, 3)
				mustTrain(t, job)
				return load(t, job.Store)
			}
			one := run(1, 3)
			for _, processors := range []int{2, 3, 8} {
				require.Empty(t, cmp.Diff(one, run(processors, 3), cmpopts.EquateNaNs()))
			}
			require.NotEqual(t, one.State, run(2, 4).State)
		})
	}
}

func TestWhatCannotBeTrained(t *testing.T) {
	for name, c := range map[string]struct {
		change func(job *train.Job)
		want   string
	}{
		"no validation": {func(j *train.Job) { j.Data.Valid = nil },
			`training chooses its weights by validation: the split "valid" has no samples: there are samples in [train, test]`},
		"no samples": {func(j *train.Job) { j.Data.Train = nil },
			`the split "train" has no samples: there are samples in [valid, test]`},
		"small data": {func(j *train.Job) { j.Config.Training.Batch = 14 },
			"training set has 13 samples, fewer than one batch of 14, and what is no whole batch is left out: train without drop_last, use batch 13 or less, or more data"},
		"train size": {func(j *train.Job) { j.Config.Training.TrainSize = 14 },
			"train_size asks for 14 samples; the training split has 13"},
		"small train size": {func(j *train.Job) { j.Config.Training.TrainSize = 3 },
			"training set has 3 samples, fewer than one batch of 4, and what is no whole batch is left out: train without drop_last, use batch 3 or less, or more data"},
		"negative size": {func(j *train.Job) { j.Config.Training.TrainSize = -1 },
			"a training set of -1 samples is impossible: train_size is 0 for all, or more"},
		"no batch": {func(j *train.Job) { j.Config.Training.Batch = 0 },
			"a batch of 0 samples is impossible: use batch 1 or more"},
		"no epochs": {func(j *train.Job) { j.Config.Training.Epochs = 0 },
			"0 epochs train nothing: epochs is 1 or more"},
		"validation": {func(j *train.Job) { j.Config.Training.ValidEvery = 0 },
			"validation every 0 epochs is impossible: valid_every is 1 or more"},
		"patience": {func(j *train.Job) { j.Config.Training.Patience = -1 },
			"a patience of -1 epochs is impossible: patience is 0 for all epochs, or more"},
		"rate": {func(j *train.Job) { j.Config.Training.LearningRate = math.Inf(1) },
			"a learning rate of +Inf does not learn: learning_rate is a number above 0"},
		"rate 0": {func(j *train.Job) { j.Config.Training.LearningRate = 0 },
			"a learning rate of 0 does not learn: learning_rate is a number above 0"},
		"decay": {func(j *train.Job) { j.Config.Training.WeightDecay = math.NaN() },
			"a weight decay of NaN is impossible: weight_decay is a number, 0 or more"},
		"level": {func(j *train.Job) { j.Config.Training.Level = 3 }, "-O3 is no optimization level: use -O0, -O1, -O2"},
		"model": {func(j *train.Job) { j.Config.Model.Model = "unknown" }, `there is no model "unknown"; known: `},
	} {
		t.Run(name, func(t *testing.T) {
			job := newJob(t)
			c.change(&job)
			_, err := train.Train(t.Context(), job)
			require.ErrorContains(t, err, c.want)
			require.NotContains(t, err.Error(), "\n")
			_, err = os.Stat(job.Store.String())
			require.ErrorIs(t, err, os.ErrNotExist, "nothing is written")
		})
	}
}
