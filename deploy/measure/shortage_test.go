package measure

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/predict/verify"
	"gmnc/runtime"
)

// TestShortage: too little memory in one of a file's runtimes is found among what is broken, also of a
// first step.
func TestShortage(t *testing.T) {
	require.NoError(t, Shortage(nil))
	off := verify.Report{Broken: []error{errors.New("agreement: off by 1")}}
	var found faults
	found.add("one", off.Err())
	require.NoError(t, Shortage(found.joined()))
	short := verify.Report{Broken: []error{errors.New("rotation: off by 1"), fmt.Errorf("two: %w", runtime.ErrMemory)}}
	found.add("two", short.OfFirst().Err())
	require.ErrorContains(t, Shortage(found.joined()), "in two: first step: two: there is too little memory")
}
