package builder_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/ir"
)

// TestGMNOfIsolatedParticlesIsEGNN: in the paper's form, with the same
// weights, GMN moves systems without objects exactly as EGNN does, and no
// others.
func TestGMNOfIsolatedParticlesIsEGNN(t *testing.T) {
	gmn := newModel(t, config.Config{Model: "gmn", Form: config.Paper, Layers: 3, Hidden: 8})
	egnn := newModel(t, config.Config{Model: "egnn", Form: config.Paper, Layers: 3, Hidden: 8})
	require.NotEmpty(t, egnn.weights)
	shared := map[string]ir.Tensor{}
	for name := range egnn.weights {
		require.Contains(t, gmn.weights, name)
		shared[name] = gmn.weights[name]
	}
	egnn.weights = shared
	for _, c := range []composition{{1, 0, 0}, {2, 0, 0}, {7, 0, 0}} {
		s := c.draw(rand.New(rand.NewPCG(5, 6)))
		want, got := gmn.predict(t, s), egnn.predict(t, s)
		require.Equal(t, want.x, got.x)
		require.Equal(t, want.v, got.v)
	}
	for _, c := range []composition{{0, 1, 0}, {0, 0, 1}} {
		s := c.draw(rand.New(rand.NewPCG(5, 6)))
		require.Greater(t, farthest(gmn.predict(t, s), egnn.predict(t, s)), asymmetric)
	}
}
