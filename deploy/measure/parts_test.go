package measure

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/export/rolling"
	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/runtime"
	"gmnc/runtime/engines"
)

// TestStepsToRun: all steps of a file of 10,000 nodes are run, of a larger one as many as have
// 10,000 nodes, and three at least; all again where later steps differ.
func TestStepsToRun(t *testing.T) {
	for _, c := range []struct{ steps, nodes, want int }{
		{50, 10000, 50}, {50, 10001, 49}, {50, 20000, 25}, {50, 100000, 5}, {50, 125000, 4}, {50, 400000, 3}, {4, 40000, 3}, {3, 40000, 3}, {2, 40000, 2}, {2, 0, 2},
	} {
		require.Equal(t, c.want, stepsToRun(c.steps, c.nodes, func(pattern int) error {
			require.Equal(t, c.want, pattern)
			return nil
		}), "%d steps of %d nodes", c.steps, c.nodes)
		require.Equal(t, c.steps, stepsToRun(c.steps, c.nodes, func(int) error { return errors.New("they differ") }))
	}
}

// TestJointsUpToSteps: the first steps of a file in joint coordinates are held against the first
// of all outputs, under the first torques.
func TestJointsUpToSteps(t *testing.T) {
	m := &jointsMeasurement{
		JointModel: &JointModel{steps: 4},
		states:     jointStates{count: 1, torque: [][]float64{{1}, {2}, {3}, {4}}},
		reference:  map[string][]float64{"q_path": {1, 2, 3, 4}, "points_path": {1, 2, 3, 4, 5, 6, 7, 8}},
	}
	first := m.upTo(3)
	require.Equal(t, 3, first.steps)
	require.Equal(t, [][]float64{{1}, {2}, {3}}, first.states.torque)
	require.Equal(t, map[string][]float64{"q_path": {1, 2, 3}, "points_path": {1, 2, 3, 4, 5, 6}}, first.reference)
	require.Equal(t, 4, m.steps, "the whole stays")
}

// TestStepsOfJointsToRun: gradients and Loops are measured whole, and one step, which has no
// steps, as it is.
func TestStepsOfJointsToRun(t *testing.T) {
	for _, j := range []JointModel{{steps: 5, loops: true}, {steps: 5, gradients: []string{"q"}}} {
		steps, err := (&jointsMeasurement{JointModel: &j}).stepsToRun(nil)
		require.NoError(t, err)
		require.Equal(t, 5, steps)
	}
	steps, err := (&jointsMeasurement{JointModel: &JointModel{}}).stepsToRun(nil)
	require.NoError(t, err)
	require.Zero(t, steps)
}

// TestPartsThatFail: a part that does not load breaks what it promises, and what is no file has no parts
// and no nodes.
func TestPartsThatFail(t *testing.T) {
	failing := runtime.Engine{
		OpenFile:        func([]byte) (runtime.Session, error) { return nil, errFails },
		OpenFileThreads: func([]byte, int) (runtime.Session, error) { return nil, errFails },
	}
	p := part{Measurement: &Measurement{Groups: []verify.Group{{Samples: sticks(1)}}}}
	require.ErrorIs(t, p.refusals(failing).Err(), errFails)
	require.ErrorIs(t, p.onThreads(failing).Err(), errFails)
	_, err := new(Measurement).parts([]byte("text"))
	require.ErrorContains(t, err, "not an ONNX model")
	_, err = nodesOf([]byte{7<<3 | 2, 2, 1<<3 | 2, 5}) // a graph with a node that is cut short
	require.ErrorContains(t, err, "damaged or cut-short")
}

// TestRunsThatFail: a comparison that fails, of the first step or of all steps, ends the measurement with
// its error.
func TestRunsThatFail(t *testing.T) {
	p := files{run: small(t), rollout: &rolling.Rollout{Steps: 2}, amount: Amount{Batches: []int{1}, steps: 2}}.parts(t)
	engine, opened := engines.Bounded(), 0
	open := engine.OpenFile
	engine.OpenFile = func(file []byte) (runtime.Session, error) {
		if opened++; opened == 2 {
			return session{run: func(map[string]runtime.Tensor) (map[string]runtime.Tensor, error) { return nil, errFails }}, nil
		}
		return open(file)
	}
	_, err := p.in(engine)
	require.ErrorIs(t, err, errFails)
	p.first.trusted = func() (predict.Predictor, error) { return nil, errFails }
	_, err = p.in(engines.Bounded())
	require.ErrorIs(t, err, errFails)
}
