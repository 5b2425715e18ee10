package runtime_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/internal/test/allclose"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// TestJoints: every engine moves joints as package mechanism does, and as the system
// turns and moves along.
func TestJoints(t *testing.T) {
	t.Run("about axes", func(t *testing.T) { testJoints(t, 1, hanging, jointedConfig) })
	t.Run("of any type", func(t *testing.T) { testJoints(t, 2, afloat, afloatConfig) })
}

func testJoints(t *testing.T, seed uint64, bodies hung, jointedConfig func(steps int) config.Config) {
	m, state, loads, sample := jointedIn(t, seed, 3, bodies)
	in := m.NewIntegrator(state)
	for range 100 {
		in.Step(0.1/100, loads)
	}
	var want prediction
	want.position, want.velocity = particles(in)
	model, values := newModel(t, jointedConfig(10), false, 1)
	hold := func(t *testing.T, predictor predict.Predictor) {
		got := predictions(t, predictor, []system.Sample{sample})
		t.Logf("off by %.2g", requireClose(t, want, got, fileTolerance))
		for _, motion := range verify.Motions(sample.Particles(), rand.New(rand.NewPCG(7, 8))) {
			moved := predictions(t, predictor, []system.Sample{motion.Sample(sample)})
			t.Logf("%s: %.2g", motion.Name, requireClose(t, movedBy(motion, got), moved, rootTolerance))
		}
	}
	for _, engine := range []runtime.Engine{engines.Reference(), engines.ForModules()} {
		t.Run(engine.Name, func(t *testing.T) {
			session, err := engine.Modes[0].Open(model.Module, run.WithShapes(model, values))
			require.NoError(t, err)
			hold(t, predict.NewRowPredictor(predict.ForModule(session, model.Module), false))
		})
	}
	model, values = newModel(t, jointedConfig(2), false, 1)
	session, err := engines.Reference().Modes[0].Open(model.Module, run.WithShapes(model, values))
	require.NoError(t, err)
	want = predictions(t, predict.NewRowPredictor(predict.ForModule(session, model.Module), false), []system.Sample{sample})
	file := forestFile(t, model, values, 8)
	eachFileEngine(t, file, func(t *testing.T, session runtime.Session) {
		hold(t, predict.NewSystemPredictor(session, fileInputs(t, file)...))
	})
}

// TestJointOrder: with half the step the error of a system of joints of all kinds, with
// dampings and loads, is a sixteenth.
func TestJointOrder(t *testing.T) {
	t.Run("about axes", func(t *testing.T) { testJointOrder(t, hanging, jointedConfig) })
	t.Run("of any type", func(t *testing.T) { testJointOrder(t, afloat, afloatConfig) })
}

func testJointOrder(t *testing.T, bodies hung, jointedConfig func(steps int) config.Config) {
	_, _, _, sample := jointedIn(t, 1, 3, bodies)
	moved := func(steps int) []float64 {
		config := jointedConfig(steps)
		config.Time = 0.2
		outputs := evaluated(t, config, sample)
		return slices.Concat(outputs["position"].Float, outputs["velocity"].Float)
	}
	truth := moved(16)
	off := func(steps int) (off float64) {
		for i, x := range moved(steps) {
			off += math.Abs(x - truth[i])
		}
		return off
	}
	t.Logf("%.3g, %.3g", off(2)/off(4), off(4)/off(8))
	require.InEpsilon(t, 16, off(2)/off(4), 0.25)
}

// TestJointGradients holds the derivatives of a prediction by what acts on joints to
// central differences.
func TestJointGradients(t *testing.T) {
	names := []string{"mass", "gravity", "torque", "thrust", "turn_damping", "slide_damping", "position", "velocity"}
	_, _, _, sample := jointedIn(t, 2, 3, hung{[]int{-1, 0, 0, -1}, make([]int, 4)})
	t.Run("about axes", func(t *testing.T) { testJointGradients(t, sample, jointedConfig(1), names, 1e-5) })
	t.Run("of any type", func(t *testing.T) {
		_, _, _, sample := jointedIn(t, 2, 3, hung{[]int{-1, 0, 1}, []int{system.Floating, system.OnBall, 0}})
		testJointGradients(t, sample, afloatConfig(1), names, 1e-5)
	})
	t.Run("with stops", func(t *testing.T) {
		_, _, _, sample := stopped(t, 2, hung{[]int{-1, 0, 1}, make([]int, 3)})
		names := []string{"rotor_inertia", "rotor_mass", "stop_inertia", "stop_mass", "stop_time", "turn_limits", "slide_limits", "velocity"}
		testJointGradients(t, sample, stoppedConfig(1), names, 2e-7)
	})
}

