package deploy_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/joints"
	"gmnc/deploy"
	"gmnc/export/rolling"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/mujoco"
	"gmnc/internal/test/recorded"
	"gmnc/runtime"
	"gmnc/runtime/engines"
)

// TestJointsOfMuJoCo: files in joint coordinates take MuJoCo's own, of joints of every type, with dampings,
// rotors, frictions and stops, and return what MuJoCo has after a frame. Stops take shorter steps, and take
// hold of a joint softly, where MuJoCo's turn its rate around at once. Friction falls from the rate at which
// joints rest, 1e-3 rad/s here, where a joint turns back. Of files with stops, one is measured as an
// export does, against the interpreter; files without stops are as near to MuJoCo.
func TestJointsOfMuJoCo(t *testing.T) {
	for _, name := range mujoco.Names {
		t.Run(name, func(t *testing.T) {
			r := mujoco.Read(t, name)
			trained, data := recorded.Run(t, r)
			near, slow := 5e-6, 1e-4 // rad or m, and in a second
			if slices.ContainsFunc(r.Bodies, func(b mujoco.Body) bool { return b.Limits[0] < b.Limits[1] }) {
				trained.Config.Model.Layers, near, slow = 4, 4e-3, 0.4
			}
			if name == "friction_turning_back" {
				near, slow = 2e-5, 5e-3
			}
			options := deploy.Options{Joints: &deploy.Joints{Data: data, Links: true}}
			file, err := deploy.Unmeasured(trained, options)
			require.NoError(t, err)
			if name == "limits" {
				exported, err := deploy.ExportWith(t.Context(), trained, options)
				require.NoError(t, err)
				file = exported.File
			}
			model, err := artifact.FromFile(file)
			require.NoError(t, err)
			about := model.Joints()
			require.Len(t, about.Columns.Q, len(r.Q[0]))
			require.Len(t, about.Columns.Rate, len(r.Rates[0]))
			frames := len(r.Q) - 1
			var q, rate, torque, wantQ, wantRate []float32
			narrow := func(values []float64) (all []float32) {
				for _, x := range values {
					all = append(all, float32(x))
				}
				return all
			}
			for frame := range frames {
				q, rate = append(q, narrow(r.Q[frame])...), append(rate, narrow(r.Rates[frame])...)
				wantQ, wantRate = append(wantQ, narrow(r.Q[frame+1])...), append(wantRate, narrow(r.Rates[frame+1])...)
				rates := 0
				for b, body := range r.Bodies {
					if body.Axis != nil {
						torque = append(torque, float32(r.Loads[frame/r.Each][rates]))
						rates++
					} else {
						rates += len(joints.CoordinateColumns(about.Type(b))["rate"])
					}
				}
			}
			inputs := map[string]runtime.Tensor{"q": runtime.Floats(q, frames, len(r.Q[0])), "rate": runtime.Floats(rate, frames, len(r.Rates[0]))}
			if columns := len(about.Columns.Torque); columns > 0 {
				inputs["torque"] = runtime.Floats(torque, frames, columns)
			}
			for _, engine := range engines.All() {
				if engine.OpenFile == nil || engine.Available() != nil {
					continue
				}
				session, err := engine.OpenFile(file)
				require.NoError(t, err)
				out, err := session.Run(runtime.Batch{Inputs: inputs})
				require.NoError(t, err)
				require.NoError(t, session.Close())
				off := func(want, got []float32) (most float64) {
					require.Len(t, got, len(want))
					for i, x := range want {
						most = max(most, math.Abs(float64(x-got[i])))
					}
					return most
				}
				most, fastest := off(wantQ, out["next_q"].Float), off(wantRate, out["next_rate"].Float)
				t.Logf("%s: %v off by %.2g, rates by %.2g", engine.Name, about, most, fastest)
				require.Less(t, most, near)
				require.Less(t, fastest, slow)
			}
		})
	}
}

