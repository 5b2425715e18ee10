package runtime_test

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"gmnc/builder/config"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/conformance"
	"gmnc/internal/test/modes"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
	"gmnc/train"
)

// boxesConfig is gmn-ode of bodies, of which some are boxes, among planes.
func boxesConfig() config.Config {
	return config.Config{
		Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, NoCharge: true, Forces: config.NoForces,
		Time: 0.02, Length: 0.5, Depth: 4, Planes: 1, TrueVelocity: true,
		Fields: []string{"mass", "gravity", "planes", "gyration", "box"},
	}
}

// meetingBoxes are a box that a corner of another one is in, and a particle at a face of
// that, above a plane.
func meetingBoxes() (s system.Sample) {
	halves := [2][3]float64{{0.1, 0.1, 0.1}, {0.15, 0.08, 0.05}}
	centers := [2][3]float64{{0, 0, 0.12}, {0.05, 0.03, 0.305}}
	axes := [2][3][3]float64{{{0.8, 0.6, 0}, {-0.6, 0.8, 0}, {0, 0, 1}}, {{0.8, 0, -0.6}, {0, 1, 0}, {0.6, 0, 0.8}}}
	falls := [2]float32{0.4, -1}
	var gyration, box, mass []float32
	for number := range halves {
		for corner := range 8 {
			x := centers[number]
			for k, half := range halves[number] {
				sign := float64(2*(corner>>k&1) - 1)
				for axis := range 3 {
					x[axis] += sign * half * axes[number][k][axis]
				}
				box = append(box, float32(sign/8))
				gyration = append(gyration, float32(sign/(8*math.Sqrt(3))))
			}
			s.Position = append(s.Position, float32(x[0]), float32(x[1]), float32(x[2]))
			s.Velocity = append(s.Velocity, 0.3, 0.1*float32(number), falls[number])
			mass = append(mass, 0.5-0.2*float32(number))
		}
	}
	s.Position, s.Velocity = append(s.Position, 0.05, 0.02, 0.37), append(s.Velocity, 0, 0, -2)
	mass, gyration, box = append(mass, 0.7), append(gyration, 0, 0, 0), append(box, 0, 0, 0)
	s.Objects = system.Objects{system.Body.Of(0, 1, 2, 3, 4, 5, 6, 7), system.Body.Of(8, 9, 10, 11, 12, 13, 14, 15)}
	planes := make([]float32, system.Planes.Columns)
	planes[2] = 1
	system.Mass.Set(&s, mass)
	system.Gravity.Set(&s, []float32{0, 0, -9.81})
	system.Planes.Set(&s, planes)
	system.Gyration.Set(&s, gyration)
	system.Box.Set(&s, box)
	return s
}

// TestBoxes: every engine moves boxes that touch each other, a particle and a plane as the
// interpreter does, and as the system turns, is mirrored and moves along, in any order.
func TestBoxes(t *testing.T) {
	sample := meetingBoxes()
	model, values := newModel(t, boxesConfig(), false, 1)
	session, err := engines.Reference().Modes[0].Open(model.Module, run.WithShapes(model, values))
	require.NoError(t, err)
	want := predictions(t, predict.NewRowPredictor(predict.ForModule(session, model.Module), false), []system.Sample{sample})
	freely := sample
	system.Box.Set(&freely, make([]float32, 3*sample.Particles()))
	apart := predictions(t, predict.NewRowPredictor(predict.ForModule(session, model.Module), false), []system.Sample{freely})
	for _, moved := range [][2]int{{0, 8}, {8, 16}, {16, 17}} {
		var most float64
		for i := 3 * moved[0]; i < 3*moved[1]; i++ {
			most = max(most, math.Abs(float64(want.velocity[i]-apart.velocity[i])))
		}
		require.Greater(t, most, 1e-2, "particle %d touches", moved[0])
	}
	hold := func(t *testing.T, predictor predict.Predictor) {
		got := predictions(t, predictor, []system.Sample{sample})
		t.Logf("off by %.2g", requireClose(t, want, got, fileTolerance))
		for _, motion := range verify.Motions(sample.Particles(), rand.New(rand.NewPCG(7, 8))) {
			moved := predictions(t, predictor, []system.Sample{motion.Sample(sample)})
			t.Logf("%s: %.2g", motion.Name, requireClose(t, movedBy(motion, got), moved, rootTolerance))
		}
	}
	t.Run("native", func(t *testing.T) {
		session, err := engines.ForModules().Modes[0].Open(model.Module, run.WithShapes(model, values))
		require.NoError(t, err)
		hold(t, predict.NewRowPredictor(predict.ForModule(session, model.Module), false))
	})
	file := forestFile(t, model, values, 4)
	eachFileEngine(t, file, func(t *testing.T, session runtime.Session) {
		hold(t, predict.NewSystemPredictor(session, fileInputs(t, file)...))
	})
}

