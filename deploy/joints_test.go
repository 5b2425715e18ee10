package deploy_test

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/deploy"
	"gmnc/export/rolling"
	"gmnc/internal/test/allclose"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// cross are the particles of a body about a point, three of them in a plane and one above it.
var cross = [][3]float32{{0.1, 0, 0}, {-0.1, 0.05, 0}, {0, -0.1, 0}, {0, 0, 0.1}}

// cartPole is a cart that slides along x with a pole that turns about y, from q and rates, in
// a data set that has names.
func cartPole(t *testing.T, q, rate [2]float64) (system.Sample, *datasets.Data) {
	t.Helper()
	var s system.Sample
	var rest []float32
	for _, at := range [][3]float32{{0, 0, 1}, {0, 0, 1.4}} {
		for _, x := range cross {
			rest = append(rest, at[0]+x[0], at[1]+x[1], at[2]+x[2])
		}
	}
	require.NoError(t, s.Join(rest, []system.Joint{
		{Parent: -1, Members: []int{0, 1, 2, 3}, Slides: true, Anchor: [3]float64{0, 0, 1}, Axis: [3]float64{1, 0, 0}, Damping: 0.5},
		{Parent: 0, Members: []int{4, 5, 6, 7}, Anchor: [3]float64{0, 0, 1}, Axis: [3]float64{0, 1, 0}, Damping: 0.1},
	}))
	sin, cos := math.Sincos(q[1])
	for i := range 8 {
		x, y, z := float64(rest[3*i]), float64(rest[3*i+1]), float64(rest[3*i+2])
		vx, vz := rate[0], 0.0
		if i >= 4 {
			x, z = cos*x+sin*(z-1), 1-sin*x+cos*(z-1)
			vx, vz = vx+rate[1]*(z-1), -rate[1]*x
		}
		s.Position = append(s.Position, float32(x+q[0]), float32(y), float32(z))
		s.Velocity = append(s.Velocity, float32(vx), 0, float32(vz))
	}
	system.Mass.Set(&s, slices.Repeat([]float32{0.3}, 8))
	system.Gravity.Set(&s, []float32{0, 0, -9.81})
	system.Torque.Set(&s, make([]float32, 8))
	system.Thrust.Set(&s, make([]float32, 8))
	s.TargetPosition, s.TargetVelocity = s.Position, s.Velocity
	names := []string{"cart 1", "cart 2", "cart 3", "cart 4", "pole 1", "pole 2", "pole 3", "pole 4"}
	data := &datasets.Data{Train: []system.Sample{s}, Test: []system.Sample{s}, About: datasets.About{Names: datasets.Named(names)}}
	return s, data
}

func cartPoleRun(t *testing.T) *run.Run {
	t.Helper()
	config := config.Config{
		Model: "gmn-ode", Form: config.Published, Layers: 2, Hidden: 4, Depth: 4, Joints: 2, Forces: config.NoForces, Messages: config.NoMessages,
		NoCharge: true, TrueVelocity: true, Time: 0.05, Fields: []string{"mass", "gravity", "rest", "joint_anchor", "turn_axis", "slide_axis", "torque", "thrust", "turn_damping", "slide_damping"},
	}
	trained, err := run.New(run.Config{Version: "test", Model: config}, map[string]runtime.Tensor{})
	require.NoError(t, err)
	return trained
}

