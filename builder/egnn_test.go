package builder_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/moving"
	"gmnc/ir"
)

// TestGMNOfIsolatedParticlesIsEGNN: in the paper's form, with the same
// weights, GMN moves systems without objects exactly as EGNN does, and no
// others.
func TestGMNOfIsolatedParticlesIsEGNN(t *testing.T) {
	gmn := moving.NewModel(t, config.Config{Model: "gmn", Form: config.Paper, Layers: 3, Hidden: 8})
	egnn := moving.NewModel(t, config.Config{Model: "egnn", Form: config.Paper, Layers: 3, Hidden: 8})
	require.NotEmpty(t, egnn.Weights)
	shared := map[string]ir.Tensor{}
	for name := range egnn.Weights {
		require.Contains(t, gmn.Weights, name)
		shared[name] = gmn.Weights[name]
	}
	egnn.Weights = shared
	for _, c := range []moving.Composition{{Particles: 1}, {Particles: 2}, {Particles: 7}} {
		s := c.Draw(rand.New(rand.NewPCG(5, 6)))
		want, got := gmn.Predict(t, s), egnn.Predict(t, s)
		require.Equal(t, want.X, got.X)
		require.Equal(t, want.V, got.V)
	}
	for _, c := range []moving.Composition{{Sticks: 1}, {Hinges: 1}} {
		s := c.Draw(rand.New(rand.NewPCG(5, 6)))
		require.Greater(t, moving.Farthest(gmn.Predict(t, s), egnn.Predict(t, s)), moving.Asymmetric)
	}
}
