package runtime_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/builder"
	"gmnc/internal/articulated"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/sim/mechanism"
	"gmnc/system"
)

// stopped is jointed with rotors and limits: of every other joint it is beyond the upper
// one, and others are soon beyond the lower one.
func stopped(t testing.TB, seed uint64, bodies hung) (*mechanism.Mechanism, mechanism.State, []float64, system.Sample) {
	m, state, loads, s := jointedIn(t, seed, 3, bodies)
	columns := func(f *system.Field) []float32 {
		values := make([]float32, f.Columns*f.Count(&s))
		f.Set(&s, values)
		return values
	}
	turns, slides := columns(system.TurnLimits), columns(system.SlideLimits)
	rotor, rotorMass := columns(system.RotorInertia), columns(system.RotorMass)
	stop, stopMass := columns(system.StopInertia), columns(system.StopMass)
	system.StopTime.Set(&s, []float32{0.125})
	for b := range m.Bodies {
		body := &m.Bodies[b]
		limits, rotors, stops := turns, rotor, stop
		var at float64
		if len(body.Slides) > 0 {
			limits, rotors, stops = slides, rotorMass, stopMass
			at = r3.Dot(body.Slides[0], state.Slides[b])
		} else {
			turned := state.Turns[b]
			at = 2 * math.Atan2(r3.Dot(body.Turns[0], r3.Vec{X: turned.Imag, Y: turned.Jmag, Z: turned.Kmag}), turned.Real)
		}
		lower, upper := float32(at-1), float32(at-0.05)
		if rate := state.Rates[b]; b%2 == 1 {
			lower, upper = float32(at+0.02*rate), float32(at+1)
			if rate > 0 {
				lower, upper = float32(at-1), float32(at+0.02*rate)
			}
		}
		body.Rotor, body.Stop = 0.25*float64(b), articulated.Stop{Lower: float64(lower), Upper: float64(upper), Inertia: 1 + float64(b), Time: 0.125}
		for _, i := range body.Members {
			limits[2*i], limits[2*i+1], rotors[i], stops[i] = lower, upper, 0.25*float32(b), 1+float32(b)
		}
	}
	return m, state, loads, s
}

func stoppedConfig(steps int) builder.Config {
	config := jointedConfig(steps)
	config.Fields = append(config.Fields, "turn_limits", "slide_limits", "rotor_inertia", "rotor_mass", "stop_inertia", "stop_mass", "stop_time")
	return config
}

// TestStops: every engine holds joints at limits as package mechanism does, and an
// exported file does.
func TestStops(t *testing.T) {
	m, state, loads, sample := stopped(t, 1, hanging)
	in := m.NewIntegrator(state, nil)
	const steps = 20
	for range steps {
		in.Step(0.1/steps, loads)
	}
	var want prediction
	want.position, want.velocity = particles(in)
	model, values := newModel(t, stoppedConfig(steps), false, 1)
	predicted := func(t *testing.T, session runtime.Session, model *builder.Model) prediction {
		return predictions(t, predict.NewRowPredictor(predict.ForModule(session, model.Module), false), []system.Sample{sample})
	}
	for _, engine := range []runtime.Engine{engines.Reference(), engines.ForModules()} {
		t.Run(engine.Name, func(t *testing.T) {
			session, err := engine.Modes[0].Open(model.Module, run.WithShapes(model, values))
			require.NoError(t, err)
			t.Logf("off by %.2g", requireClose(t, want, predicted(t, session, model), fileTolerance))
		})
	}
	model, values = newModel(t, stoppedConfig(2), false, 1)
	session, err := engines.Reference().Modes[0].Open(model.Module, run.WithShapes(model, values))
	require.NoError(t, err)
	want = predicted(t, session, model)
	free, freeValues := newModel(t, jointedConfig(2), false, 1)
	session, err = engines.Reference().Modes[0].Open(free.Module, run.WithShapes(free, freeValues))
	require.NoError(t, err)
	require.NotEqual(t, predicted(t, session, free), want)
	file := forestFile(t, model, values, 8)
	eachFileEngine(t, file, func(t *testing.T, session runtime.Session) {
		got := predictions(t, predict.NewSystemPredictor(session, fileInputs(t, file)...), []system.Sample{sample})
		t.Logf("off by %.2g", requireClose(t, want, got, fileTolerance))
	})
}

// TestCrossedLimits: a file has no numbers for a system with a lower limit above the upper
// one, and the other of its batch keeps its own.
func TestCrossedLimits(t *testing.T) {
	_, _, _, sample := stopped(t, 1, hanging)
	model, values := newModel(t, stoppedConfig(1), false, 1)
	file := forestFile(t, model, values, 8)
	engine, _ := engines.Named("onnx-go")
	session, err := engine.OpenFile(file)
	require.NoError(t, err)
	defer session.Close()
	predictor := predict.NewSystemPredictor(session, fileInputs(t, file)...)
	want := predictions(t, predictor, []system.Sample{sample, sample}).position
	for _, f := range []*system.Field{system.TurnLimits, system.SlideLimits} {
		limits, crossed := slices.Clone(f.Of(&sample)), sample
		i := 2 * (slices.IndexFunc(limits, func(limit float32) bool { return limit != 0 }) / 2)
		limits[i], limits[i+1] = limits[i+1], limits[i]
		f.Set(&crossed, limits)
		got := predictions(t, predictor, []system.Sample{crossed, sample}).position
		half := len(got) / 2
		require.Equal(t, want[half:], got[half:], f.Name)
		for _, x := range got[:half] {
			require.True(t, math.IsNaN(float64(x)), f.Name)
		}
	}
}