// TestBoxesThatAreNone: a system with a box that contradicts its corners has no numbers in any
// engine, and leaves the system beside it its own.
func TestBoxesThatAreNone(t *testing.T) {
	sample := meetingBoxes()
	model, values := newModel(t, boxesConfig(), false, 1)
	file := forestFile(t, model, values, 4)
	changed := func(by float32, particles []int, off float32) func(s *system.Sample) {
		return func(s *system.Sample) {
			s.Position = shifted(sample.Position, particles, off)
			system.Box.Set(s, multiplied(system.Box.Of(&sample), by))
		}
	}
	holdContradictions(t, model, values, file, sample, map[string]contradiction{
		"as it is": {changed(1, nil, 0), false}, "a little larger": {changed(1.13, nil, 0), false}, "larger": {changed(1.17, nil, 0), true},
		"smaller": {changed(0.88, nil, 0), true}, "in millimeters": {changed(1000, nil, 0), true}, "in meters": {changed(0.001, nil, 0), true},
		"a corner off": {changed(1, []int{0}, 0.1), true}, "all moved": {changed(1, []int{8, 9, 10, 11, 12, 13, 14, 15}, 1), false},
	})
}

// TestEdgesFromBoxes: edges from boxes alone give what edges between all particles give,
// in systems with one box and with two.
func TestEdgesFromBoxes(t *testing.T) {
	two := meetingBoxes()
	one := two
	one.Given = slices.Clone(two.Given)
	box := slices.Clone(system.Box.Of(&two))
	clear(box[3*8:])
	system.Box.Set(&one, box)
	model, values := newModel(t, boxesConfig(), false, 1)
	session, err := engines.Reference().Modes[0].Open(model.Module, run.WithShapes(model, values))
	require.NoError(t, err)
	batch := system.NewBatch([]system.Sample{one, two})
	few, all := predict.Inputs(batch), predict.Inputs(batch)
	every := all.Inputs["senders"]
	predict.Match(few, model.Module)
	predict.Match(all, model.Module)
	require.Equal(t, 2*17*2, len(few.Inputs[system.BoxSendersInput].Index), "a particle is in neither of two boxes")
	all.Inputs[system.BoxSendersInput] = every
	for i := range all.Systems {
		all.Systems[i].Neighbors = 16
	}
	want, err := session.Run(all)
	require.NoError(t, err)
	got, err := session.Run(few)
	require.NoError(t, err)
	for _, name := range []string{"position", "velocity"} {
		allclose.Within(t, want[name].Float, got[name].Float, 1e-6)
	}
}

// TestBoxGradients holds the derivatives of boxes that touch to a central difference,
// and what every trainer makes of them, Gorgonia's own too, to them.
func TestBoxGradients(t *testing.T) {
	t.Run("network", func(t *testing.T) { testBoxGradients(t, boxesConfig()) })
	c := boxesConfig()
	c.Learn = []config.Constant{
		{Name: config.LearnedRetardation, By: config.BySystem, Start: []float64{c.Time}},
		{Name: config.LearnedFriction, By: config.BySystem, Start: []float64{0.4}},
	}
	t.Run("constants", func(t *testing.T) { testBoxGradients(t, c) })
}

func testBoxGradients(t *testing.T, config config.Config) {
	sample := meetingBoxes()
	sample.TargetPosition = make([]float32, len(sample.Position))
	model, values := newModel(t, config, false, 1)
	objective, err := train.Objective(model)
	require.NoError(t, err)
	batch := train.ObjectiveInputs(system.NewBatch([]system.Sample{sample}), false)
	predict.Match(batch, objective)
	names := slices.Sorted(maps.Keys(values))
	gradient, _, err := ir.Gradient(objective, "loss", append(names, "position", "velocity", "mass"))
	require.NoError(t, err)
	wide := map[string]ir.Tensor{}
	for _, all := range []map[string]runtime.Tensor{batch.Inputs, run.WithShapes(model, values)} {
		for name, value := range all {
			wide[name] = runtime.Widen(value)
		}
	}
	sizes, err := runtime.Bind(objective, batch)
	require.NoError(t, err)
	want, err := ir.Eval(gradient, wide, sizes)
	require.NoError(t, err)
	source := rand.New(rand.NewPCG(5, 6))
	for _, name := range append(names, "position", "velocity", "mass") {
		requireSlope(t, objective, wide, sizes, name, want["grad/"+name], source)
	}
	for _, mode := range modes.Training() {
		trainer, err := mode.Train(objective, run.WithShapes(model, values), runtime.Solver{LearningRate: 1e-3})
		require.NoError(t, err)
		got, err := trainer.Gradients(batch)
		require.NoError(t, err)
		for param, value := range got.ByParam {
			conformance.Compare(t, mode.Name+" "+param, want["grad/"+param], value, gradientTolerance)
		}
		require.NoError(t, trainer.Close())
	}
}

// requireSlope holds the gradient of a loss by an input to a central difference along a
// drawn direction, in which every entry counts.
func requireSlope(t *testing.T, module *ir.Module, inputs map[string]ir.Tensor, sizes ir.Sizes, name string, gradient ir.Tensor, source *rand.Rand) {
	t.Helper()
	const step = 1e-6
	value := inputs[name].Float
	start, direction := slices.Clone(value), make([]float64, len(value))
	for i := range direction {
		direction[i] = source.NormFloat64()
	}
	var losses [2]float64
	for k, sign := range []float64{-1, 1} {
		floats.AddScaledTo(value, start, sign*step, direction)
		out, err := ir.Eval(module, inputs, sizes)
		require.NoError(t, err)
		losses[k] = out["loss"].Float[0]
	}
	copy(value, start)
	most := floats.Norm(floats.MulTo(make([]float64, len(value)), direction, gradient.Float), 2)
	const rounding = 1e-10 // of the loss, by the step
	require.InDelta(t, (losses[1]-losses[0])/(2*step), floats.Dot(direction, gradient.Float), 1e-5*most+rounding, name)
}