// TestFrictionGradients holds the derivatives of a prediction by frictions to central
// differences.
func TestFrictionGradients(t *testing.T) {
	names := []string{"turn_friction", "slide_friction", "torque", "velocity"}
	_, _, _, sample := rubbed(t, 2, hung{[]int{-1, 0, 1}, make([]int, 3)}, 1)
	testJointGradients(t, sample, rubbedConfig(jointedConfig(1)), names, 1e-6)
}

func testJointGradients(t *testing.T, sample system.Sample, config config.Config, names []string, step float64) {
	model, _ := newModel(t, config, false, 1)
	inputs := predict.Inputs(system.NewBatch([]system.Sample{sample}))
	predict.Match(inputs, model.Module)
	module := model.Module.Clone()
	require.NoError(t, ir.Extend(module, func(b *ir.Builder) {
		x, v := module.Main.Output("position"), module.Main.Output("velocity")
		b.Output("loss", b.SumRows(b.Add(b.Inner(x, x), b.Mul(b.Inner(v, v), b.Inner(x, v)))))
	}))
	gradient, unreached, err := ir.Gradient(module, "loss", names)
	require.NoError(t, err)
	require.Empty(t, unreached)
	wide := map[string]ir.Tensor{}
	for name, value := range inputs.Inputs {
		wide[name] = runtime.Widen(value)
	}
	sizes, err := runtime.Bind(module, inputs)
	require.NoError(t, err)
	got, err := ir.Eval(gradient, wide, sizes)
	require.NoError(t, err)
	module.Main.Outputs = slices.DeleteFunc(module.Main.Outputs, func(o ir.Output) bool { return o.Name != "loss" })
	module, err = ir.Expand(module) // once, and not at each evaluation
	require.NoError(t, err)
	for _, name := range names {
		var most float64
		differences := ir.Tensor{Shape: got["grad/"+name].Shape, Float: slices.Clone(got["grad/"+name].Float)}
		for i := range differences.Float {
			value := wide[name].Float
			at := value[i]
			var losses [2]float64
			for k, sign := range []float64{-1, 1} {
				value[i] = at + sign*step
				out, err := ir.Eval(module, wide, sizes)
				require.NoError(t, err)
				losses[k] = out["loss"].Float[0]
			}
			value[i] = at
			differences.Float[i] = (losses[1] - losses[0]) / (2 * step)
			most = max(most, math.Abs(differences.Float[i]))
		}
		allclose.Within(t, differences.Float, got["grad/"+name].Float, 1e-6*most, name)
	}
}

// TestLearnedJoints: constants by joint, where they begin, are as if they were given.
func TestLearnedJoints(t *testing.T) {
	m, _, _, sample := jointed(t, 3)
	predicted := func(config config.Config, sample system.Sample) prediction {
		model, err := builder.New(config, false)
		require.NoError(t, err)
		values := weights{}
		for _, param := range model.Params {
			values[param.Name] = make([]float32, param.Rows*param.Columns)
		}
		session, err := engines.Reference().Modes[0].Open(model.Module, run.WithShapes(model, values))
		require.NoError(t, err)
		return predictions(t, predict.NewRowPredictor(predict.ForModule(session, model.Module), false), []system.Sample{sample})
	}
	bodies := make([]int, sample.Particles())
	mass := config.Constant{Name: config.LearnedMass, By: config.ByJoint, Joints: bodies}
	damping := config.Constant{Name: config.LearnedDamping, By: config.ByJoint, Joints: bodies}
	equal := make([]float32, sample.Particles())
	for number, body := range m.Bodies {
		mass.Start, damping.Start = append(mass.Start, float64(number+1)), append(damping.Start, body.Damping)
		for _, i := range body.Members {
			bodies[i], equal[i] = number, float32(number+1)/float32(len(body.Members))
		}
	}
	system.Mass.Set(&sample, equal)
	given := jointedConfig(2)
	learned := given
	learned.Learn = []config.Constant{mass, damping}
	learned.Fields = slices.DeleteFunc(slices.Clone(given.Fields), func(name string) bool {
		return name == "mass" || name == "turn_damping" || name == "slide_damping"
	})
	requireClose(t, predicted(given, sample), predicted(learned, sample), fileTolerance)
}