// tossed is a body that floats, alone.
func tossed() mujoco.Recording {
	return mujoco.Recording{
		Frame: 0.01, Each: 1, Gravity: [3]float64{0, 0, -9.81}, Mass: []float64{0.1, 0.2, 0.3, 0.4},
		Bodies: []mujoco.Body{{Type: "free", Parent: -1, Anchor: [3]float64{1, 2, 3}}},
		Rest:   [][3]float64{{1.1, 2, 3}, {0.9, 2.05, 3}, {1, 1.9, 3}, {1, 2, 3.1}},
		Loads:  [][]float64{make([]float64, 6)}, Q: [][]float64{{1, 2, 3, 1, 0, 0, 0}}, Rates: [][]float64{make([]float64, 6)},
	}
}

// TestAnyJointFiles: files of ball joints and bodies that float make many steps, and have gradients
// by all that they take. Each is held to the float64 interpreter before it is written, and its
// gradients to finite differences.
func TestAnyJointFiles(t *testing.T) {
	for name, o := range map[string]deploy.Options{
		"steps":     {Rollout: &rolling.Rollout{Steps: 2}, Joints: &deploy.Joints{Links: true}},
		"gradients": {Gradients: []string{"q", "rate", "torque", "gravity"}, Joints: &deploy.Joints{}},
		"afloat":    {Rollout: &rolling.Rollout{Steps: 2}, Joints: &deploy.Joints{}},
		"through":   {Gradients: []string{"q", "rate"}, Rollout: &rolling.Rollout{Steps: 2}, Joints: &deploy.Joints{}},
	} {
		t.Run(name, func(t *testing.T) {
			if o.Gradients != nil && o.Rollout != nil && !runsLoops() {
				t.Skip("no runtime at hand has a Loop")
			}
			r := tossed()
			if name == "steps" || name == "gradients" {
				r = mujoco.Read(t, "balls")
			}
			trained, data := recorded.Run(t, r)
			o.Joints.Data = data
			exported, err := deploy.ExportWith(t.Context(), trained, o)
			require.NoError(t, err)
			if name == "afloat" {
				verification, err := deploy.VerifyFrom(t.Context(), "m.onnx", exported.File, nil, 3)
				require.NoError(t, err)
				require.NoError(t, verification.Err())
			}
		})
	}
	trained, data := recorded.Run(t, tossed())
	_, err := deploy.ExportWith(t.Context(), trained, deploy.Options{Gradients: []string{"torque"}, Joints: &deploy.Joints{Data: data}})
	require.ErrorContains(t, err, "torque: no joint of the robot has an axis, and the file takes no torque")
}

// TestTurnsOfAnyJoint: a quaternion of another length than 1 gives no numbers for its system alone, and
// its length counts nothing within the bound. A joint with an axis beside ball joints counts whole turns.
func TestTurnsOfAnyJoint(t *testing.T) {
	r := mujoco.Read(t, "balls")
	trained, data := recorded.Run(t, r)
	file, err := deploy.Unmeasured(trained, deploy.Options{Joints: &deploy.Joints{Data: data}})
	require.NoError(t, err)
	session, err := engines.Bounded().OpenFile(file)
	require.NoError(t, err)
	defer session.Close()
	var q []float32
	for _, length := range []float64{1, 1.002, 0.998, 1.0004} {
		at := slices.Clone(r.Q[3])
		for i := range 4 {
			at[i] *= length
		}
		for _, x := range at {
			q = append(q, float32(x))
		}
	}
	const turns = 6 * math.Pi
	q = append(q, q[:9]...)
	q[len(q)-1] += turns
	out, err := session.Run(runtime.Batch{Inputs: map[string]runtime.Tensor{
		"q": runtime.Floats(q, 5, 9), "rate": runtime.Floats(make([]float32, 5*7), 5, 7), "torque": runtime.Floats(make([]float32, 5), 5, 1),
	}})
	require.NoError(t, err)
	next := slices.Collect(slices.Chunk(out["next_q"].Float, 9))
	for _, wrong := range []int{1, 2} {
		for _, x := range next[wrong] {
			require.True(t, math.IsNaN(float64(x)))
		}
	}
	allclose.Within(t, next[0], next[3], 1e-6)
	next[4][8] -= turns
	allclose.Within(t, next[0], next[4], 1e-5)
}
