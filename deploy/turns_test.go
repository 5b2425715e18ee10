package deploy

import (
	"context"
	"errors"
	"math"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run"
)

// TestInTurn: measurements follow one another until one returns an error or the context has ended.
// The cause of its end counts more than the error of the measurement that it ended.
func TestInTurn(t *testing.T) {
	cause, broken := errors.New("no more time"), errors.New("off")
	for _, c := range []struct {
		name   string
		ends   int // the measurement during which the context ends; -1 before all
		breaks int // the measurement that returns an error
		made   int
		want   error
	}{
		{"all", 9, 9, 3, nil},
		{"ended before", -1, 9, 0, cause},
		{"ended in the first", 0, 9, 1, cause},
		{"ended in the last", 2, 9, 3, cause},
		{"broken", 9, 1, 2, broken},
		{"broken as it ended", 1, 1, 2, cause},
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		if c.ends < 0 {
			cancel(cause)
		}
		made := 0
		one := func() error {
			made++
			if made-1 == c.ends {
				cancel(cause)
			}
			if made-1 == c.breaks {
				return broken
			}
			return nil
		}
		err := inTurn(ctx, one, one, one)
		require.Equal(t, c.want, err, c.name)
		require.Equal(t, c.made, made, c.name)
	}
}

// asked is a context that has ended once it was asked a number of times whether it has.
type asked struct {
	context.Context
	times atomic.Int64
	most  int64
}

var errEnded = errors.New("the context has ended")

func (a *asked) Err() error {
	if a.times.Add(1) > a.most {
		return errEnded
	}
	return nil
}

// requireEnds requires that a job returns the cause whenever the context ends: at once, in its
// engines, and before or after each of its last measurements.
func requireEnds(t *testing.T, job func(ctx context.Context) error) {
	t.Helper()
	whole := &asked{Context: context.Background(), most: math.MaxInt64}
	require.NoError(t, job(whole))
	times := whole.times.Load()
	for _, most := range []int64{0, 1, times / 2, times - 5, times - 3, times - 1} {
		require.ErrorIs(t, job(&asked{Context: context.Background(), most: most}), errEnded, "asked %d times of %d", most, times)
	}
}

// TestNothingBeginsLater: once a context has ended, an export and a verification measure nothing
// more, neither by the reference nor for a radius nor on a test set, and return the cause.
func TestNothingBeginsLater(t *testing.T) {
	var file []byte
	options := ofStick()
	options.Float16, options.Test = true, &TestSet{Info: &run.DataInfo{File: "other.npz"}, Samples: targeted(2, 2)}
	requireEnds(t, func(ctx context.Context) error {
		exported, err := ExportWith(ctx, small(t), options)
		if err == nil {
			file = exported.File
		}
		return err
	})
	requireEnds(t, func(ctx context.Context) error {
		v, err := VerifyFrom(ctx, "m.onnx", file, options.Test, 1)
		require.Empty(t, v.Broken, "the end of a context is no broken promise")
		return err
	})
	radius := &Radius{Level: 0.9, Info: &run.DataInfo{}, Valid: targeted(20, 1)}
	ended := &asked{Context: context.Background()}
	_, err := ExportWith(ended, small(t), Options{Radius: radius})
	require.ErrorIs(t, err, errEnded)
	require.LessOrEqual(t, ended.times.Load(), int64(2))
}
