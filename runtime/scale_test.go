package runtime_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/internal/test/fixtures"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// times are samples whose lengths and velocities are larger by a factor.
func times(samples []system.Sample, factor float32) (scaled []system.Sample) {
	for _, s := range samples {
		s.Position, s.Velocity = scaledBy(s.Position, factor), scaledBy(s.Velocity, factor)
		scaled = append(scaled, s)
	}
	return scaled
}

func scaledBy(values []float32, factor float32) (scaled []float32) {
	for _, x := range values {
		scaled = append(scaled, factor*x)
	}
	return scaled
}

// TestScaledModels: a model that divides predicts what it does without, in its unit,
// through every engine and through its file.
func TestScaledModels(t *testing.T) {
	composition := fixtures.Compositions[0]
	samples := fixtures.Samples(composition, 2, 5)
	for name, config := range allConfigs(2, 12) {
		for _, unit := range []float32{1e-4, 1e4} {
			t.Run(fmt.Sprint(name, "/", unit), func(t *testing.T) {
				t.Parallel()
				config := config // each unit has its own
				if builder.Describe(config.Model).Scaled {
					config.Time, config.Length = 1, 4
				}
				plain, values := newModel(t, config, false, 1)
				config.Scale = builder.Scale{Length: float64(unit), Velocity: float64(unit)}
				config.Length *= float64(unit)
				scaled, _ := newModel(t, config, false, 1)
				want := references(t, plain, values, map[string][]system.Sample{"": samples})[""]
				want = prediction{scaledBy(want.position, unit), scaledBy(want.velocity, unit)}
				check := func(t *testing.T, p predict.Predictor) {
					requireClose(t, want, predictions(t, p, times(samples, unit)), fileTolerance)
				}
				eachMode(t, func(t *testing.T, m runtime.Mode) {
					session, err := m.Open(scaled.Module, run.WithShapes(scaled, values))
					require.NoError(t, err)
					defer session.Close()
					check(t, predict.NewRowPredictor(session, m.Ragged))
				})
				eachFileEngine(t, exported(t, scaled, values, 0), func(t *testing.T, session runtime.Session) {
					check(t, predict.NewSystemPredictor(session))
				})
			})
		}
	}
}
