package train_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/internal/test/ranks"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/train"
)

// onRanks does a job on as many ranks; change, unless nil, is what is different
// in one of them. It returns their errors.
func onRanks(size int, job train.Job, begin train.Begin, change func(rank int, job *train.Job)) []error {
	return ranks.Run(size, func(r runtime.Ranks) error {
		own := job
		own.Ranks = r
		if r.Rank() > 0 {
			own.Store = run.NewMemory("of another rank")
		}
		if change != nil {
			change(r.Rank(), &own)
		}
		_, err := begin(context.Background(), own)
		return err
	})
}

func requireNone(t *testing.T, errs []error) {
	t.Helper()
	for rank, err := range errs {
		require.NoError(t, err, "rank %d", rank)
	}
}

// TestRanks: the files of a run are the same bytes on any number of ranks, of
// which some have no part of a batch, and of systems of several sizes.
func TestRanks(t *testing.T) {
	for name, job := range map[string]func() train.Job{
		"one size": func() train.Job { return newJob(t) },
		"mixed": func() train.Job {
			job := newJob(t)
			job.Data = mixedDataset(t)
			return job
		},
		"all options":    func() train.Job { return with(newJob(t), everyOption) },
		"larger batches": func() train.Job { return with(newJob(t), func(o *run.Options) { o.Batch, o.ValidEvery = 12, 4 }) },
	} {
		alone := job()
		mustTrain(t, alone)
		want := load(t, alone.Store)
		for _, size := range []int{2, 5} {
			shared := job()
			requireNone(t, onRanks(size, shared, train.Train, nil))
			requireSame(t, want, load(t, shared.Store))
			require.Equal(t, read(t, alone.Store, "config.json"), read(t, shared.Store, "config.json"), "%s, %d ranks", name, size)
		}
	}
}

// TestRanksOfTheNativeTrainer train as Gorgonia at -O2 does.
func TestRanksOfTheNativeTrainer(t *testing.T) {
	_, want := plain(t)
	shared := newJob(t)
	shared.Engine = engines.ForModules()
	requireNone(t, onRanks(3, shared, train.Train, nil))
	requireSame(t, want, load(t, shared.Store))
}

// TestRanksResume: an interrupt of any rank ends all; the run goes on with any
// number of ranks, to the same bits.
func TestRanksResume(t *testing.T) {
	_, want := plain(t)
	for told := range 3 {
		job := newJob(t)
		ctx, cancel := context.WithCancel(t.Context())
		begin := func(_ context.Context, own train.Job) (*run.Run, error) {
			if own.Ranks.Rank() != told {
				return train.Train(t.Context(), own)
			}
			own.Observer.Step = func(epoch, step, _ int, _ float64) {
				if epoch == 3 && step == 1 {
					cancel()
				}
			}
			return train.Train(ctx, own)
		}
		for _, err := range onRanks(3, job, begin, nil) {
			require.ErrorIs(t, err, context.Canceled)
		}
		requireNone(t, onRanks(1+told, job, train.Resume, nil))
		requireSame(t, want, load(t, job.Store))
	}
}

// TestRanksNonFinite: all ranks end with the same epoch, batch and sample.
func TestRanksNonFinite(t *testing.T) {
	job := newJob(t)
	sample, batch := lateSample(t, job)
	job.Data.Train[sample].Position[4] = huge
	for _, err := range onRanks(3, job, train.Train, nil) {
		requireNonFinite(t, err, train.NonFiniteError{Epoch: 2, Batch: batch, Sample: sample, What: "loss"})
	}
	require.Len(t, metricsOf(t, job.Store), 2)
}

// TestRanksThatDiffer are refused by number, before anything is written.
func TestRanksThatDiffer(t *testing.T) {
	for _, c := range []struct {
		change func(job *train.Job)
		text   string
	}{
		{func(job *train.Job) { job.Config.Version = "older" }, "rank 2 has gmnc older and not test, as rank 0 has: all ranks train the same"},
		{func(job *train.Job) { job.Config.Model.Layers = 3 }, "rank 2 has layers 3 and not 2"},
		{func(job *train.Job) { *job = with(*job, func(o *run.Options) { o.Seed = 9 }) }, "rank 2 has seed 9 and not 3"},
		{func(job *train.Job) { job.Config.Data = &run.DataInfo{File: "data.npz", SHA256: "2"} }, "rank 2 has other data, a file data.npz with the SHA-256 2"},
		{func(job *train.Job) { job.Engine.Kernels = func() string { return "other" } }, "rank 2 has other kernels and not"},
		{func(job *train.Job) { *job = with(*job, func(o *run.Options) { o.LearningRate = math.NaN() }) }, "a learning rate of NaN"},
	} {
		job := newJob(t)
		errs := onRanks(4, job, train.Train, func(rank int, own *train.Job) {
			if rank == 2 {
				c.change(own)
			}
		})
		for rank, err := range errs {
			require.ErrorContains(t, err, c.text, "rank %d", rank)
		}
		require.NoDirExists(t, job.Store.String())
	}
}

// TestRanksNeedO2: the levels below have no lanes to share.
func TestRanksNeedO2(t *testing.T) {
	job := with(newJob(t), func(o *run.Options) { o.Level = 1 })
	for _, err := range onRanks(2, job, train.Train, nil) {
		require.EqualError(t, err, "at -O1 one process trains, not 2 ranks: use -O2")
	}
}

// unwritable is a store whose disk is full from some write on.
type unwritable struct {
	run.Store
	left int
}

func (u *unwritable) Write(name string, content []byte) error {
	if u.left--; u.left < 0 {
		return errors.New("the disk is full")
	}
	return u.Store.Write(name, content)
}

// TestRanksWithoutADisk: what the first rank cannot write ends all.
func TestRanksWithoutADisk(t *testing.T) {
	job := newJob(t)
	job.Store = &unwritable{job.Store, 5}
	for _, err := range onRanks(2, job, train.Train, nil) {
		require.ErrorContains(t, err, "the disk is full")
	}
}

// TestRanksReadData: all ranks have the data of the one file, which the first
// alone reads, or the reason why there are none.
func TestRanksReadData(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data.npz")
	require.NoError(t, datasets.Write(path, dataset(t)))
	want, info, err := train.ReadData(path, runtime.Alone{}, false)
	require.NoError(t, err)
	read := func(path string) []error {
		return ranks.Run(2, func(r runtime.Ranks) error {
			own := path
			if r.Rank() > 0 {
				own = filepath.Base(path) // is not there
			}
			data, described, err := train.ReadData(own, r, false)
			if err == nil && !(assert.ObjectsAreEqual(want, data) && assert.ObjectsAreEqual(info, described)) {
				err = errors.New("other data")
			}
			return err
		})
	}
	require.Equal(t, []error{nil, nil}, read(path))
	for _, err := range read(path + "x") {
		require.ErrorContains(t, err, "data.npzx does not exist")
	}
	require.NoError(t, os.WriteFile(path, []byte("text"), 0o600))
	for _, err := range read(path) {
		require.ErrorContains(t, err, path)
	}
}
