package within

import (
	"context"
	"errors"
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