// TestDrawnJoints: the systems that certificates draw of bodies with joints, with ranges
// of training data and without, are such, and models keep on them what they promise.
func TestDrawnJoints(t *testing.T) {
	_, _, _, sample := jointed(t, 4)
	learned := jointedConfig(1)
	bodies := make([]int, sample.Particles())
	for number, members := range sample.Objects.Of(system.Body) {
		for _, i := range members {
			bodies[i] = number
		}
	}
	learned.Learn = []config.Constant{{Name: config.LearnedMass, By: config.ByJoint, Joints: bodies, Start: []float64{1, 2, 3, 4, 5, 6}}}
	ranges := system.MeasureRanges([]system.Sample{sample}, nil)
	for _, config := range []config.Config{jointedConfig(1), learned, stoppedConfig(1), rubbedConfig(jointedConfig(1))} {
		model, values := newModel(t, config, false, 1)
		session, err := engines.ForModules().Modes[0].Open(model.Module, run.WithShapes(model, values))
		require.NoError(t, err)
		predictor := predict.NewRowPredictor(predict.ForModule(session, model.Module), false)
		groups := append(verify.Random(config, nil), verify.Random(config, ranges)...)
		groups = append(groups, verify.OfTopology(config, sample, ranges)...)
		inside, err := verify.InRanges(config, ranges, verify.Inside, 4, rand.New(rand.NewPCG(1, 2)))
		require.NoError(t, err)
		groups = append(groups, inside...)
		for _, group := range groups {
			require.NotEmpty(t, group.Samples, group.Name)
			for _, s := range group.Samples {
				requireLengths(t, s, system.Rest.Of(&s))
			}
		}
		report := verify.Symmetries(config.Describe(), groups, predictor)
		require.NoError(t, report.Err())
	}
}

// TestFlatBodies: bodies whose particles lie in a plane move as package mechanism moves
// them, and on a line they have no numbers.
func TestFlatBodies(t *testing.T) {
	model, values := newModel(t, jointedConfig(10), false, 1)
	session, err := engines.ForModules().Modes[0].Open(model.Module, run.WithShapes(model, values))
	require.NoError(t, err)
	predictor := predict.NewRowPredictor(predict.ForModule(session, model.Module), false)
	m, state, loads, sample := jointedIn(t, 5, 2, hanging)
	in := m.NewIntegrator(state)
	for range 100 {
		in.Step(0.1/100, loads)
	}
	var want prediction
	want.position, want.velocity = particles(in)
	requireClose(t, want, predictions(t, predictor, []system.Sample{sample}), fileTolerance)

	_, _, _, onLine := jointedIn(t, 6, 1, hanging)
	for _, x := range predictions(t, predictor, []system.Sample{onLine}).position {
		require.True(t, math.IsNaN(float64(x)) || math.IsInf(float64(x), 0))
	}
	require.ErrorContains(t, run.CheckForests(jointedConfig(1), []system.Sample{onLine}), "on a line at rest")
}

// TestTooManyJoints: a file fails by name at a system with more joints than it has room for.
func TestTooManyJoints(t *testing.T) {
	_, _, _, sample := jointed(t, 1)
	config := jointedConfig(1)
	config.Joints = 5
	require.ErrorContains(t, run.CheckForests(config, []system.Sample{sample}), "its joints have 6 axes, and the model takes 5")
	model, values := newModel(t, config, false, 1)
	file := forestFile(t, model, values, 8)
	eachFileEngine(t, file, func(t *testing.T, session runtime.Session) {
		_, _, err := predict.NewSystemPredictor(session, fileInputs(t, file)...).Predict([]system.Sample{sample})
		require.ErrorContains(t, err, "forest/too_many_joints")
	})
}
