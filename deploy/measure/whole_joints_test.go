package measure

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/export"
	"gmnc/export/rolling"
	"gmnc/internal/test/mujoco"
	"gmnc/internal/test/recorded"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// pendulum returns the joint model of a double pendulum, its run and its file.
func pendulum(t *testing.T, gradients []string, rollout *rolling.Rollout) (*JointModel, *run.Run, []byte) {
	t.Helper()
	trained, data := recorded.Run(t, mujoco.Read(t, "double_pendulum"))
	j, err := JointModelOf(trained, &Joints{Data: data, Links: true}, gradients, rollout)
	require.NoError(t, err)
	info, err := artifact.Info(trained)
	require.NoError(t, err)
	if rollout != nil {
		info.Rollout = &rolling.Rollout{Steps: rollout.Steps, PerFrame: []string{system.LoadInput}}
	}
	topology, err := json.Marshal(j.Inside)
	require.NoError(t, err)
	info.Baked, info.Metadata[artifact.TopologyKey] = BakedInputs(j.Inside, true), string(topology)
	require.NoError(t, j.Describe(&info))
	require.Nil(t, info.Baked, "the coordinates have the constants")
	require.Contains(t, info.Doc, "gmn-ode: how far and how fast the joints of a robot turn or slide")
	require.Contains(t, info.Metadata, artifact.JointsKey)
	file, err := export.Model(j.Module, trained.Floats(), info)
	require.NoError(t, err)
	return j, trained, file
}

// TestFilesOfJoints: a file of joints is measured by states, alone, with wrong ones and on threads. The
// same model is found in the file.
func TestFilesOfJoints(t *testing.T) {
	bounded := engines.Bounded()
	threaded := bounded
	threaded.OpenFileThreads = func(file []byte, _ int) (runtime.Session, error) { return bounded.OpenFile(file) }
	for name, c := range map[string]struct {
		gradients []string
		rollout   *rolling.Rollout
		engine    runtime.Engine
		want      []string
	}{
		"one step":   {nil, nil, bounded, []string{verify.Agreement, Alone, verify.Faults}},
		"on threads": {nil, nil, threaded, []string{verify.Agreement, Alone, verify.Faults, verify.Threads}},
		"gradients":  {[]string{"q"}, nil, bounded, []string{verify.Agreement, Alone, verify.Faults}},
		"two steps":  {nil, &rolling.Rollout{Steps: 2}, bounded, []string{verify.Agreement, Alone, verify.Faults}},
	} {
		j, trained, file := pendulum(t, c.gradients, c.rollout)
		m, err := j.Measurement(Amount{inside: 3, seed: 1})
		require.NoError(t, err, name)
		signature, err := artifact.ReadSignature(file)
		require.NoError(t, err, name)
		found, err := m.in(c.engine, file, signature)
		require.NoError(t, err, name)
		require.Equal(t, c.want, kinds(found), name)

		model, err := artifact.FromFile(file)
		require.NoError(t, err, name)
		again, err := JointModelOfFile(model, trained)
		require.NoError(t, err, name)
		require.Equal(t, [2]any{j.steps, j.loops}, [2]any{again.steps, again.loops}, name)
		require.Equal(t, j.gradients, again.gradients, name)
		require.Equal(t, j.Joints.Names, again.Joints.Names, name)

		for _, values := range m.reference {
			values[0]++
		}
		_, err = m.in(c.engine, file, signature)
		require.ErrorContains(t, err, verify.Agreement, name)
		c.engine.OpenFile = func([]byte) (runtime.Session, error) { return nil, errFails }
		_, err = m.in(c.engine, file, signature)
		require.EqualError(t, err, "the file does not load: no memory", name)
	}
}

// TestAmountsOfStates: fewer states are drawn for many steps and for gradients, and two at least.
func TestAmountsOfStates(t *testing.T) {
	for _, c := range []struct {
		gradients           []string
		steps, inside, want int
	}{{nil, 0, 10, 10}, {nil, 5, 20, 4}, {[]string{"q"}, 0, 30, 3}, {nil, 0, 1, 2}} {
		j, _, _ := pendulum(t, c.gradients, nil)
		j.steps = c.steps
		m, err := j.Measurement(Amount{inside: c.inside, seed: 1})
		require.NoError(t, err)
		require.Equal(t, c.want, m.states.count, "%+v", c)
	}
}

