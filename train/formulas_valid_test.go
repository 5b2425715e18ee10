package train

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/fixtures"
	"gmnc/predict"
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

// TestBatchesOfLaws: an epoch has about 50 steps, and a batch at least a sample.
func TestBatchesOfLaws(t *testing.T) {
	of := run.Config{Model: config.Config{Model: "gmn-ode", Layers: 3}, Training: &run.Options{Velocity: 0.5, Scale: "median", Seed: 7}}
	for count, batch := range map[int]int{1: 1, 99: 1, 100: 2} {
		cfg := inFormulas(of, nil, make([]system.Sample, count), formulaParticles, formulaFiner)
		require.Equal(t, [2]int{count, batch}, [2]int{cfg.Training.TrainSize, cfg.Training.Batch})
		require.Equal(t, [3]any{0.5, "median", uint64(7)}, [3]any{cfg.Training.Velocity, cfg.Training.Scale, cfg.Training.Seed})
	}
}

// predicted predicts positions, or fails.
type predicted struct {
	predict.Predictor
	position []float32
	err      error
}

func (p predicted) Predict([]system.Sample) (position, velocity []float32, err error) {
	return p.position, p.position, p.err
}

// TestMedianRoot: a prediction that is NaN is as far off as can be.
func TestMedianRoot(t *testing.T) {
	samples := make([]system.Sample, 3)
	for i := range samples {
		samples[i] = system.Sample{Position: make([]float32, 3), TargetPosition: make([]float32, 3)}
	}
	nan := float32(math.NaN())
	for _, c := range []struct {
		x    [3]float32
		want float64
	}{
		{[3]float32{1, 5, 2}, 2}, {[3]float32{1, nan, 2}, 2}, {[3]float32{1, nan, nan}, math.Inf(1)}, {[3]float32{-4, -4, -4}, 4},
	} {
		var position []float32
		for _, x := range c.x {
			position = append(position, x, x, x)
		}
		left, err := medianRoot(t.Context(), predicted{position: position}, samples)
		require.NoError(t, err)
		require.Equal(t, c.want, left, "%v", c.x)
	}
	_, err := medianRoot(t.Context(), predicted{err: errors.New("no memory")}, samples)
	require.EqualError(t, err, "no memory")
	samples[1].TargetPosition = nil
	_, err = medianRoot(t.Context(), predicted{position: make([]float32, 9)}, samples)
	require.ErrorContains(t, err, "sample 1 has 0 target coordinates, expected 3")
}

// TestFormulasRefused: a law that no model can have is an error, and no fit.
func TestFormulasRefused(t *testing.T) {
	job := checked()
	job.Data.Valid = job.Data.Train
	job.Config.Model.Model = "gmn-ode"
	fit := Formulas(t.Context(), job, func([]config.PairFormula, float64) { t.Fatal("it was fitted") })
	_, _, err := fit([]config.PairFormula{{Form: "nothing"}})
	require.ErrorContains(t, err, `the engine "" does not train: take one of the table in package engines that does`)
}
