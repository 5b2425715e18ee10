package train_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run"
	"gmnc/train"
)

// TestNoise changes the weights, on samples without a trajectory, too, and the same
// noise gives the same. TestUnrolledTraining resumes and shares a training with it.
func TestNoise(t *testing.T) {
	weights := func(deviation float64) any {
		return mustTrain(t, unrolledJob(t, func(o *run.Options) { o.Unroll, o.Noise = 0, deviation })).Weights
	}
	require.Equal(t, weights(0.01), weights(0.01))
	require.NotEqual(t, weights(0), weights(0.01))
	_, err := train.Train(t.Context(), unrolledJob(t, func(o *run.Options) { o.Noise = -1 }))
	require.EqualError(t, err, "noise of the deviation -1 is impossible: noise is a number, 0 for none, or more")
}
