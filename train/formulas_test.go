package train_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets/nbody"
	"gmnc/internal/test/fixtures"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
	"gmnc/train"
)

// TestToConstants: the law takes the network's place in thrice its steps; samples stop at
// ten thousand particles.
func TestToConstants(t *testing.T) {
	law := []config.PairFormula{{Form: "power", Constants: map[string]float64{"A": 1, "n": 2}}}
	of := run.Config{Model: config.Config{Model: "gmn-ode", Layers: 3}, Training: &run.Options{Velocity: 0.5, Seed: 7, Batch: 1}}
	for _, c := range []struct{ particles, samples, size, batch int }{
		{5, 500, 500, 10},
		{30, 1000, 334, 6},
		{5, 7, 7, 1},
		{20_000, 2, 1, 1},
	} {
		cfg := train.ToConstants(of, law, fixtures.Samples(system.Composition{c.particles}, c.samples, 1))
		require.Equal(t, c.size, cfg.Training.TrainSize)
		require.Equal(t, c.batch, cfg.Training.Batch)
		require.Equal(t, law, cfg.Model.Law)
		require.Equal(t, 9, cfg.Model.Layers)
		require.Equal(t, config.NoMessages, cfg.Model.Messages)
		require.Equal(t, 0.5, cfg.Training.Velocity)
		require.EqualValues(t, 7, cfg.Training.Seed)
	}
	require.Equal(t, 3, of.Model.Layers, "the run's own stays")
}

// TestFormulas: from formulas far off a fit finds the constants of the force that moved the
// samples, and by how much it misses validation samples; what has no finite prediction is
// infinitely far off.
func TestFormulas(t *testing.T) {
	data, _, err := nbody.Simulate(t.Context(), nbody.Config{System: system.Composition{3}, Train: 30, Valid: 20, Seed: 5}, nil)
	require.NoError(t, err)
	network := train.Job{Config: run.Config{Model: config.Config{Model: "gmn-ode", Form: config.Published, Layers: 6, Hidden: 4}}, Data: data, Engine: engines.Trainer()}
	var told float64
	measure := train.Formulas(t.Context(), network, func(_ []config.PairFormula, left float64) { told = left })
	power := func(a, n float64) []config.PairFormula {
		return []config.PairFormula{{Charges: true, Form: "power", Constants: map[string]float64{"A": a, "n": n}}}
	}
	fitted, left, err := measure(power(0.5, 1.2))
	require.NoError(t, err)
	require.InDelta(t, 1, fitted[0].Constants["A"], 0.01)
	require.InDelta(t, 2, fitted[0].Constants["n"], 0.02)
	require.Less(t, left, 0.01)
	require.Equal(t, left, told)
	network.Config.Model.Learn = []config.Constant{{Name: config.LearnedGravity, By: config.BySystem, Start: []float64{0, 0, 0.1}, Unit: 1}}
	fitted, _, err = train.Formulas(t.Context(), network, func([]config.PairFormula, float64) {})(power(0.8, 1.7))
	require.NoError(t, err, "beside a constant of three values")
	require.InDelta(t, 2, fitted[0].Constants["n"], 0.02)
	_, left, err = measure([]config.PairFormula{{Form: "two powers", Constants: map[string]float64{"A": 1e38, "n": -60, "B": -1e38, "m": -60}}})
	require.NoError(t, err)
	require.Equal(t, math.Inf(1), left)
}
