package runtime_test

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets/npz"
	"gmnc/internal/test/testenv"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

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

func armConfig(steps int) config.Config {
	return config.Config{
		Model: "gmn-ode", Form: config.Published, Layers: steps, Hidden: 4, NoCharge: true, Forces: config.NoForces, Time: 0.02, Depth: 8, Joints: 7, TrueVelocity: true,
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
