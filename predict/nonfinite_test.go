package predict_test

import (
	"math"
	"slices"
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

// TestNamedSamples: five samples are named, and that there are more.
func TestNamedSamples(t *testing.T) {
	for count, want := range map[int]string{5: "(sample 0, 1, 2, 3, 4)", 6: "(sample 0, 1, 2, 3, 4, ...)"} {
		samples := slices.Repeat([]system.Sample{{Position: make([]float32, 3)}}, count)
		position := slices.Repeat([]float32{float32(math.Inf(-1))}, 3*count)
		require.ErrorContains(t, predict.CheckFinite(samples, position, make([]float32, 3*count)), want)
	}
}
