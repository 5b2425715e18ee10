package runtime_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/ir"
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
		body.Rotor, body.Stop = 0.25*float64(b), mechanism.Stop{Lower: float64(lower), Upper: float64(upper), Inertia: 1 + float64(b), Time: 0.125}
		for _, i := range body.Members {
			limits[2*i], limits[2*i+1], rotors[i], stops[i] = lower, upper, 0.25*float32(b), 1+float32(b)
		}
	}
	return m, state, loads, s
}

func stoppedConfig(steps int) config.Config {
	config := jointedConfig(steps)
	config.Fields = append(config.Fields, "turn_limits", "slide_limits", "rotor_inertia", "rotor_mass", "stop_inertia", "stop_mass", "stop_time")
	return config
}

// TestStops: every engine holds joints at limits as package mechanism does, and an
// exported file does.
func TestStops(t *testing.T) {
	m, state, loads, sample := stopped(t, 1, hanging)
	in := m.NewIntegrator(state)
	const steps = 20
	for range steps {
		in.Step(0.1/steps, loads)
	}
	var want prediction
	want.position, want.velocity = particles(in)
	for _, engine := range []runtime.Engine{engines.Reference(), engines.ForModules()} {
		t.Run(engine.Name, func(t *testing.T) {
			t.Logf("off by %.2g", requireClose(t, want, predictedBy(t, engine, stoppedConfig(steps), sample), fileTolerance))
		})
	}
	model, values := newModel(t, stoppedConfig(2), false, 1)
	want = predictedBy(t, engines.Reference(), stoppedConfig(2), sample)
	require.NotEqual(t, predictedBy(t, engines.Reference(), jointedConfig(2), sample), want)
	file := forestFile(t, model, values, 8)
	eachFileEngine(t, file, func(t *testing.T, session runtime.Session) {
		got := predictions(t, predict.NewSystemPredictor(session, fileInputs(t, file)...), []system.Sample{sample})
		t.Logf("off by %.2g", requireClose(t, want, got, fileTolerance))
		for _, f := range []*system.Field{system.TurnDamping, system.SlideDamping, system.TurnLimits, system.SlideLimits, system.RotorInertia, system.RotorMass, system.StopInertia, system.StopMass} {
			wrong := sample // it acts on the other kind of joint
			f.Set(&wrong, slices.Repeat([]float32{0.5}, f.Columns*f.Count(&sample)))
			got := predictions(t, predict.NewSystemPredictor(session, fileInputs(t, file)...), []system.Sample{wrong})
			require.True(t, math.IsNaN(float64(got.position[0])), f.Name)
		}
	})
}

// TestCrossedLimits: a file has no numbers for a system with a lower limit above the upper
// one or equal to it, and the other of its batch keeps its own.
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
		lower, upper := limits[i], limits[i+1]
		f.Set(&crossed, limits)
		for _, swapped := range []float32{lower, upper} {
			limits[i], limits[i+1] = upper, swapped
			got := predictions(t, predictor, []system.Sample{crossed, sample}).position
			half := len(got) / 2
			require.Equal(t, want[half:], got[half:], f.Name)
			for _, x := range got[:half] {
				require.True(t, math.IsNaN(float64(x)), f.Name)
			}
		}
	}
}

// TestStopsNoted: a step longer than the time of stops is noted of bodies whose joints are
// beyond some before it; the last body's is after it.
func TestStopsNoted(t *testing.T) {
	_, _, _, sample := stopped(t, 2, hung{[]int{-1, 0, 1, 2}, make([]int, 4)})
	system.StopTime.Set(&sample, []float32{1e-3})
	model, values := newModel(t, stoppedConfig(1), false, 1)
	acting, err := builder.Acting(model, false)
	require.NoError(t, err)
	bodies := sample.Objects.Of(system.Body)
	without := func(body int, fields ...*system.Field) {
		for _, f := range fields {
			for _, i := range bodies[body] {
				clear(f.Of(&sample)[f.Columns*i : f.Columns*(i+1)])
			}
		}
	}
	without(1, system.TurnLimits, system.SlideLimits)
	without(2, system.StopInertia, system.StopMass)
	inputs := predict.Inputs(system.NewBatch([]system.Sample{sample}))
	predict.Match(inputs, acting)
	sizes, err := runtime.Bind(acting, inputs)
	require.NoError(t, err)
	wide := map[string]ir.Tensor{}
	for _, tensors := range []map[string]runtime.Tensor{inputs.Inputs, run.WithShapes(model, values)} {
		for name, value := range tensors {
			wide[name] = runtime.Widen(value)
		}
	}
	for _, reached := range []bool{true, false} {
		if !reached {
			for _, limits := range []string{"turn_limits", "slide_limits"} {
				for i, limit := range wide[limits].Float {
					if limit != 0 {
						wide[limits].Float[i] = limit + float64(i%2) // the upper one
					}
				}
			}
		}
		outputs, err := ir.Eval(acting, wide, sizes)
		require.NoError(t, err)
		for body, members := range bodies {
			require.Equal(t, body == 0 && reached, outputs["limit_stop"].Float[members[0]] > 0, body)
		}
	}
}

// TestTurningFiles: files of joints that only turn, which have no slides, move them as the
// interpreter does, with stops and without. They refuse sticks, which nothing would move.
func TestTurningFiles(t *testing.T) {
	_, _, _, sample := stopped(t, 3, hung{[]int{-1, 0}, make([]int, 2)})
	for name, config := range map[string]config.Config{"free": jointedConfig(1), "stopped": stoppedConfig(1)} {
		config.Fields = slices.DeleteFunc(config.Fields, func(name string) bool {
			f := system.FieldNamed(name)
			return f == system.SlideAxis || slices.Contains(system.OfSliding, f)
		})
		model, values := newModel(t, config, false, 1)
		reference, err := engines.Reference().Modes[0].Open(model.Module, run.WithShapes(model, values))
		require.NoError(t, err)
		want := predictions(t, predict.NewRowPredictor(predict.ForModule(reference, model.Module), false), []system.Sample{sample})
		file := forestFile(t, model, values, 8)
		eachFileEngine(t, file, func(t *testing.T, session runtime.Session) {
			got := predictions(t, predict.NewSystemPredictor(session, fileInputs(t, file)...), []system.Sample{sample})
			t.Logf("%s: off by %.2g", name, requireClose(t, want, got, fileTolerance))
			inputs := predict.FileInputs([]system.Sample{sample}, fileInputs(t, file))
			inputs["sticks"] = runtime.Indices([]int64{0, 1}, 1, 1, 2)
			_, err := session.Run(runtime.Batch{Inputs: inputs})
			require.ErrorContains(t, err, "forest/two_objects")
		})
	}
}
