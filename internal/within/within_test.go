package within

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestContext(t *testing.T) {
	value, err := Context(t.Context(), func() (int, error) { return 3, nil })
	require.NoError(t, err)
	require.Equal(t, 3, value)

	failed := errors.New("failed")
	_, err = Context(t.Context(), func() (int, error) { return 0, failed })
	require.Equal(t, failed, err)

	late := errors.New("late")
	ctx, cancel := context.WithTimeoutCause(t.Context(), time.Millisecond, late)
	defer cancel()
	forever := make(chan struct{})
	defer close(forever)
	_, err = Context(ctx, func() (int, error) {
		<-forever
		return 0, nil
	})
	require.Equal(t, late, err)
}

// endsUnseen is a context whose end a select does not see before that of the work.
type endsUnseen struct {
	context.Context
	ended atomic.Bool
}

func (*endsUnseen) Done() <-chan struct{} { return nil }
func (*endsUnseen) Value(any) any         { return nil }

func (e *endsUnseen) Err() error {
	if e.ended.Load() {
		return context.Canceled
	}
	return nil
}

// TestEndedContext: an end of the context counts that comes before the work, during it, or with its
// end; what the work returns does not.
func TestEndedContext(t *testing.T) {
	refused := errors.New("refused")
	ctx, cancel := context.WithCancel(t.Context())
	hold := make(chan int)
	got, err := Context(ctx, func() (int, error) {
		cancel()
		return <-hold, nil
	})
	require.Zero(t, got)
	require.ErrorIs(t, err, context.Canceled)
	close(hold)
	begun := make(chan int, 1)
	got, err = Context(ctx, func() (int, error) {
		begun <- 1
		return 3, refused
	})
	require.Zero(t, got)
	require.ErrorIs(t, err, context.Canceled)
	time.Sleep(5 * time.Millisecond)
	require.Empty(t, begun)
	together := new(endsUnseen)
	got, err = Context(together, func() (int, error) {
		together.ended.Store(true)
		return 3, refused
	})
	require.Zero(t, got)
	require.ErrorIs(t, err, context.Canceled)
	got, err = Context(t.Context(), func() (int, error) { return 3, refused })
	require.Equal(t, 3, got)
	require.ErrorIs(t, err, refused)
}
