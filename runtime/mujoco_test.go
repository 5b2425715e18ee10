package runtime_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/mujoco"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// muJoCoGoal is how many steps a model makes in a frame of 10 ms, and by how much positions (in
// m) and velocities (in m/s) may then be off MuJoCo's: what float32 and steps of fourth order leave. Stops,
// whose time is 19 ms, take shorter steps; they take hold of a joint softly, where MuJoCo's turn a rate of 1 rad/s around at once.
//
// Where a joint turns back, friction falls from the rate at which joints rest, 1e-3 rad/s in frames of
// 10 ms (articulated.Still). That leaves 5e-4 m/s; at a hundredth of this rate, 16 steps leave 2e-5.
type muJoCoGoal struct {
	steps       int
	off, faster float64
}

var (
	muJoCoGoals = map[bool]muJoCoGoal{false: {1, 3e-6, 2e-5}, true: {4, 1.5e-3, 0.12}}
	turningBack = muJoCoGoal{1, 5e-6, 8e-4}
)

// TestMuJoCo: every engine in every mode, and every engine's file, moves joints as MuJoCo does: of
// each kind, with dampings, rotors, frictions and stops.
func TestMuJoCo(t *testing.T) {
	for _, name := range mujoco.Names {
		t.Run(name, func(t *testing.T) {
			r := mujoco.Read(t, name)
			var samples []system.Sample
			var want prediction
			for frame := range len(r.Q) - 1 {
				samples = append(samples, r.Sample(t, frame))
				x, v := r.Particles(t, frame+1)
				want.position, want.velocity = append(want.position, x...), append(want.velocity, v...)
			}
			goal := muJoCoGoals[system.StopTime.Of(&samples[0]) != nil]
			if name == "friction_turning_back" {
				goal = turningBack
			}
			hold := func(t *testing.T, predictor predict.Predictor) {
				got := predictions(t, predictor, samples)
				most, fastest := apart(want.position, got.position), apart(want.velocity, got.velocity)
				t.Logf("off by %.2g, velocities by %.2g", most, fastest)
				require.Less(t, most, goal.off)
				require.Less(t, fastest, goal.faster)
			}
			model, values := newModel(t, mujocoConfig(r, samples[0], goal.steps), false, 1)
			for _, engine := range engines.All() {
				for _, mode := range engine.Modes {
					t.Run(engine.Name+mode.Name, func(t *testing.T) {
						session, err := mode.Open(model.Module, run.WithShapes(model, values))
						require.NoError(t, err)
						hold(t, predict.NewRowPredictor(predict.ForModule(session, model.Module), false))
					})
				}
			}
			file := forestFile(t, model, values, 8)
			eachFileEngine(t, file, func(t *testing.T, session runtime.Session) {
				hold(t, predict.NewSystemPredictor(session, fileInputs(t, file)...))
			})
		})
	}
}

// TestLongMuJoCo: predictions that begin where the one before ended go where MuJoCo goes for 5 s, but for
// what rounding to float32 grows to.
func TestLongMuJoCo(t *testing.T) {
	for name, goal := range map[string]float64{"double_pendulum_long": 8e-4, "cart_pole_long": 1e-6, "quadruped_long": 3e-4} {
		t.Run(name, func(t *testing.T) {
			r := mujoco.Read(t, name)
			s := r.Sample(t, 0)
			model, values := newModel(t, mujocoConfig(r, s, 10), false, 1)
			session, err := engines.ForModules().Modes[0].Open(model.Module, run.WithShapes(model, values))
			require.NoError(t, err)
			predictor := predict.NewRowPredictor(predict.ForModule(session, model.Module), false)
			most, last := 0.0, len(r.Q)-1
			for frame := range last {
				driven := r.Sample(t, frame)
				driven.Position, driven.Velocity = s.Position, s.Velocity
				got := predictions(t, predictor, []system.Sample{driven})
				s.Position, s.Velocity = got.position, got.velocity
				want, _ := r.Particles(t, frame+1)
				most = max(most, apart(want, s.Position))
			}
			t.Logf("off by %.2g m", most)
			require.Less(t, most, goal)
		})
	}
}

// apart is by how much values differ at most.
func apart(values, others []float32) (most float64) {
	for i, value := range values {
		most = max(most, math.Abs(float64(value-others[i])))
	}
	return most
}

// mujocoConfig is a model of a recording, given all fields that it has.
func mujocoConfig(r mujoco.Recording, s system.Sample, steps int) config.Config {
	config := jointedConfig(steps)
	config.Time, config.Fields, config.Joints = r.Frame, nil, len(r.Rates[0])
	for _, f := range system.Fields() {
		if f.Of(&s) != nil && !f.IsState() {
			config.Fields = append(config.Fields, f.Name)
		}
	}
	return config
}
