package train_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/stretchr/testify/require"

	"gmnc/run"
	"gmnc/train"
)

// patient is the overshooting job with patience.
func patient(t *testing.T, epochs, validEvery int) train.Job {
	return with(overshooting(t), func(o *run.Options) { o.Patience, o.ValidEvery = epochs, validEvery })
}

// lastEpoch says the rule once more: the end is the first validation that
// comes at least patience epochs after the lowest error.
func lastEpoch(rows []run.Epoch, patience int) int {
	best := run.Epoch{Valid: math.Inf(1)}
	for _, row := range rows {
		if row.Valid < best.Valid {
			best = row
		}
		if !math.IsNaN(row.Valid) && row.Epoch-best.Epoch >= patience {
			return row.Epoch
		}
	}
	return len(rows)
}

// TestPatience trains as without it, and ends sooner.
func TestPatience(t *testing.T) {
	for _, c := range []struct{ patience, validEvery int }{{1, 1}, {2, 1}, {4, 1}, {1, 2}, {3, 2}, {100, 1}} {
		whole, job := patient(t, 0, c.validEvery), patient(t, c.patience, c.validEvery)
		mustTrain(t, whole)
		mustTrain(t, job)
		all, rows := load(t, whole.Store).Metrics, load(t, job.Store).Metrics
		last := lastEpoch(all, c.patience)
		require.Equal(t, c.patience == 100, last == len(all), "the fixture must overshoot")
		require.Empty(t, cmp.Diff(all[:last], rows, cmpopts.EquateNaNs()), "%+v", c)
	}
}

func TestResumeWithPatience(t *testing.T) {
	whole, job := patient(t, 2, 1), patient(t, 2, 1)
	mustTrain(t, whole)
	want := load(t, whole.Store)
	last := len(want.Metrics)

	stopped(t, train.Train, job, stop{last, 1})
	for range 2 { // to the end, and then there is nothing left to do
		_, err := train.Resume(t.Context(), job)
		require.NoError(t, err)
		requireSame(t, want, load(t, job.Store))
	}

	_, err := train.Resume(t.Context(), with(job, func(o *run.Options) { o.Patience = 0 }))
	require.NoError(t, err)
	all := overshooting(t)
	mustTrain(t, all)
	requireSame(t, load(t, all.Store), load(t, job.Store))
}
