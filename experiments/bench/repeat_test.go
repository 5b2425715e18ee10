package bench

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

func TestMeasure(t *testing.T) {
	calls := 0
	count := func() error { calls++; return nil }
	spread, err := Repetition{Least: 4}.measure(t.Context(), count)
	require.NoError(t, err)
	require.Equal(t, 1+4, calls, "to warm up, and four runs, of which the first shows how long it takes")
	require.Equal(t, 4, spread.Runs)
	require.Equal(t, 1, spread.Calls)
	require.Positive(t, spread.Min)
	require.LessOrEqual(t, spread.Min, spread.Median)
	require.LessOrEqual(t, spread.Median, spread.Max)
}

// TestMeasureTheTimeOfACall: a call that takes a millisecond is called ten
// times in a run of ten, and its time is the time of one. The clock is a test's
// own, which only sleep moves.
func TestMeasureTheTimeOfACall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rest := func() error { time.Sleep(time.Millisecond); return nil }
		spread, err := Repetition{Run: 10 * time.Millisecond, Total: 50 * time.Millisecond, Least: 1}.measure(t.Context(), rest)
		require.NoError(t, err)
		require.Equal(t, 10, spread.Calls)
		require.Equal(t, 5, spread.Runs)
		require.InDelta(t, 1e-3, spread.Min, 1e-9, "one call, not the run")
		require.InDelta(t, 1e-3, spread.Max, 1e-9)
	})
}

func TestMeasureEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	_, err := Repetition{Least: 1000}.measure(ctx, func() error {
		if calls++; calls == 10 {
			cancel()
		}
		return nil
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, 10, calls)

	broken := errors.New("broken")
	for fails := 1; fails <= 3; fails++ {
		calls := 0
		_, err := Repetition{Least: 5}.measure(t.Context(), func() error {
			if calls++; calls == fails {
				return broken
			}
			return nil
		})
		require.Equal(t, broken, err)
	}
}
