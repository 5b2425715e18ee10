package predict_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/ranks"
	"gmnc/predict"
	"gmnc/runtime"
	"gmnc/system"
)

// manySamples are more than are evaluated between looks at the context.
func manySamples() []system.Sample {
	samples := make([]system.Sample, 450)
	for i := range samples {
		samples[i] = still(2, 1)
		samples[i].TargetPosition = samples[i].Position
	}
	return samples
}

// TestErrorsNameSamples: errors name samples by their numbers among all that were
// given, wherever they were cut.
func TestErrorsNameSamples(t *testing.T) {
	for want, wrong := range map[string]system.Sample{
		"positions and velocities (x0 and v0): sample 430 has 6 and 3 numbers, expected 3 of each for every particle, and one particle or more": {Position: make([]float32, 6), Velocity: make([]float32, 3)},
		"samples 430 to 430: unlucky": still(1, 13),
	} {
		samples := manySamples()
		samples[430] = wrong
		open := func() predict.Predictor { return predict.NewRowPredictor(&echo{}, false) }
		_, err := predict.Evaluate(t.Context(), open(), samples)
		require.EqualError(t, err, want)
		_, _, err = predict.Runaways(t.Context(), open(), samples)
		require.EqualError(t, err, want)

		errs := ranks.Run(3, func(r runtime.Ranks) error {
			_, _, err := predict.Shared(open(), r).Predict(samples)
			return err
		})
		require.EqualError(t, errs[2], want, "of the last rank's samples")
	}
}

// refusing predicts as drifting, and refuses a system at the place 5.
type refusing struct{ drifting }

func (r *refusing) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	for i, s := range samples {
		if s.Position[0] == 5 {
			samples[i].Velocity = nil
			return nil, nil, system.CheckInputs(samples)
		}
	}
	return r.drifting.Predict(samples)
}

// TestErrorsOfARollout: systems that are lost have numbers, too.
func TestErrorsOfARollout(t *testing.T) {
	samples := []system.Sample{at(20, 4), at(2, 0), at(1, 4)} // the first is lost, the last refused, in the second step
	rollout := predict.Rollout{Predictor: &refusing{drifting{time: 1, edge: 10}}, Samples: samples, Steps: 3}
	var last error
	for _, err := range rollout.Frames(t.Context()) {
		last = err
	}
	require.ErrorContains(t, last, "positions and velocities (x0 and v0): sample 2 has 3 and 0 numbers,")
}

// TestShared: all ranks get what one would predict alone, in the order of the samples.
func TestShared(t *testing.T) {
	samples := []system.Sample{still(1, 1), still(3, 2), still(2, 3), still(1, 4), still(2, 5)}
	open := func() predict.Predictor { return predict.NewRowPredictor(&echo{}, false) }
	want, _, err := open().Predict(samples)
	require.NoError(t, err)
	for _, size := range []int{2, 3} {
		for _, err := range ranks.Run(size, func(r runtime.Ranks) error {
			got, _, err := predict.Shared(open(), r).Predict(samples)
			if err == nil && !slices.Equal(want, got) {
				err = fmt.Errorf("rank %d has %v, expected %v", r.Rank(), got, want)
			}
			return err
		}) {
			require.NoError(t, err)
		}
	}
}