// TestJoints: a file in joint coordinates moves a cart with a pole as the file of particles
// does, wherever it is, and counts whole turns. Points are where particles are.
func TestJoints(t *testing.T) {
	trained := cartPoleRun(t)
	_, data := cartPole(t, [2]float64{}, [2]float64{})
	exported, err := deploy.ExportWith(t.Context(), trained, deploy.Options{Joints: &deploy.Joints{
		Data: data, Links: true, Points: []artifact.Point{{Name: "tip", Link: "pole", Rest: [3]float64{0.1, 0, 1.4}}, {Name: "away", Link: "cart", Rest: [3]float64{1, 2, 3}}},
	}})
	require.NoError(t, err)
	model, err := artifact.FromFile(exported.File)
	require.NoError(t, err)
	require.Equal(t, "cart slides, pole turns", model.Joints().String())
	_, _, err = model.Open("auto")
	require.ErrorIs(t, err, artifact.ErrJoints)
	verification, err := deploy.VerifyFrom(t.Context(), "m.onnx", exported.File, nil, 7)
	require.NoError(t, err)
	require.NoError(t, verification.Err())

	q, rate, load := [2]float64{0.4, 2.1 + 4*math.Pi}, [2]float64{-0.7, 3}, [2]float32{2, -0.5}
	s, _ := cartPole(t, q, rate)
	system.Thrust.Set(&s, slices.Concat(slices.Repeat([]float32{load[0]}, 4), make([]float32, 4)))
	system.Torque.Set(&s, slices.Concat(make([]float32, 4), slices.Repeat([]float32{load[1]}, 4)))
	predictor, err := artifact.OpenRun(engines.Reference(), trained)
	require.NoError(t, err)
	defer predictor.Close()
	position, velocity, err := predictor.Predict([]system.Sample{s})
	require.NoError(t, err)

	session, err := engines.Bounded().OpenFile(exported.File)
	require.NoError(t, err)
	defer session.Close()
	two := func(x [2]float64) runtime.Tensor {
		return runtime.Floats([]float32{float32(x[0]), float32(x[1])}, 1, 2)
	}
	out, err := session.Run(runtime.Batch{Inputs: map[string]runtime.Tensor{"q": two(q), "rate": two(rate), "torque": runtime.Floats(load[:], 1, 2)}})
	require.NoError(t, err)
	slid := position[0] - 0.1 // of the cart's first particle, of which turns change nothing
	require.InDelta(t, slid, out["next_q"].Float[0], 1e-6)
	require.InDelta(t, velocity[0], out["next_rate"].Float[0], 1e-5)
	after, _ := cartPole(t, [2]float64{float64(out["next_q"].Float[0]), float64(out["next_q"].Float[1])}, [2]float64{float64(out["next_rate"].Float[0]), float64(out["next_rate"].Float[1])})
	allclose.Within(t, position, after.Position, 1e-5)
	allclose.Within(t, velocity, after.Velocity, 1e-4)
	require.InDelta(t, q[1]+0.05*rate[1], out["next_q"].Float[1], 0.05, "whole turns stay")

	require.Equal(t, []int{1, 4, 3}, out["next_points"].Shape)
	points := out["next_points"].Float
	allclose.Within(t, []float32{slid, 0, 1}, points[:3], 1e-5)
	allclose.Within(t, points[:3], points[3:6], 1e-5, "the joint of the pole is on the cart")
	allclose.Within(t, position[12:15], points[6:9], 1e-5)
	allclose.Within(t, []float32{slid + 1, 2, 3}, points[9:], 1e-4)
}

// runsLoops reports whether a runtime at hand has a Loop.
func runsLoops() bool {
	return slices.ContainsFunc(engines.All(), func(e runtime.Engine) bool { return e.Loops && e.Available() == nil })
}

// TestJointFiles: files of many steps and with gradients are what they are checked to be, before
// they are written and again.
func TestJointFiles(t *testing.T) {
	trained := cartPoleRun(t)
	trained.Config.Model.Layers = 1
	_, data := cartPole(t, [2]float64{}, [2]float64{})
	for name, o := range map[string]deploy.Options{
		"steps":     {Rollout: &rolling.Rollout{Steps: 2}, Joints: &deploy.Joints{Links: true}},
		"loop":      {Rollout: &rolling.Rollout{}, Joints: &deploy.Joints{Links: true}},
		"gradients": {Gradients: []string{"q", "rate", "torque", "gravity"}, Joints: &deploy.Joints{}},
		"links":     {Gradients: []string{"q", "rate", "torque", "gravity"}, Joints: &deploy.Joints{Links: true}},
		"through":   {Gradients: []string{"torque", "gravity", "q"}, Rollout: &rolling.Rollout{Steps: 3}, Joints: &deploy.Joints{Links: true}},
		"any":       {Gradients: []string{"torque"}, Rollout: &rolling.Rollout{}, Joints: &deploy.Joints{}},
	} {
		t.Run(name, func(t *testing.T) {
			if !runsLoops() && (o.Rollout != nil && (o.Rollout.Steps == 0 || o.Gradients != nil)) {
				t.Skip("no runtime at hand has a Loop")
			}
			o.Joints.Data = data
			exported, err := deploy.ExportWith(t.Context(), trained, o)
			require.NoError(t, err)
			path := filepath.Join(t.TempDir(), "m.onnx")
			require.NoError(t, os.WriteFile(path, exported.File, 0o666))
			robot, err := artifact.OpenRobot(path)
			if o.Rollout != nil {
				require.ErrorContains(t, err, "without --rollout")
			} else if name == "links" {
				require.NoError(t, err)
				require.NoError(t, robot.Close())
			}
			if name != "steps" && name != "links" || testing.Short() {
				return
			}
			v, err := deploy.VerifyFrom(t.Context(), "m.onnx", exported.File, nil, 3)
			require.NoError(t, err)
			require.NoError(t, v.Err())
			if name == "links" {
				other, err := deploy.VerifyFrom(t.Context(), "m.onnx", exported.File, nil, 4)
				require.NoError(t, err)
				require.NotEqual(t, v.Runtimes, other.Runtimes, "on other states")
			}
		})
	}
}

