package runtime_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/fixtures"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
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
	for name, c := range allConfigs(2, 12) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if config.Describe(c.Model).Scaled {
				c.Time, c.Length = 1, 4
			}
			plain, values := newModel(t, c, false, 1)
			inOne := references(t, plain, values, map[string][]system.Sample{"": samples})[""]
			for _, unit := range []float32{1e-4, 1e4} {
				t.Run(fmt.Sprint(unit), func(t *testing.T) {
					c := c // each unit has its own
					c.Scale = config.Scale{Length: float64(unit), Velocity: float64(unit)}
					c.Length *= float64(unit)
					scaled, _ := newModel(t, c, false, 1)
					want := prediction{scaledBy(inOne.position, unit), scaledBy(inOne.velocity, unit)}
					check := func(t *testing.T, p predict.Predictor) {
						requireClose(t, want, predictions(t, p, times(samples, unit)), fileTolerance)
					}
					eachModuleMode(t, func(t *testing.T, m runtime.Mode) {
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
		})
	}
}

// TestMechanicsInAnyUnit: Newton's equations move bars alike in every unit of length and of
// mass, in files, too.
func TestMechanicsInAnyUnit(t *testing.T) {
	config := config.Config{
		Model: "gmn-ode", Form: config.Published, Layers: 2, Hidden: 4, Time: 0.3, TrueVelocity: true,
		Integrator: config.RungeKutta4, Forces: config.NoForces, Fields: []string{"mass", "gravity"}, NoCharge: true,
	}
	inUnits := func(length, mass float64) (samples []system.Sample) {
		for i, s := range times(fixtures.Samples(fixtures.Compositions[0], 2, 5), float32(length)) {
			s.Charge = nil
			masses := make([]float32, s.Particles())
			for k := range masses {
				masses[k] = float32(mass * (0.5 + 0.25*float64((i+k)%5)))
			}
			system.Mass.Set(&s, masses)
			system.Gravity.Set(&s, []float32{0, 0, float32(-2 * length)})
			samples = append(samples, s)
		}
		return samples
	}
	plain, values := newModel(t, config, false, 1)
	want := references(t, plain, values, map[string][]system.Sample{"": inUnits(1, 1)})[""]
	for _, unit := range []struct{ length, mass float64 }{{1, 1e-27}, {1e-9, 1}, {1, 1e6}, {1e6, 1e17}} {
		config := config
		config.Length, config.Mass = unit.length, unit.mass
		model, values := newModel(t, config, false, 1)
		in := prediction{scaledBy(want.position, float32(unit.length)), scaledBy(want.velocity, float32(unit.length))}
		eachFileEngine(t, exported(t, model, values, 0), func(t *testing.T, session runtime.Session) {
			requireClose(t, in, predictions(t, predict.NewSystemPredictor(session), inUnits(unit.length, unit.mass)), fileTolerance)
		})
	}
}

// TestBarsInAnyUnit: bars turn alike in every unit of length by Euler and Verlet, too: of
// sticks, hinges, trees and bodies.
func TestBarsInAnyUnit(t *testing.T) {
	const unit = 1e-7
	for _, integrator := range []string{"", config.Verlet} {
		config := fixtures.WithForests(config.Config{
			Model: "gmn-ode", Form: config.Published, Layers: 2, Hidden: 4, Time: 0.3, Length: 1, TrueVelocity: true,
			Integrator: integrator, Messages: config.NoMessages, NoCharge: true,
		})
		open := func() predict.Predictor {
			model, values := newModel(t, config, false, 1)
			session, err := engines.Reference().Modes[0].Open(model.Module, run.WithShapes(model, values))
			require.NoError(t, err)
			return predict.NewRowPredictor(predict.ForModule(session, model.Module), false)
		}
		plain := open()
		config.Length = unit
		small := open()
		for _, forest := range fixtures.Forests() {
			samples := forest.Samples(1, 5)
			for i := range samples {
				samples[i].Charge = nil
			}
			want := predictions(t, plain, samples)
			want = prediction{scaledBy(want.position, unit), scaledBy(want.velocity, unit)}
			got := predictions(t, small, times(samples, unit))
			t.Logf("%s %s: off by %.2g", integrator, forest.Name, requireClose(t, want, got, fileTolerance))
		}
	}
}
