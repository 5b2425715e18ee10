package runtime_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/sim/mechanism"
	"gmnc/system"
)

// rubbed is jointed with friction at the joints about axes, so strong that some of them come
// to rest.
func rubbed(t testing.TB, seed uint64, bodies hung, friction float64) (*mechanism.Mechanism, mechanism.State, []float64, system.Sample) {
	m, state, loads, s := jointedIn(t, seed, 3, bodies)
	turns, slides := make([]float32, s.Particles()), make([]float32, s.Particles())
	for b := range m.Bodies {
		body := &m.Bodies[b]
		if bodies.types[b] != system.OnAxis {
			continue
		}
		body.Friction = friction * float64(b+1)
		values := turns
		if len(body.Slides) > 0 {
			values = slides
		}
		for _, i := range body.Members {
			values[i] = float32(body.Friction)
		}
	}
	system.TurnFriction.Set(&s, turns)
	system.SlideFriction.Set(&s, slides)
	return m, state, loads, s
}

// rubbedConfig adds frictions to a configuration of joints.
func rubbedConfig(config config.Config) config.Config {
	config.Fields = append(config.Fields, "turn_friction", "slide_friction")
	return config
}

// TestFriction: every engine slows joints down as package mechanism does, some to rest, and
// an exported file as the interpreter does.
func TestFriction(t *testing.T) {
	t.Run("about axes", func(t *testing.T) {
		testFriction(t, hanging, rubbedConfig(jointedConfig(40)), rubbedConfig(jointedConfig(2)))
	})
	t.Run("of any type", func(t *testing.T) {
		testFriction(t, afloat, rubbedConfig(afloatConfig(40)), rubbedConfig(afloatConfig(2)))
	})
}

func testFriction(t *testing.T, bodies hung, fine, coarse config.Config) {
	m, state, loads, sample := rubbed(t, 1, bodies, 20)
	in := m.NewIntegrator(state)
	const steps = 1000
	for range steps {
		in.Step(0.1/steps, loads)
	}
	var want prediction
	want.position, want.velocity = particles(in)
	for _, engine := range []runtime.Engine{engines.Reference(), engines.ForModules()} {
		t.Run(engine.Name, func(t *testing.T) {
			t.Logf("off by %.2g", requireClose(t, want, predictedBy(t, engine, fine, sample), 1e-3))
		})
	}
	free := fine
	free.Fields = slices.DeleteFunc(slices.Clone(fine.Fields), func(name string) bool { return name == "turn_friction" || name == "slide_friction" })
	var most float64 // of what friction changes
	for i, v := range predictedBy(t, engines.Reference(), free, sample).velocity {
		most = max(most, math.Abs(float64(v-want.velocity[i])))
	}
	require.Greater(t, most, 0.5)

	model, values := newModel(t, coarse, false, 1)
	want = predictedBy(t, engines.Reference(), coarse, sample)
	file := forestFile(t, model, values, 8)
	eachFileEngine(t, file, func(t *testing.T, session runtime.Session) {
		predictor := predict.NewSystemPredictor(session, fileInputs(t, file)...)
		t.Logf("off by %.2g", requireClose(t, want, predictions(t, predictor, []system.Sample{sample}), fileTolerance))
		for _, f := range []*system.Field{system.TurnFriction, system.SlideFriction} {
			wrong := sample // it acts on the other kind of joint
			f.Set(&wrong, slices.Repeat([]float32{0.5}, f.Count(&sample)))
			got := predictions(t, predictor, []system.Sample{wrong})
			require.True(t, math.IsNaN(float64(got.position[0])), f.Name)
		}
	})
}

// TestHeldByFriction: joints whose friction is more than what drives them stay where they are,
// prediction after prediction.
func TestHeldByFriction(t *testing.T) {
	m, state, _, sample := rubbed(t, 1, hanging, 300)
	clear(state.Rates)
	in := m.NewIntegrator(state)
	sample.Position, sample.Velocity = particles(in)
	model, values := newModel(t, rubbedConfig(jointedConfig(2)), false, 1)
	session, err := engines.ForModules().Modes[0].Open(model.Module, run.WithShapes(model, values))
	require.NoError(t, err)
	predictor := predict.NewRowPredictor(predict.ForModule(session, model.Module), false)
	now := sample
	for range 50 {
		got := predictions(t, predictor, []system.Sample{now})
		now.Position, now.Velocity = got.position, got.velocity
	}
	for i, x := range sample.Position {
		require.InDelta(t, x, now.Position[i], 1e-3)
		require.InDelta(t, 0, now.Velocity[i], 1e-2)
	}
}
