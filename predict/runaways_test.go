package predict

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// given predicts the same for all samples.
type given []float32

func (g given) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	for range samples {
		position = append(position, g...)
	}
	return position, nil, nil
}

func (g given) Outputs([]system.Sample) (map[string][]float32, error) { return nil, nil }

func (g given) Close() error { return nil }

// TestRunaways: two particles at rest 3 apart may be off by 10 times 9, wherever the
// target is.
func TestRunaways(t *testing.T) {
	still := system.Sample{Position: []float32{0, 0, 0, 3, 0, 0}, Velocity: make([]float32, 6), TargetPosition: []float32{0, 0, 0, 3, 0, 0}}
	samples := []system.Sample{still, still}
	largest, over, err := Runaways(t.Context(), given{6, 0, 0, 3, 0, 0}, samples)
	require.NoError(t, err)
	require.InDelta(t, 36.0/6/90, largest, 1e-9)
	require.Zero(t, over)
	largest, over, err = Runaways(t.Context(), given{60, 0, 0, 3, 0, 0}, samples)
	require.NoError(t, err)
	require.InDelta(t, 3600.0/6/90, largest, 1e-9)
	require.Equal(t, 2, over)

	for off, want := range map[float32]int{23.1: 0, 23.4: 2} { // off^2 is 6 times 89 and 91
		_, over, err = Runaways(t.Context(), given{off, 0, 0, 3, 0, 0}, samples)
		require.NoError(t, err)
		require.Equal(t, want, over, "off by %g", off)
	}

	// One target flew 300 apart, which is its straight line's error and no size.
	flown := still
	flown.TargetPosition = []float32{0, 0, 0, 303, 0, 0}
	largest, over, err = Runaways(t.Context(), given{1000, 0, 0, 303, 0, 0}, []system.Sample{flown})
	require.NoError(t, err)
	require.InDelta(t, 1e6/6/(9e4/6+90), largest, 1e-6)
	require.Equal(t, 1, over)
}

// TestRunawaysOfNothing: predictions of another number of particles, and samples without targets,
// have no errors to compare.
func TestRunawaysOfNothing(t *testing.T) {
	s := system.Sample{Position: []float32{0, 0, 0}, Velocity: make([]float32, 3), TargetPosition: []float32{0, 0, 0}}
	_, _, err := Runaways(t.Context(), given{6, 0}, []system.Sample{s})
	require.ErrorContains(t, err, "the prediction has 2 coordinates, expected 3 for 1 samples")
	s.TargetPosition = nil
	_, _, err = Runaways(t.Context(), given{6, 0, 0}, []system.Sample{s})
	require.ErrorContains(t, err, "sample 0")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err = Runaways(ended, given{6, 0, 0}, []system.Sample{s})
	require.ErrorIs(t, err, context.Canceled)
}
