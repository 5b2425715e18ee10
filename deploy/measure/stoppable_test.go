package measure

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/predict/verify"
	"gmnc/runtime"
	"gmnc/runtime/engines"
)

// countingRuns is a session that counts how often it runs and is closed.
type countingRuns struct{ runs, closed int }

func (c *countingRuns) Run(runtime.Batch) (map[string]runtime.Tensor, error) {
	c.runs++
	return nil, nil
}

func (c *countingRuns) Close() error {
	c.closed++
	return nil
}

// TestStoppable: a session runs until its context ends, then returns the cause, and is closed like
// any other. An engine without threads gets none, and an error of opening stays what it is.
func TestStoppable(t *testing.T) {
	cause, broken := errors.New("no more time"), errors.New("no file")
	ctx, cancel := context.WithCancelCause(t.Context())
	count := new(countingRuns)
	engine := stoppable(ctx, runtime.Engine{
		OpenFile:        func([]byte) (runtime.Session, error) { return nil, broken },
		OpenFileThreads: func([]byte, int) (runtime.Session, error) { return count, nil },
	})
	_, err := engine.OpenFile(nil)
	require.ErrorIs(t, err, broken)
	session, err := engine.OpenFileThreads(nil, 2)
	require.NoError(t, err)
	_, err = session.Run(runtime.Batch{})
	require.NoError(t, err)
	cancel(cause)
	_, err = session.Run(runtime.Batch{})
	require.ErrorIs(t, err, cause)
	require.NoError(t, session.Close())
	require.Equal(t, countingRuns{runs: 1, closed: 1}, *count)
	require.Nil(t, stoppable(ctx, runtime.Engine{}).OpenFileThreads)
}

// TestEnginesStop: no engine begins after the context has ended, and what engines found before is
// not returned, as it is incomplete.
func TestEnginesStop(t *testing.T) {
	cause := errors.New("no more time")
	ctx, cancel := context.WithCancelCause(t.Context())
	tried := 0
	measured, missing, err := inEngines(ctx, engines.All(), true, false, func(engine runtime.Engine) ([]verify.Finding, error) {
		require.Equal(t, engines.Bounded().Name, engine.Name)
		tried++
		cancel(cause)
		return nil, nil
	})
	require.ErrorIs(t, err, cause)
	require.Empty(t, measured)
	require.Empty(t, missing)
	_, _, err = inEngines(ctx, engines.All(), true, false, func(runtime.Engine) ([]verify.Finding, error) {
		tried++
		return nil, nil
	})
	require.ErrorIs(t, err, cause)
	require.Equal(t, 1, tried)
}
