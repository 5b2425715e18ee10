package runtime_test

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/builder"
	"gmnc/datasets/npz"
	"gmnc/internal/test/testenv"
	"gmnc/internal/vector"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/sim/mechanism"
	"gmnc/system"
)

// jointed is a system of five bodies of five particles each on joints of both kinds, in a
// tree, in motion: as float64 has it, and as a sample.
func jointed(t testing.TB, seed uint64) (*mechanism.Mechanism, mechanism.State, []float64, system.Sample) {
	return jointedIn(t, seed, 3, hanging)
}

// hung is the body before each of some bodies, and the types of their joints.
type hung struct{ parents, types []int }

// hanging are two trees on joints about axes; afloat has one that floats, ball joints
// and a body alone.
var (
	hanging = hung{[]int{-1, 0, 1, 1, -1, 4}, make([]int, 6)}
	afloat  = hung{[]int{-1, 0, 1, 1, -1, 4, -1}, []int{system.Floating, 0, 0, system.OnBall, system.OnBall, 0, 0}}
)

// jointedIn is jointed with these bodies, of the given number of dimensions.
func jointedIn(t testing.TB, seed uint64, dimensions int, bodies hung) (*mechanism.Mechanism, mechanism.State, []float64, system.Sample) {
	random := rand.New(rand.NewPCG(seed, 9))
	normal := func() r3.Vec {
		return r3.Vec{X: random.NormFloat64(), Y: random.NormFloat64(), Z: random.NormFloat64()}
	}
	var m mechanism.Mechanism
	var joints []system.Joint
	var rest, mass, torque, thrust []float32
	m.Gravity = r3.Vec{X: 1, Y: 2, Z: -5}
	for number, parent := range bodies.parents {
		anchor, joint := normal(), mechanism.Revolute(normal())
		own := system.Joint{Parent: parent, Type: bodies.types[number], Slides: number == 2 && bodies.types[number] == 0, Damping: random.Float64(), Anchor: [3]float64{anchor.X, anchor.Y, anchor.Z}}
		axis := r3.Unit(normal())
		joint = mechanism.Revolute(axis)
		if own.Slides {
			joint = mechanism.Prismatic(axis)
		}
		switch own.Axis = [3]float64{axis.X, axis.Y, axis.Z}; own.Type {
		case system.OnBall:
			joint, own.Axis = mechanism.Ball(), [3]float64{}
		case system.Floating:
			joint, own.Axis, own.Damping = mechanism.Free(), [3]float64{}, 0
		}
		joint.Damping = own.Damping
		along := []r3.Vec{normal(), normal(), normal()}[:dimensions]
		for range 5 {
			own.Members = append(own.Members, len(m.Rest))
			x := anchor
			for _, direction := range along {
				x = r3.Add(x, r3.Scale(random.NormFloat64(), direction))
			}
			m.Rest, m.Mass = append(m.Rest, x), append(m.Mass, 0.5+random.Float64())
			rest, mass = append(rest, float32(x.X), float32(x.Y), float32(x.Z)), append(mass, float32(m.Mass[len(mass)]))
		}
		joints = append(joints, own)
		m.Bodies = append(m.Bodies, mechanism.Body{Joint: joint, Parent: parent, Anchor: anchor, Members: own.Members})
		torque, thrust = append(torque, 0), append(thrust, 0)
	}
	made, err := mechanism.New(m)
	require.NoError(t, err)
	state, loads := made.AtRest(), make([]float64, made.Rates())
	for number, joint := range joints {
		first, end := made.RatesOf(number)
		if end-first > 1 {
			state.Turns[number] = quat.Number(r3.NewRotation(2*random.NormFloat64(), normal()))
			for rate := first; rate < end; rate++ {
				state.Rates[rate] = random.NormFloat64()
			}
			if joint.Type == system.Floating {
				state.Slides[number] = normal()
			}
			continue
		}
		made.SetAngle(state, number, 2*random.NormFloat64())
		state.Rates[first], loads[first] = random.NormFloat64(), random.NormFloat64()
		if torque[number] = float32(loads[first]); joint.Slides {
			torque[number], thrust[number] = 0, torque[number]
		}
	}
	var s system.Sample
	s.Position, s.Velocity = particles(made.NewIntegrator(state, nil))
	require.NoError(t, s.Join(rest, joints))
	n := len(m.Rest)
	system.Mass.Set(&s, mass)
	system.Gravity.Set(&s, []float32{1, 2, -5})
	system.Torque.Set(&s, system.OfJoints(n, joints, torque))
	system.Thrust.Set(&s, system.OfJoints(n, joints, thrust))
	return made, state, loads, s
}

