package artifact_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/run"
)

// TestDiffOfLargeIntegers: seeds beyond 2^53 that differ by 1 differ.
func TestDiffOfLargeIntegers(t *testing.T) {
	var models [2]*artifact.Model
	for i := range models {
		models[i] = artifact.FromRun(&run.Run{Config: run.Config{Training: &run.Options{Seed: 1<<53 + uint64(i), LearningRate: 5e-4}}})
	}
	differences, err := artifact.Diff(models[0], models[1])
	require.NoError(t, err)
	require.Equal(t, []artifact.Difference{{What: "training.seed", A: "9007199254740992", B: "9007199254740993"}}, differences)
}
