package train_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/nbody"
	"gmnc/run"
	"gmnc/system"
)

// TestFitOfNetworks: the line of a network has its errors, and why the noise of its recordings is not known: they are
// too short, or their frames too far apart.
func TestFitOfNetworks(t *testing.T) {
	for frames, told := range map[int]string{
		0: "this data set has pairs of frames, not recordings, and pairs do not tell their noise",
		5: "only recordings of at least 6 frames tell their noise",
		6: "the recordings do not tell their noise",
	} {
		job := newJob(t)
		job.Config.Training.Epochs = 1
		data, _, err := nbody.Simulate(context.Background(), nbody.Config{System: system.Composition{1, 1}, Train: 13, Valid: 5, Seed: 7, Frames: frames}, nil)
		require.NoError(t, err)
		job.Data, job.Store = data, run.NewMemory("run")
		trained := mustTrain(t, job)
		require.Contains(t, trained.Fit(), "away from the first 5 training samples", "%d", frames)
		require.Contains(t, trained.Fit(), told, "%d", frames)
		require.False(t, trained.Fits())
	}
}