// particles are the positions and velocities of a mechanism.
func particles(in *mechanism.Integrator) (x, v []float32) {
	position, velocity := make([]r3.Vec, len(in.Rest)), make([]r3.Vec, len(in.Rest))
	in.Particles(position, velocity)
	for i, p := range position {
		x = append(x, float32(p.X), float32(p.Y), float32(p.Z))
		v = append(v, float32(velocity[i].X), float32(velocity[i].Y), float32(velocity[i].Z))
	}
	return x, v
}

func jointedConfig(steps int) builder.Config {
	return builder.Config{
		Model: "gmn-ode", Form: builder.Published, Layers: steps, Hidden: 4, NoCharge: true, Forces: builder.NoForces, Time: 0.1, Depth: 8, Joints: 6, TrueVelocity: true,
		Fields: []string{"mass", "gravity", "rest", "joint_anchor", "turn_axis", "slide_axis", "torque", "thrust", "turn_damping", "slide_damping"},
	}
}

// afloatConfig is jointedConfig for systems with joints of any type.
func afloatConfig(steps int) builder.Config {
	config := jointedConfig(steps)
	config.Fields, config.Joints = append(config.Fields, "joint_type"), 16
	return config
}

// TestJoints: every engine moves joints as package mechanism does, and as the system
// turns and moves along.
func TestJoints(t *testing.T) {
	t.Run("about axes", func(t *testing.T) { testJoints(t, 1, hanging, jointedConfig) })
	t.Run("of any type", func(t *testing.T) { testJoints(t, 2, afloat, afloatConfig) })
}

