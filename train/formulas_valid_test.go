package train

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/fixtures"
	"gmnc/run"
	"gmnc/system"
)

// TestSamplesOfLaws: laws are compared on 500 validation samples at most, after fits to samples of 2000
// particles in twice the steps.
func TestSamplesOfLaws(t *testing.T) {
	for count, want := range map[int]int{3: 3, 500: 500, 501: 500} {
		require.Len(t, firstValid(make([]system.Sample, count)), want)
	}
	of := run.Config{Model: config.Config{Model: "gmn-ode", Layers: 3}}
	cfg := inFormulas(of, nil, fixtures.Samples(system.Composition{100}, 30, 1), formulaParticles, formulaFiner)
	require.Equal(t, 20, cfg.Training.TrainSize)
	require.Equal(t, 6, cfg.Model.Layers)
	require.Equal(t, config.RungeKutta4, cfg.Model.Integrator)
	require.Equal(t, [4]any{4, 4, true, 1e-3}, [4]any{cfg.Training.Epochs, cfg.Training.ValidEvery, cfg.Training.KeepLast, cfg.Training.LearningRate})
	require.Equal(t, [3]any{run.Cosine, run.Cauchy, 1e-3}, [3]any{cfg.Training.Schedule, cfg.Training.Loss, cfg.Training.Clip})
}
