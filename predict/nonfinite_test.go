package predict_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/predict"
	"gmnc/system"
)

func TestCheckFinite(t *testing.T) {
	samples := make([]system.Sample, 8)
	for i := range samples {
		samples[i].Position = make([]float32, 3*(1+i%2))
	}
	position, velocity := make([]float32, 36), make([]float32, 36)
	require.NoError(t, predict.CheckFinite(samples, position, velocity))
	require.ErrorContains(t, predict.CheckFinite(samples, position, nil), "expected as many in the predictions, which have 36 of positions and 0 of velocities")
	require.ErrorContains(t, predict.CheckFinite(samples, position[1:], velocity), "the samples have 36 coordinates")

	position[3] = float32(math.NaN())
	velocity[35] = float32(math.Inf(-1))
	require.ErrorContains(t, predict.CheckFinite(samples, position, velocity),
		"the predictions of 2 of 8 samples are not finite (sample 1, 7): ")

	for i := range position {
		position[i] = float32(math.Inf(1))
	}
	require.ErrorContains(t, predict.CheckFinite(samples, position, velocity),
		"8 of 8 samples are not finite (sample 0, 1, 2, 3, 4, ...): ")
}
