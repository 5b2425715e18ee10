package artifact_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/fixtures"
	"gmnc/run"
	"gmnc/system"
)

// TestPairForcesFarAway: forces of systems far from the origin are the forces at the
// origin, to float32 rounding: a model that divides positions would lose digits.
// Positions are multiples of 1/64, which stay as they are at 65536.
func TestPairForcesFarAway(t *testing.T) {
	model := inMeters(t, config.Config{Model: "gmn-ode", Messages: config.NoMessages, Scale: config.Scale{Length: 3, Velocity: 1}})
	near := fixtures.Samples(fixtures.Compositions[0], 2, 1)
	var far []system.Sample
	for i := range near {
		moved := near[i]
		near[i].Position, moved.Position = slices.Clone(near[i].Position), slices.Clone(near[i].Position)
		for k, x := range near[i].Position {
			near[i].Position[k] = float32(math.Round(float64(x)*64) / 64)
			moved.Position[k] = near[i].Position[k] + 65536
		}
		far = append(far, moved)
	}
	want, err := model.PairForces(near)
	require.NoError(t, err)
	got, err := model.PairForces(far)
	require.NoError(t, err)
	largest := 0.0
	for _, force := range want {
		largest = max(largest, math.Abs(force))
	}
	require.Positive(t, largest)
	allclose.Within(t, want, got, 1e-5*largest)
}

// TestForcesHelp: forces help to predict systems that they move, and none that go straight.
func TestForcesHelp(t *testing.T) {
	model := inMeters(t, config.Config{Model: "gmn-ode", Messages: config.NoMessages, Scale: config.Scale{Length: 3, Velocity: 1}})
	samples := fixtures.Samples(fixtures.Compositions[0], 8, 1)
	predictor, _, err := model.Open("native")
	require.NoError(t, err)
	defer predictor.Close()
	position, _, err := predictor.Predict(samples)
	require.NoError(t, err)
	for i := range samples {
		size := len(samples[i].Position)
		samples[i].TargetPosition, position = position[:size], position[size:]
	}
	helps, err := model.ForcesHelp(t.Context(), samples)
	require.NoError(t, err)
	require.Equal(t, artifact.Helps, helps)
	for i := range samples {
		copy(samples[i].TargetPosition, samples[i].Position)
	}
	helps, err = model.ForcesHelp(t.Context(), samples)
	require.NoError(t, err)
	require.Equal(t, artifact.HelpsNot, helps)
	_, err = model.ForcesHelp(t.Context(), samples[:2])
	require.NoError(t, err)
	_, err = model.ForcesHelp(t.Context(), samples[:1])
	require.ErrorContains(t, err, "give two validation samples or more, which tell forces from noise: the data have 1; shorter pieces of recordings are more samples")
	without := inMeters(t, config.Config{Model: "linear", Scale: config.Scale{Length: 3, Velocity: 1}})
	_, err = without.ForcesHelp(t.Context(), samples)
	require.ErrorContains(t, err, "no weights coordinate/linear2/weight")
	_, err = artifact.FromRun(&run.Run{Config: run.Config{Model: config.Config{Model: "own"}}}).ForcesHelp(t.Context(), samples)
	require.ErrorContains(t, err, "the model own is not built into this program")
}