func testJoints(t *testing.T, seed uint64, bodies hung, jointedConfig func(steps int) builder.Config) {
	m, state, loads, sample := jointedIn(t, seed, 3, bodies)
	in := m.NewIntegrator(state, nil)
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

func testJointOrder(t *testing.T, bodies hung, jointedConfig func(steps int) builder.Config) {
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

// evaluated is what a model makes of a sample, in float64.
func evaluated(t *testing.T, config builder.Config, sample system.Sample) map[string]ir.Tensor {
	model, values := newModel(t, config, false, 1)
	given := predict.Inputs(system.NewBatch([]system.Sample{sample}))
	predict.Match(given, model.Module)
	inputs := map[string]ir.Tensor{}
	for _, all := range []map[string]runtime.Tensor{given.Inputs, run.WithShapes(model, values)} {
		for name, value := range all {
			inputs[name] = runtime.Widen(value)
		}
	}
	outputs, err := ir.Eval(model.Module, inputs, nil)
	require.NoError(t, err)
	return outputs
}

// TestAfloatKeepsMomentum: of bodies afloat, joined to each other, momentum changes by
// gravity alone, in a long step too.
func TestAfloatKeepsMomentum(t *testing.T) {
	m, _, _, sample := jointedIn(t, 1, 3, hung{[]int{-1, 0, 1}, []int{system.Floating, 0, system.OnBall}})
	config := afloatConfig(1)
	moved := evaluated(t, config, sample)
	var off, momentum [3]float64
	for i, mass := range m.Mass {
		for axis, g := range []float64{1, 2, -5} {
			before := float64(sample.Velocity[3*i+axis])
			off[axis] += mass * (moved["velocity"].Float[3*i+axis] - before - g*config.Time)
			momentum[axis] += mass * before
		}
	}
	require.Greater(t, vector.Norm(momentum), 1.0)
	require.Less(t, vector.Norm(off), 1e-5, "of rates that float32 velocities leave")
	t.Logf("%.2g", vector.Norm(off))
}

// TestJointGradients holds the derivatives of a prediction by what acts on joints to
// central differences.
func TestJointGradients(t *testing.T) {
	t.Run("about axes", func(t *testing.T) { testJointGradients(t, hanging, jointedConfig(1)) })
	t.Run("of any type", func(t *testing.T) {
		testJointGradients(t, hung{[]int{-1, 0, 1}, []int{system.Floating, system.OnBall, 0}}, afloatConfig(1))
	})
}

func testJointGradients(t *testing.T, bodies hung, config builder.Config) {
	_, _, _, sample := jointedIn(t, 2, 3, bodies)
	model, _ := newModel(t, config, false, 1)
	inputs := predict.Inputs(system.NewBatch([]system.Sample{sample}))
	predict.Match(inputs, model.Module)
	module := model.Module.Clone()
	require.NoError(t, ir.Extend(module, func(b *ir.Builder) {
		x, v := module.Main.Output("position"), module.Main.Output("velocity")
		b.Output("loss", b.SumRows(b.Add(b.Inner(x, x), b.Mul(b.Inner(v, v), b.Inner(x, v)))))
	}))
	names := []string{"mass", "gravity", "torque", "thrust", "turn_damping", "slide_damping", "position", "velocity"}
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
	const step = 1e-5
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
		require.InDeltaSlice(t, differences.Float, got["grad/"+name].Float, 1e-6*most, name)
	}
}

// TestLearnedJoints: constants by joint, where they begin, are as if they were given.
func TestLearnedJoints(t *testing.T) {
	m, _, _, sample := jointed(t, 3)
	predicted := func(config builder.Config, sample system.Sample) prediction {
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
	mass := builder.Constant{Name: builder.LearnedMass, By: builder.ByJoint, Joints: bodies}
	damping := builder.Constant{Name: builder.LearnedDamping, By: builder.ByJoint, Joints: bodies}
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
	learned.Learn = []builder.Constant{mass, damping}
	learned.Fields = slices.DeleteFunc(slices.Clone(given.Fields), func(name string) bool {
		return name == "mass" || name == "turn_damping" || name == "slide_damping"
	})
	requireClose(t, predicted(given, sample), predicted(learned, sample), fileTolerance)
}

// arm is a robot's arm of seven links that MuJoCo moved.
type arm struct {
	particles, frames     int
	mass, rest            []float32
	gravity               []float32
	joints                []system.Joint
	positions, velocities []float32
	torque                []float32 // [trajectories, frames, joints]
}

func readArm(t testing.TB) (a arm) {
	path := filepath.Join(testenv.Data(t), "mechanics", "arm7.npz")
	require.NoError(t, npz.Open(path, func(file *npz.Archive) error {
		take := func(key string, axes int) ([]float32, []int) {
			values, shape, err := file.Floats(key, slices.Repeat([]npz.Axis{{Size: -1}}, axes)...)
			require.NoError(t, err)
			return values, shape
		}
		var shape []int
		a.positions, shape = take("test_positions", 4)
		a.frames, a.particles = shape[1], shape[2]
		a.velocities, _ = take("test_velocities", 4)
		a.torque, _ = take("test_torque", 3)
		a.mass, _ = take("mass", 1)
		a.rest, _ = take("rest", 2)
		a.gravity, _ = take("gravity", 1)
		anchors, _ := take("joint_anchor", 2)
		axes, _ := take("joint_axis", 2)
		parents, err := file.Ints("joint_parent", npz.Axis{Size: -1})
		require.NoError(t, err)
		bodies, err := file.Ints("bodies", npz.Axis{Size: -1})
		require.NoError(t, err)
		for k, parent := range parents {
			joint := system.Joint{Parent: int(parent), Damping: 0.5}
			for i := range 3 {
				joint.Anchor[i], joint.Axis[i] = float64(anchors[3*k+i]), float64(axes[3*k+i])
			}
			a.joints = append(a.joints, joint)
		}
		for i, body := range bodies {
			a.joints[body].Members = append(a.joints[body].Members, i)
		}
		return nil
	}))
	return a
}

// sample is a frame of a trajectory.
func (a arm) sample(t testing.TB, trajectory, frame int) system.Sample {
	size := 3 * a.particles
	at := (trajectory*a.frames + frame) * size
	s := system.Sample{Position: a.positions[at : at+size], Velocity: a.velocities[at : at+size]}
	require.NoError(t, s.Join(a.rest, a.joints))
	system.Mass.Set(&s, a.mass)
	system.Gravity.Set(&s, a.gravity)
	return a.driven(s, trajectory, frame)
}

// driven is a sample with the torques of a frame.
func (a arm) driven(s system.Sample, trajectory, frame int) system.Sample {
	k := len(a.joints)
	perTrajectory := len(a.torque) / k / (len(a.positions) / (3 * a.particles * a.frames))
	torque := a.torque[(trajectory*perTrajectory+frame)*k:][:k]
	system.Torque.Set(&s, system.OfJoints(a.particles, a.joints, torque))
	return s
}

func armConfig(steps int) builder.Config {
	return builder.Config{
		Model: "gmn-ode", Form: builder.Published, Layers: steps, Hidden: 4, NoCharge: true, Forces: builder.NoForces, Time: 0.02, Depth: 8, Joints: 7, TrueVelocity: true,
		Fields: []string{"mass", "gravity", "rest", "joint_anchor", "turn_axis", "torque", "turn_damping"},
	}
}

// TestArm follows trajectories of MuJoCo in float32, frame by frame from markers to
// markers.
func TestArm(t *testing.T) {
	a := readArm(t)
	for _, c := range []struct {
		steps int
		goals map[int]float64
	}{{1, map[int]float64{20: 1e-3, 60: 2.5e-2}}, {2, map[int]float64{5: 1e-4, 20: 1e-3, 60: 2.5e-2}}} {
		model, values := newModel(t, armConfig(c.steps), false, 1)
		session, err := engines.ForModules().Modes[0].Open(model.Module, run.WithShapes(model, values))
		require.NoError(t, err)
		const trajectories = 10
		squares := map[int]float64{}
		for trajectory := range trajectories {
			s := a.sample(t, trajectory, 0)
			for frame := range a.frames - 1 {
				inputs := predict.Inputs(system.NewBatch([]system.Sample{a.driven(s, trajectory, frame)}))
				predict.Match(inputs, model.Module)
				got, err := session.Run(inputs)
				require.NoError(t, err)
				s.Position, s.Velocity = got["position"].Float, got["velocity"].Float
				for i, x := range a.sample(t, trajectory, frame+1).Position {
					d := float64(x - s.Position[i])
					squares[frame+1] += d * d / float64(a.particles*trajectories)
				}
			}
		}
		for frame, goal := range c.goals {
			t.Logf("%d steps, frame %d: %.2g m", c.steps, frame, math.Sqrt(squares[frame]))
			require.Less(t, math.Sqrt(squares[frame]), goal)
		}
	}
}

func BenchmarkArm(b *testing.B) {
	a := readArm(b)
	model, err := builder.New(armConfig(1), false)
	require.NoError(b, err)
	session, err := engines.ForModules().Modes[0].Open(model.Module, map[string]runtime.Tensor{})
	require.NoError(b, err)
	inputs := predict.Inputs(system.NewBatch([]system.Sample{a.sample(b, 0, 0)}))
	predict.Match(inputs, model.Module)
	for b.Loop() {
		if _, err := session.Run(inputs); err != nil {
			b.Fatal(err)
		}
	}
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
	learned.Learn = []builder.Constant{{Name: builder.LearnedMass, By: builder.ByJoint, Joints: bodies, Start: []float64{1, 2, 3, 4, 5, 6}}}
	ranges := system.MeasureRanges([]system.Sample{sample}, nil)
	for _, config := range []builder.Config{jointedConfig(1), learned} {
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
	in := m.NewIntegrator(state, nil)
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

// TestTooManyJoints: a file has no numbers for a system with more joints than it has room
// for.
func TestTooManyJoints(t *testing.T) {
	_, _, _, sample := jointed(t, 1)
	config := jointedConfig(1)
	config.Joints = 5
	require.ErrorContains(t, run.CheckForests(config, []system.Sample{sample}), "its joints have 6 axes, and the model takes 5")
	model, values := newModel(t, config, false, 1)
	file := forestFile(t, model, values, 8)
	eachFileEngine(t, file, func(t *testing.T, session runtime.Session) {
		got, _, err := predict.NewSystemPredictor(session, fileInputs(t, file)...).Predict([]system.Sample{sample})
		if err == nil {
			for _, x := range got {
				require.True(t, math.IsNaN(float64(x)))
			}
		}
	})
}

// TestFractionalJointType: a file has no numbers for a joint between two types.
func TestFractionalJointType(t *testing.T) {
	_, _, _, sample := jointedIn(t, 1, 3, afloat)
	model, values := newModel(t, afloatConfig(1), false, 1)
	file := forestFile(t, model, values, 8)
	eachFileEngine(t, file, func(t *testing.T, session runtime.Session) {
		for _, between := range []bool{false, true} {
			s, types := sample, slices.Clone(system.JointType.Of(&sample))
			if between {
				for _, i := range s.Objects.Of(system.Body)[3] {
					require.EqualValues(t, system.OnBall, types[i])
					types[i] += 0.5
				}
			}
			system.JointType.Set(&s, types)
			got, err := session.Run(runtime.Batch{Inputs: predict.FileInputs([]system.Sample{s}, fileInputs(t, file))})
			require.NoError(t, err)
			for _, x := range got["predicted_position"].Float {
				require.Equal(t, between, math.IsNaN(float64(x)))
			}
		}
	})
}
