package train_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/internal/test/fixtures"
	"gmnc/run"
	"gmnc/system"
	"gmnc/train"
)

// TestInFormulas: samples stop at 2000 particles, in 20 steps an epoch; the law takes the
// network's place in twice its steps.
func TestInFormulas(t *testing.T) {
	law := []builder.PairFormula{{Form: "power", Constants: map[string]float64{"A": 1, "n": 2}}}
	of := run.Config{Model: builder.Config{Model: "gmn-ode", Layers: 3}, Training: &run.Options{Velocity: 0.5, Seed: 7, Batch: 1}}
	for _, c := range []struct{ particles, samples, size, batch int }{
		{5, 500, 400, 20},
		{3, 1000, 667, 33},
		{5, 7, 7, 1},
		{2500, 2, 1, 1},
	} {
		config := train.InFormulas(of, law, fixtures.Samples(system.Composition{c.particles}, c.samples, 1))
		require.Equal(t, c.size, config.Training.TrainSize)
		require.Equal(t, c.batch, config.Training.Batch)
		require.Equal(t, law, config.Model.Law)
		require.Equal(t, 6, config.Model.Layers)
		require.Equal(t, builder.NoMessages, config.Model.Messages)
		require.Equal(t, 0.5, config.Training.Velocity)
		require.EqualValues(t, 7, config.Training.Seed)
	}
	require.Equal(t, 3, of.Model.Layers, "the run's own stays")
}
