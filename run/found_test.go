package run

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
)

// TestHardlyTold: a standard error of much of the value says that motions hardly tell it.
func TestHardlyTold(t *testing.T) {
	mass := FoundConstant{Name: builder.LearnedMass, Of: "0", Value: 1.25, StandardError: 0.01}
	require.Equal(t, "mass of 0: 1.25 +- 0.01", mass.String())
	mass.StandardError = 0.5
	require.Equal(t, "mass of 0: 1.25 +- 0.5, which the training motions hardly tell", mass.String())
	gravity := FoundConstant{Name: builder.LearnedGravity, Of: "x", Value: 0.01, StandardError: 0.1}
	require.Equal(t, "gravity of x: 0.01 +- 0.1", gravity.String(), "which may be 0")
}
