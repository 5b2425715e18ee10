package runtime_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/builder/config"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
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
	d := drawn{random: rand.New(rand.NewPCG(seed, 9))}
	d.Gravity = r3.Vec{X: 1, Y: 2, Z: -5}
	for number, parent := range bodies.parents {
		d.body(parent, bodies.types[number], dimensions)
	}
	made, err := mechanism.New(d.Mechanism)
	require.NoError(t, err)
	state, loads := d.motion(made)
	var s system.Sample
	s.Position, s.Velocity = particles(made.NewIntegrator(state))
	require.NoError(t, s.Join(d.rest, d.joints))
	system.Mass.Set(&s, d.mass)
	system.Gravity.Set(&s, []float32{1, 2, -5})
	system.Torque.Set(&s, system.OfJoints(len(d.Rest), d.joints, d.torque))
	system.Thrust.Set(&s, system.OfJoints(len(d.Rest), d.joints, d.thrust))
	return made, state, loads, s
}

// drawn is a mechanism that is drawn body by body, and what samples have of it.
type drawn struct {
	mechanism.Mechanism
	random         *rand.Rand
	joints         []system.Joint
	rest, mass     []float32
	torque, thrust []float32 // of joints
}

func (d *drawn) normal() r3.Vec {
	return r3.Vec{X: d.random.NormFloat64(), Y: d.random.NormFloat64(), Z: d.random.NormFloat64()}
}

// joint is a joint of a type: of joints with an axis the third slides.
func (d *drawn) joint(parent, ofType int, anchor r3.Vec) (mechanism.Joint, system.Joint) {
	slides := len(d.joints) == 2 && ofType == system.OnAxis
	own := system.Joint{Parent: parent, Type: ofType, Slides: slides, Damping: d.random.Float64(), Anchor: [3]float64{anchor.X, anchor.Y, anchor.Z}}
	axis := r3.Unit(d.normal())
	var joint mechanism.Joint
	switch ofType {
	case system.OnBall:
		joint = mechanism.Ball()
	case system.Floating:
		joint, own.Damping = mechanism.Free(), 0
	default:
		own.Axis = [3]float64{axis.X, axis.Y, axis.Z}
		if joint = mechanism.Revolute(axis); slides {
			joint = mechanism.Prismatic(axis)
		}
	}
	joint.Damping = own.Damping
	return joint, own
}

// body adds a body of five particles on a joint.
func (d *drawn) body(parent, ofType, dimensions int) {
	anchor := d.normal()
	joint, own := d.joint(parent, ofType, anchor)
	along := []r3.Vec{d.normal(), d.normal(), d.normal()}[:dimensions]
	for range 5 {
		own.Members = append(own.Members, len(d.Rest))
		x := anchor
		for _, direction := range along {
			x = r3.Add(x, r3.Scale(d.random.NormFloat64(), direction))
		}
		mass := 0.5 + d.random.Float64()
		d.Rest, d.Mass = append(d.Rest, x), append(d.Mass, mass)
		d.rest, d.mass = append(d.rest, float32(x.X), float32(x.Y), float32(x.Z)), append(d.mass, float32(mass))
	}
	d.joints = append(d.joints, own)
	d.Bodies = append(d.Bodies, mechanism.Body{Joint: joint, Parent: parent, Anchor: anchor, Members: own.Members})
}

// motion draws how joints have turned and slid, their rates, and loads about their axes.
func (d *drawn) motion(m *mechanism.Mechanism) (state mechanism.State, loads []float64) {
	state, loads = m.AtRest(), make([]float64, m.Rates())
	d.torque, d.thrust = make([]float32, len(d.joints)), make([]float32, len(d.joints))
	for number, joint := range d.joints {
		first, end := m.RatesOf(number)
		for rate := first; rate < end; rate++ {
			state.Rates[rate] = d.random.NormFloat64()
		}
		if joint.Type == system.Floating {
			state.Slides[number] = d.normal()
		}
		if joint.Type != system.OnAxis {
			state.Turns[number] = quat.Number(r3.NewRotation(2*d.random.NormFloat64(), d.normal()))
			continue
		}
		m.SetAngle(state, number, 2*d.random.NormFloat64())
		loads[first] = d.random.NormFloat64()
		if joint.Slides {
			d.thrust[number] = float32(loads[first])
		} else {
			d.torque[number] = float32(loads[first])
		}
	}
	return state, loads
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

func jointedConfig(steps int) config.Config {
	return config.Config{
		Model: "gmn-ode", Form: config.Published, Layers: steps, Hidden: 4, NoCharge: true, Forces: config.NoForces, Time: 0.1, Depth: 8, Joints: 6, TrueVelocity: true,
		Fields: []string{"mass", "gravity", "rest", "joint_anchor", "turn_axis", "slide_axis", "torque", "thrust", "turn_damping", "slide_damping"},
	}
}

// afloatConfig is jointedConfig for systems with joints of any type.
func afloatConfig(steps int) config.Config {
	config := jointedConfig(steps)
	config.Fields, config.Joints = append(config.Fields, "joint_type"), 16
	return config
}

// predictedBy is what a model of a configuration predicts of a sample by an engine.
func predictedBy(t *testing.T, engine runtime.Engine, config config.Config, sample system.Sample) prediction {
	t.Helper()
	model, values := newModel(t, config, false, 1)
	session, err := engine.Modes[0].Open(model.Module, run.WithShapes(model, values))
	require.NoError(t, err)
	return predictions(t, predict.NewRowPredictor(predict.ForModule(session, model.Module), false), []system.Sample{sample})
}

// evaluated is what a model makes of a sample, in float64.
func evaluated(t *testing.T, config config.Config, sample system.Sample) map[string]ir.Tensor {
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
