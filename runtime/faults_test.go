package runtime_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/fixtures"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// TestFaultsInEveryEngine: of every model and in every engine of modules a system with inputs that
// no model may have has no numbers, as in exported files, and the system beside it has its own.
func TestFaultsInEveryEngine(t *testing.T) {
	nan, infinite := float32(math.NaN()), float32(math.Inf(1))
	for _, name := range config.Models() {
		model, values := newModel(t, config.Config{Model: name, Form: config.Published, Layers: 1, Hidden: 6}, false, 1)
		samples := fixtures.Samples(system.Composition{3, 2, 1}, 2, 1)
		for _, engine := range engines.All() {
			if len(engine.Modes) == 0 {
				continue
			}
			session, err := engine.Modes[0].Open(model.Module, run.WithShapes(model, values))
			require.NoError(t, err)
			predictor := predict.NewRowPredictor(predict.ForModule(session, model.Module), false)
			want, _, err := predictor.Predict(samples)
			require.NoError(t, err)
			half := len(want) / 2
			for _, f := range []*system.Field{system.Position, system.Velocity, system.Charge} {
				if model.Module.Main.Input(f.Name) == nil {
					continue
				}
				for _, value := range []float32{1e30, -1e30, infinite, nan} {
					wrong := slices.Clone(samples)
					spoilt := slices.Clone(f.Of(&wrong[0]))
					spoilt[0] = value
					f.Set(&wrong[0], spoilt)
					got, velocity, err := predictor.Predict(wrong)
					if math.Abs(float64(value)) > math.MaxFloat32 || value != value {
						require.ErrorContains(t, err, "is not a finite float32")
						continue
					}
					require.NoError(t, err)
					for _, x := range slices.Concat(got[:half], velocity[:half]) {
						require.True(t, math.IsNaN(float64(x)), "%s, %s: %s %g", name, engine.Name, f.Name, value)
					}
					allclose.Within(t, want[half:], got[half:], 1e-5, "%s, %s", name, engine.Name)
				}
			}
			require.NoError(t, predictor.Close())
		}
	}
}