// TestWrongJoints: what a file in joint coordinates can't be is an error that says why.
func TestWrongJoints(t *testing.T) {
	_, data := cartPole(t, [2]float64{}, [2]float64{})
	pushed, pushedData := cartPole(t, [2]float64{}, [2]float64{})
	system.Force.Set(&pushed, slices.Repeat([]float32{1}, 24))
	pushedData.Train = []system.Sample{pushed}
	pushedRun := cartPoleRun(t)
	pushedRun.Config.Model.Fields = append(pushedRun.Config.Model.Fields, "force")
	for _, c := range []struct {
		run     *run.Run
		options deploy.Options
		want    string
	}{
		{cartPoleRun(t), deploy.Options{Joints: &deploy.Joints{Data: data, Points: []artifact.Point{{Name: "tip", Link: "arm"}}}}, `tip is of the link of "arm", and there is none: the joints are cart slides, pole turns`},
		{cartPoleRun(t), deploy.Options{Joints: &deploy.Joints{Data: data}, Gradients: []string{"mass"}}, "mass: a file in joint coordinates has no such input; choose of q, rate, torque, gravity"},
		{cartPoleRun(t), deploy.Options{Joints: &deploy.Joints{Data: data}, Topology: data}, "goes with neither"},
		{pushedRun, deploy.Options{Joints: &deploy.Joints{Data: pushedData}}, "forces act on single particles in sample 0 of all"},
	} {
		_, err := deploy.ExportWith(t.Context(), c.run, c.options)
		require.ErrorContains(t, err, c.want)
	}
}

// TestFlatLink: a point off the plane of all particles of its link is an error, and one in it
// is not.
func TestFlatLink(t *testing.T) {
	before := cross[3]
	cross[3] = [3]float32{0.1, 0.1, 0}
	defer func() { cross[3] = before }()
	_, data := cartPole(t, [2]float64{}, [2]float64{})
	for z, want := range map[float64]string{1.4: "", 1.41: "tip is 0.0"} {
		_, err := deploy.ExportWith(t.Context(), cartPoleRun(t), deploy.Options{Joints: &deploy.Joints{Data: data, Points: []artifact.Point{{Name: "tip", Link: "pole", Rest: [3]float64{3, 1, z}}}}})
		if want == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, want)
		}
	}
}

// TestTopologyOfRobot: a robot's file with its topology inside takes what moves and what acts,
// and no other robot.
func TestTopologyOfRobot(t *testing.T) {
	s, data := cartPole(t, [2]float64{0.1, 0.2}, [2]float64{1, 1})
	exported, err := deploy.ExportWith(t.Context(), cartPoleRun(t), deploy.Options{Topology: data})
	require.NoError(t, err)
	signature, err := artifact.ReadSignature(exported.File)
	require.NoError(t, err)
	require.ElementsMatch(t, []string{"position", "velocity", "torque", "thrust"}, signature.Inputs)
	model, err := artifact.FromFile(exported.File)
	require.NoError(t, err)
	require.NoError(t, model.Check([]system.Sample{s}))
	other := s
	system.Mass.Set(&other, slices.Repeat([]float32{0.4}, 8))
	require.ErrorContains(t, model.Check([]system.Sample{other}), "sample 0 has another mass than the model has inside (particle 0: [0.4]; inside: particle 0: [0.3])")
	v, err := deploy.VerifyFrom(t.Context(), "m.onnx", exported.File, nil, 3)
	require.NoError(t, err)
	require.NoError(t, v.Err())

	tilted := s
	system.Gravity.Set(&tilted, []float32{0, 1, -9.8})
	data.Test = []system.Sample{tilted}
	file, err := deploy.Unmeasured(cartPoleRun(t), deploy.Options{Topology: data})
	require.NoError(t, err)
	signature, err = artifact.ReadSignature(file)
	require.NoError(t, err)
	require.Contains(t, signature.Inputs, "gravity")
}
