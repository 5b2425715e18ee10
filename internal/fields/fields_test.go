package fields_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/fields"
)

func TestTranslate(t *testing.T) {
	flag := func(name string) string { return "--" + name }
	inner := fields.Errorf("a rate of %g: {rate} is above %d", 0.5, 1)
	require.EqualError(t, inner, "a rate of 0.5: rate is above 1")
	require.Equal(t, "a rate of 0.5: --rate is above 1", fields.Translate(inner, flag))

	wrapped := fmt.Errorf("the rate of run: %w", inner)
	require.Equal(t, "the rate of run: a rate of 0.5: --rate is above 1", fields.Translate(wrapped, flag))

	removed := fields.Errorf("replace it ({force:run.Remove})")
	require.EqualError(t, removed, "replace it (run.Remove)")
	require.Equal(t, "replace it (--force)", fields.Translate(removed, flag))

	cause := errors.New("{cause}")
	other := fields.Errorf("leave {span} out, %s: %w", "{text}", cause)
	require.EqualError(t, other, "leave span out, {text}: {cause}")
	require.ErrorIs(t, other, cause)
	joined := errors.Join(wrapped, errors.New("rate"), other)
	require.Equal(t, "the rate of run: a rate of 0.5: --rate is above 1\nrate\nleave --span out, {text}: {cause}", fields.Translate(joined, flag))
	require.Equal(t, "leave --a out: use --b", fields.Translate(fields.Errorf("leave {a} out: %w", fields.Errorf("use {b}")), flag))
	same := errors.Join(inner, errors.New(inner.Error()))
	require.Equal(t, "a rate of 0.5: --rate is above 1\na rate of 0.5: rate is above 1", fields.Translate(same, flag))
}