// TestAllOfJoints: the end of the context is no finding, joints limit nothing, and of a file of many
// nodes three steps are run.
func TestAllOfJoints(t *testing.T) {
	j, _, file := pendulum(t, nil, nil)
	m, err := j.Measurement(Amount{inside: 3, seed: 1})
	require.NoError(t, err)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	measured, _, err := m.All(ended, file)
	require.ErrorIs(t, err, context.Canceled)
	require.Empty(t, measured)
	_, _, err = m.All(t.Context(), file[:9])
	require.ErrorContains(t, err, "not an ONNX model, or a damaged or cut-short one")
	text, err := m.CountLimited(nil, "")
	require.NoError(t, err)
	require.Empty(t, text)

	j, _, file = pendulum(t, nil, &rolling.Rollout{Steps: 5})
	m, err = j.Measurement(Amount{inside: 2, seed: 1})
	require.NoError(t, err)
	all, err := m.stepsToRun(file)
	require.NoError(t, err)
	require.Equal(t, 5, all)
	defer WithMostNodes(1)()
	few, err := m.stepsToRun(file)
	require.NoError(t, err)
	require.Equal(t, 3, few)
	_, err = m.stepsToRun(file[:9])
	require.ErrorContains(t, err, "not an ONNX model, or a damaged or cut-short one")
}

// TestPartsOfManyNodes: of a file of many nodes three steps are run, of which the first is a part of its
// own. Other files are whole.
func TestPartsOfManyNodes(t *testing.T) {
	whole := files{run: small(t)}.parts(t)
	require.Equal(t, whole.whole.file, whole.first.file)
	require.Zero(t, whole.compared)
	rolls := files{run: small(t), rollout: &rolling.Rollout{Steps: 5}}
	p := rolls.parts(t)
	require.Equal(t, []int{5, 1, 0}, []int{p.whole.signature.Steps, p.first.signature.Steps, p.compared})
	nodes, err := nodesOf(p.whole.file)
	require.NoError(t, err)
	one, err := nodesOf(p.first.file)
	require.NoError(t, err)
	require.Greater(t, nodes, 2*one)
	_, err = nodesOf([]byte("x"))
	require.ErrorContains(t, err, "not an ONNX model, or a damaged or cut-short one")
	defer WithMostNodes(1)()
	p = rolls.parts(t)
	require.Equal(t, []int{3, 1, 2}, []int{p.whole.signature.Steps, p.first.signature.Steps, p.compared})
	require.Less(t, len(p.first.file), len(p.whole.file))
	found, err := p.in(engines.Bounded())
	require.NoError(t, err)
	require.Equal(t, []verify.Tried{{Count: 2, Of: "later steps"}}, found[len(found)-1].Tried)
}

// TestPullbacksOfFiles: the gradients of a file are those that it names, through its steps if it rolls.
func TestPullbacksOfFiles(t *testing.T) {
	trained := small(t)
	pull, err := NewPullback(trained, []string{"velocity"}, nil)
	require.NoError(t, err)
	through, err := NewPullback(trained, []string{"velocity"}, &rolling.Rollout{})
	require.NoError(t, err)
	for _, f := range []files{{run: trained}, {run: trained, pull: pull}, {run: trained, pull: through, rollout: &rolling.Rollout{}}} {
		model, err := artifact.FromFile(f.parts(t).whole.file)
		require.NoError(t, err)
		got, err := PullbackOf(model, trained)
		require.NoError(t, err)
		require.Equal(t, f.pull == nil, got == nil)
		if got != nil {
			require.Equal(t, f.pull.Names, got.Names)
			require.Equal(t, [2]any{f.pull.steps, f.pull.loops}, [2]any{got.steps, got.loops})
		}
	}
}

// TestJointsOfData: a robot has the points that are asked for after those of its links, and the ranges
// of its joints in the training data.
func TestJointsOfData(t *testing.T) {
	trained, data := recorded.Run(t, mujoco.Read(t, "double_pendulum"))
	trained.Config.Data = new(run.DataInfo)
	trained.Config.Data.Describe(data)
	tip := artifact.Point{Name: "tip", Link: "linkB", Rest: [3]float64{0, 0, 0}}
	j, err := JointModelOf(trained, &Joints{Data: data, Links: true, Points: []artifact.Point{tip}}, nil, nil)
	require.NoError(t, err)
	require.Len(t, j.Joints.Points, 3)
	require.Equal(t, tip, j.Joints.Points[2])
	require.Len(t, j.coordinates.Points, 3)
	require.Len(t, j.Joints.Ranges, 2)
	require.Equal(t, "linkA", j.Joints.Ranges[0].Joint)
	j, err = JointModelOf(trained, &Joints{Data: data}, nil, nil)
	require.NoError(t, err)
	require.Empty(t, j.Joints.Points)
	tip.Link = "arm"
	_, err = JointModelOf(trained, &Joints{Data: data, Points: []artifact.Point{tip}}, nil, nil)
	require.ErrorContains(t, err, `tip is of the link of "arm", and there is none`)
}
