package deploy_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/deploy"
	"gmnc/run"
)

// TestDiffOfLargeIntegers: seeds beyond 2^53 that differ by 1 differ.
func TestDiffOfLargeIntegers(t *testing.T) {
	var models [2]*deploy.Model
	for i := range models {
		trained := law(t, 0)
		trained.Config.Training = &run.Options{Seed: 1<<53 + uint64(i), LearningRate: 5e-4}
		models[i] = deploy.FromRun(trained)
	}
	differences, err := deploy.Diff(models[0], models[1])
	require.NoError(t, err)
	require.Equal(t, []deploy.Difference{{What: "training.seed", A: "9007199254740992", B: "9007199254740993"}}, differences)
}
