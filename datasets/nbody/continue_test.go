package nbody_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/nbody"
	"gmnc/internal/test/allclose"
	"gmnc/system"
)

// TestContinue: a simulated sample goes to where it went, except for what its
// rounding to float32 does; particles in one place go straight on.
func TestContinue(t *testing.T) {
	data, _, err := nbody.Simulate(t.Context(), nbody.Config{System: system.Composition{1, 1, 1}, Test: 3, Seed: 1}, nil)
	require.NoError(t, err)
	var samples []system.Sample
	for _, sample := range data.Test {
		sample.TargetPosition, sample.TargetVelocity = nil, nil
		samples = append(samples, sample)
	}
	straight, err := nbody.Continue(t.Context(), samples)
	require.NoError(t, err)
	require.Zero(t, straight)
	for i, sample := range samples {
		allclose.Within(t, data.Test[i].TargetPosition, sample.TargetPosition, 1e-4)
		allclose.Within(t, data.Test[i].TargetVelocity, sample.TargetVelocity, 1e-4)
	}
	samples[1].Position = make([]float32, len(samples[1].Position))
	straight, err = nbody.Continue(t.Context(), samples)
	require.NoError(t, err)
	require.Equal(t, 1, straight)
	require.Equal(t, samples[1].Velocity, samples[1].TargetPosition)
}
