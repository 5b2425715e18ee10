package deploy_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/deploy"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/testenv"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// Around (1000, 1000, 1000), where neighboring numbers are 6.1e-5 apart, a run's
// predictions are those around the origin in every runtime, except for the
// rounding of what is returned.
func TestRunsFarFromTheOrigin(t *testing.T) {
	const far, rounding = 1000, 1.0 / (1 << 15)
	samples := fixtures.Samples(system.Composition{3, 2, 1}, 2, 3)
	moved := slices.Clone(samples)
	for i, sample := range samples {
		for j, x := range sample.Position { // moved without rounding
			sample.Position[j] = float32(math.Round(float64(x)*1024) / 1024)
		}
		moved[i].Position = slices.Clone(sample.Position)
		for j := range moved[i].Position {
			moved[i].Position[j] += far
		}
	}
	for name, layers := range map[string]int{"gmn": 2, "gmn-ode": 12, "egnn": 2} {
		model, err := builder.New(config.Config{Model: name, Form: config.Published, Layers: layers, Hidden: 8}, false)
		require.NoError(t, err)
		trained, err := run.New(run.Config{Version: "test", Model: model.Config}, run.WithShapes(model, model.Draw(1)))
		require.NoError(t, err)
		for _, engine := range engines.All() {
			t.Run(name+" in "+engine.Name, func(t *testing.T) {
				testenv.Engine(t, engine)
				predictor, _, err := artifact.FromRun(trained).Open(engine.Name)
				require.NoError(t, err)
				position, velocity, err := predictor.Predict(samples)
				require.NoError(t, err)
				gotPosition, gotVelocity, err := predictor.Predict(moved)
				require.NoError(t, err)
				for i := range position {
					require.InDelta(t, float64(position[i])+far, float64(gotPosition[i]), 2.5*rounding, "%d", i)
				}
				allclose.Within(t, velocity, gotVelocity, 1e-5)
			})
		}
	}
}

// TestNumbersThatNoFileTakes: data with them are refused, and not their file, unless the model
// does not take them.
func TestNumbersThatNoFileTakes(t *testing.T) {
	config := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, Integrator: config.RungeKutta4, Fields: []string{"mass"}}
	model, err := builder.New(config, false)
	require.NoError(t, err)
	five := &system.Range{Least: 5, Most: 5}
	heavy := &system.Ranges{Fields: []system.FieldRange{{Field: "mass", Range: system.Range{Least: 1e23, Most: 3e24}}}}
	for what, ranges := range map[string]*system.Ranges{
		"mass 3e+24":        heavy,
		"coordinate -5e+17": {Particles: five, Coordinate: &system.Range{Least: -5e17, Most: 5}},
		"speed 6e+17":       {Particles: five, Speed: &system.Range{Most: 6e17}},
		"coordinate -1e+18": {Coordinate: &system.Range{Least: -1e18, Most: 5}},
		"speed 2e+18":       {Speed: &system.Range{Most: 2e18}},
		"charge -1e+20":     {Charge: &system.Range{Least: -1e20, Most: 1}},
	} {
		trained, err := run.New(run.Config{Version: "test", Model: model.Config, Data: &run.DataInfo{Ranges: ranges}}, run.WithShapes(model, model.Draw(1)))
		require.NoError(t, err)
		_, err = deploy.ExportWith(t.Context(), trained, deploy.Options{})
		require.ErrorContains(t, err, "the training data have the "+what+", and a file takes systems whose numbers have squares of less than 1e+36 together")
	}
	config.Integrator, config.Fields = "", nil
	model, err = builder.New(config, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{Version: "test", Model: model.Config, Data: &run.DataInfo{Ranges: heavy}}, run.WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	_, err = deploy.ExportWith(t.Context(), trained, deploy.Options{})
	if err != nil {
		require.NotContains(t, err.Error(), "mass", "of which it takes none")
	}
}
