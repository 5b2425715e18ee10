package run_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run"
)

// TestEpochsOfAnotherRun: epochs are held to the validation error and the epoch of the weights;
// ones that do not have that epoch yet say nothing of it.
func TestEpochsOfAnotherRun(t *testing.T) {
	trained := &run.Run{Metrics: map[string]string{"valid_mse": "0.5", "epoch": "2"}}
	at := func(epoch int, valid float64) run.Epoch { return run.Epoch{Epoch: epoch, Valid: valid} }
	require.NoError(t, trained.CheckEpochs(nil))
	require.NoError(t, trained.CheckEpochs([]run.Epoch{at(1, 0.7), at(2, 0.5), at(3, 0.6)}))
	require.NoError(t, trained.CheckEpochs([]run.Epoch{at(1, 0.7)}))
	require.EqualError(t, trained.CheckEpochs([]run.Epoch{at(1, 0.5), at(2, 0.25)}),
		"metrics.csv has the validation error 0.25 of epoch 2, and the weights have 0.5: put back the file that it was, or remove it")
	require.ErrorContains(t, trained.CheckEpochs([]run.Epoch{at(2, math.NaN())}), "the weights have 0.5")
	require.NoError(t, (&run.Run{}).CheckEpochs([]run.Epoch{at(1, 0.5)}), "weights that no training left")
}
