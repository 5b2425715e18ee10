package artifact_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
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

// TestDiffOfLists: elements that have values by name differ in these alone, and other lists as a whole.
func TestDiffOfLists(t *testing.T) {
	model := func(rate float64, curriculum ...int) *artifact.Model {
		joint := system.NewJointRange("elbow", false)
		joint.Take(1, rate, 0)
		return artifact.FromRun(&run.Run{Config: run.Config{
			Training: &run.Options{Curriculum: curriculum}, Data: &run.DataInfo{Joints: []system.JointRange{joint}},
		}})
	}
	differences, err := artifact.Diff(model(2, 6), model(3, 6, 12))
	require.NoError(t, err)
	require.Equal(t, []artifact.Difference{
		{What: "data.joints.0.rate.least", A: "2", B: "3"}, {What: "data.joints.0.rate.most", A: "2", B: "3"},
		{What: "training.curriculum", A: "[6]", B: "[6 12]"},
	}, differences)
}

// TestDiffOfTheLastBit: weights differ that are the next float32 to each other, and
// the farthest apart are named.
func TestDiffOfTheLastBit(t *testing.T) {
	model := func(numbers ...float32) *artifact.Model {
		return artifact.FromRun(&run.Run{Weights: map[string]runtime.Tensor{
			"moved": {Shape: []int{1, len(numbers)}, Float: numbers},
			"same":  {Shape: []int{1, 1}, Float: []float32{3}},
		}})
	}
	for differs, want := range map[float32]string{
		math.Nextafter32(1e-3, 1): "within 1.2e-10",
		2e-3:                      "within 0.001",
		0.5:                       "within 0.5",
	} {
		differences, err := artifact.Diff(model(7, 1e-3, -2), model(7, differs, -2))
		require.NoError(t, err)
		require.Equal(t, []artifact.Difference{{What: "weights.moved", A: "3 values", B: want}}, differences)
	}
	differences, err := artifact.Diff(model(7, 1e-3), model(7, 1e-3))
	require.NoError(t, err)
	require.Empty(t, differences)
}
