package reproduce

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gmnc/experiments/reproduce/corpus"
	"gmnc/experiments/reproduce/pages"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/run"
)

// fitted is a task that fits a small layer, and a runner for it that keeps what it reports.
func fitted(t *testing.T) (one task, r *runner, told *[]Progress) {
	one = task{cell: protocol.Cell{Fit: &protocol.Fit{Vectors: 2, Given: 2, Width: 1, Samples: 3, Steps: 10, Seed: 1}}, name: "a fit", work: 2}
	told = new([]Progress)
	r = &runner{blank: map[string]string{}, results: resultStore{t.TempDir()}}
	r.progress = newProgress([]task{one}, []task{one}, func(p Progress) { *told = append(*told, p) })
	return one, r, told
}

// TestStepsOfCells: a cell reports each of its steps, and at the end its result, which is kept with the time at which it was finished.
func TestStepsOfCells(t *testing.T) {
	one, r, told := fitted(t)
	r.one(t.Context(), one)
	require.NoError(t, r.failed)
	require.Empty(t, r.blank)
	require.Len(t, *told, rateStages+1)
	for stage, p := range (*told)[:rateStages] {
		require.InDelta(t, float64(stage+1)/rateStages, p.Fraction, 1e-9)
		require.Nil(t, p.Result)
	}
	last := (*told)[rateStages]
	require.Equal(t, 1, last.Done)
	require.Positive(t, last.Result.Errors.Mean)
	finished, err := time.Parse(time.DateTime, last.Result.Finished)
	require.NoError(t, err)
	require.WithinDuration(t, time.Now(), finished, time.Hour)
	kept, err := r.results.get(one.cell)
	require.NoError(t, err)
	require.Equal(t, last.Result.Errors, kept.Errors)
}

// TestResultsThatAreNotKept: a cell whose result cannot be written or reported has none, and the first such error is that of the job.
func TestResultsThatAreNotKept(t *testing.T) {
	full := errors.New("the disk is full")
	one, r, told := fitted(t)
	r.job.Update = func(*pages.Report) error { return full }
	r.one(t.Context(), one)
	require.EqualError(t, r.failed, "a fit: the disk is full")
	require.Equal(t, "the disk is full", r.blank[protocol.Digest(one.cell)])
	require.Nil(t, (*told)[len(*told)-1].Result)
	require.Equal(t, 1, (*told)[len(*told)-1].Done)

	one, r, _ = fitted(t)
	require.NoError(t, os.Mkdir(r.results.path(one.cell), 0o755))
	r.one(t.Context(), one)
	require.ErrorContains(t, r.failed, "a fit: ")

	one, r, _ = fitted(t)
	ctx, stop := context.WithCancel(t.Context())
	r.progress.notify = func(Progress) { stop() }
	r.one(ctx, one)
	require.NoError(t, r.failed, "it was stopped")
	require.Equal(t, "the time was over"+one.cell.AfterInterrupt(), r.blank[protocol.Digest(one.cell)])
}

// TestShortestBudget: cells that a budget leaves no time for stay blank, and without a budget all are done.
func TestShortestBudget(t *testing.T) {
	for _, budget := range []time.Duration{0, 1} {
		one, r, told := fitted(t)
		r.job.Budget = budget
		require.NoError(t, r.all(t.Context(), []task{one}))
		require.Equal(t, budget == 0, len(*told) > 0)
		require.Equal(t, budget == 1, r.blank[protocol.Digest(one.cell)] == "the time was over")
	}
	one, r, _ := fitted(t)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	require.ErrorIs(t, r.all(ctx, []task{one}), context.Canceled)
}

// TestTrainingsOfThisCall: a training that ended, or overflowed before, is not made again.
func TestTrainingsOfThisCall(t *testing.T) {
	r := &runner{job: Job{Folder: t.TempDir()}}
	var key protocol.TrainingKey
	folder := r.runFolder(key)
	require.NoError(t, os.MkdirAll(folder, 0o755))
	require.NoError(t, run.WriteMetrics(run.Folder(folder), []run.Epoch{{Epoch: 1, Time: 3, Note: "in epoch 1"}}))
	none := func(float64) { t.Error("it is trained") }
	got, err := r.train(t.Context(), key, none)
	require.NoError(t, err)
	require.Equal(t, outcome{folder: folder, overflow: "in epoch 1", seconds: 3}, got)
	ended := outcome{folder: folder, best: "2", seconds: 7}
	r.ended.Store(folder, ended)
	got, err = r.train(t.Context(), key, none)
	require.NoError(t, err)
	require.Equal(t, ended, got)
}

// TestReportedCells: a cell shows its result, why it is blank, or what it lacks. A result that cannot be read is an error.
func TestReportedCells(t *testing.T) {
	r := &runner{job: smallJob(t, oneCellTable()), blank: map[string]string{}, results: resultStore{t.TempDir()}, recordings: corpus.NewRecordings("")}
	e := r.job.Tables[0].Entries()[0]
	c, _, err := r.cell(e, 2)
	require.NoError(t, err)
	r.blank[protocol.Digest(c)] = "not done yet"
	got, err := r.measured(e, 2)
	require.NoError(t, err)
	require.Equal(t, pages.Measured{Seed: 2, Blank: "not done yet"}, got)
	result := &protocol.Result{Cell: c, Overflow: "in epoch 1"}
	require.NoError(t, r.results.put(result))
	got, err = r.measured(e, 2)
	require.NoError(t, err)
	require.Equal(t, "in epoch 1", got.Overflow)
	require.Equal(t, "in epoch 1", got.Result.Overflow)
	require.Empty(t, got.Blank)
	open, err := r.open([]task{{cell: c}, {cell: protocol.Cell{}}})
	require.NoError(t, err)
	require.Equal(t, []task{{cell: protocol.Cell{}}}, open)

	require.NoError(t, os.Remove(r.results.path(c)))
	require.NoError(t, os.Mkdir(r.results.path(c), 0o755))
	_, err = r.measured(e, 2)
	require.ErrorContains(t, err, "cannot read a finished cell: ")
	_, err = r.report()
	require.ErrorContains(t, err, "cannot read a finished cell: ")
	_, err = r.open([]task{{cell: c}})
	require.ErrorContains(t, err, "cannot read a finished cell: ")
}
