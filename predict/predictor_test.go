package predict_test

import (
	"errors"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets/nbody"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// echo is a session that predicts positions and velocities as they are; it
// fails on a position of 13.
type echo struct {
	prefix string
	lock   sync.Mutex
	calls  []map[string]runtime.Tensor
	closed bool
}

func (e *echo) Run(batch runtime.Batch) (map[string]runtime.Tensor, error) {
	inputs := batch.Inputs
	e.lock.Lock()
	e.calls = append(e.calls, inputs)
	e.lock.Unlock()
	if slices.Contains(inputs["position"].Float, 13) {
		return nil, errors.New("unlucky")
	}
	return map[string]runtime.Tensor{
		e.prefix + "position": runtime.Narrow(runtime.Widen(inputs["position"])),
		e.prefix + "velocity": runtime.Narrow(runtime.Widen(inputs["velocity"])),
	}, nil
}

func (e *echo) Close() error { e.closed = true; return nil }

// still is a system of n particles at x that does not move.
func still(n int, x float32, objects ...system.Object) system.Sample {
	return system.Sample{
		Position: slices.Repeat([]float32{x}, 3*n), Velocity: slices.Repeat([]float32{-x}, 3*n),
		TargetPosition: slices.Repeat([]float32{x + 2}, 3*n), Charge: slices.Repeat([]float32{1}, n),
		Objects: objects,
	}
}

func TestPredictorsKeepTheOrder(t *testing.T) {
	stick, hinge := system.Stick.Of(0, 1), system.Hinge.Of(0, 1, 2)
	samples := []system.Sample{
		still(2, 1), still(2, 2), still(2, 3, stick), still(3, 4, hinge),
		still(3, 5, stick), still(2, 6), still(1, 7),
	}
	var want []float32
	for _, sample := range samples {
		want = append(want, sample.Position...)
	}
	rows, systems := &echo{}, &echo{prefix: "predicted_"}
	for session, predictor := range map[*echo]predict.Predictor{
		rows: predict.NewRowPredictor(rows, false), systems: predict.NewSystemPredictor(systems),
	} {
		position, velocity, err := predictor.Predict(samples)
		require.NoError(t, err)
		require.Equal(t, want, position)
		for i := range want {
			require.Equal(t, -want[i], velocity[i])
		}
		require.Len(t, session.calls, 6, "the first two are predicted at once")

		errs, err := predict.Evaluate(t.Context(), predictor, samples)
		require.NoError(t, err)
		require.True(t, math.IsNaN(errs.Velocity.Mean), "no sample has a target velocity")
		errs.Velocity = predict.Summary{}
		require.Equal(t, predict.Errors{Position: predict.Summary{Mean: 4, Median: 4, TrimmedMean: 4}}, errs)

		samples := slices.Clone(samples)
		samples[5] = still(2, 13)
		_, _, err = predictor.Predict(samples)
		require.EqualError(t, err, "samples 5 to 5: unlucky")

		require.NoError(t, predictor.Close())
		require.True(t, session.closed)
	}
}

func TestPredictorsTakeManySystemsInChunks(t *testing.T) {
	rows, systems := &echo{}, &echo{prefix: "predicted_"}
	for _, c := range []struct {
		session   *echo
		predictor predict.Predictor
		extents   []int // of the positions of each run
	}{
		{rows, predict.NewRowPredictor(rows, false), []int{400, 100}},
		{systems, predict.NewSystemPredictor(systems), append(slices.Repeat([]int{20}, 12), 10)},
	} {
		var samples []system.Sample
		for i := range 250 {
			samples = append(samples, still(2, float32(1000+i)))
		}
		position, _, err := c.predictor.Predict(samples)
		require.NoError(t, err)
		require.Len(t, position, 250*6)
		for i, sample := range samples {
			require.Equal(t, sample.Position, position[6*i:][:6], "sample %d", i)
		}
		var extents []int
		for _, call := range c.session.calls {
			extents = append(extents, call["position"].Shape[0])
		}
		require.ElementsMatch(t, c.extents, extents)

		samples[60], samples[230] = still(2, 13), still(2, 13)
		_, _, err = c.predictor.Predict(samples)
		require.ErrorContains(t, err, "unlucky")
		require.Regexp(t, "^samples (0 to 199|60 to 79): ", err, "the first of two")
	}
}

// TestRaggedPieces: systems of all sizes are predicted at once, up to a number
// of edges; lists of neighbors only with lists as long.
func TestRaggedPieces(t *testing.T) {
	session := &echo{}
	predictor := predict.NewRowPredictor(session, true)
	samples := []system.Sample{still(2, 1), still(3, 2, system.Stick.Of(0, 1)), still(1, 3), still(300, 4), still(200, 5)}
	listed, longer := still(2, 6), still(2, 7)
	listed.Neighbors, longer.Neighbors = []int64{1, 0}, []int64{1, -1, 0, -1}
	for _, samples := range [][]system.Sample{samples, {listed, listed, longer}} {
		position, _, err := predictor.Predict(samples)
		require.NoError(t, err)
		var want []float32
		for _, sample := range samples {
			want = append(want, sample.Position...)
		}
		require.Equal(t, want, position)
	}
	var extents [][2]int
	for _, call := range session.calls {
		extents = append(extents, [2]int{call["position"].Shape[0], call["senders"].Shape[0]})
	}
	require.Equal(t, [][2]int{{306, 2 + 6 + 89700}, {200, 39800}, {4, 4}, {2, 4}}, extents)
}

// TestPredictorsTakeFewLargeSystems: 39 800 edges each, and at most 100 000
// at a time.
func TestPredictorsTakeFewLargeSystems(t *testing.T) {
	session := &echo{}
	_, _, err := predict.NewRowPredictor(session, false).Predict(slices.Repeat([]system.Sample{still(200, 1)}, 5))
	require.NoError(t, err)
	var extents []int
	for _, call := range session.calls {
		extents = append(extents, call["position"].Shape[0])
	}
	require.Equal(t, []int{400, 400, 200}, extents)
}

// TestSystemInputs: what an exported file takes has every axis, also where
// there is nothing along it.
func TestSystemInputs(t *testing.T) {
	none := predict.SystemInputs([]system.Sample{still(2, 1), still(2, 2)})
	for name, shape := range map[string][]int{
		"position": {2, 2, 3}, "velocity": {2, 2, 3}, "charge": {2, 2, 1}, "sticks": {2, 0, 2}, "hinges": {2, 0, 3},
	} {
		require.Equal(t, shape, none[name].Shape, name)
		require.NoError(t, none[name].Check(), name)
	}
	require.NotNil(t, none["sticks"].Index, "no sticks are indices all the same")
	require.NotNil(t, none["hinges"].Index, "no hinges are indices all the same")
	require.Len(t, none, 5)

	some := predict.SystemInputs([]system.Sample{
		still(5, 1, system.Stick.Of(4, 0), system.Hinge.Of(1, 2, 3)), still(5, 2, system.Stick.Of(0, 1), system.Hinge.Of(4, 3, 2)),
	})
	require.Equal(t, runtime.Indices([]int64{4, 0, 0, 1}, 2, 1, 2), some["sticks"])
	require.Equal(t, runtime.Indices([]int64{1, 2, 3, 4, 3, 2}, 2, 1, 3), some["hinges"])
}

func TestEvaluate(t *testing.T) {
	data, _, err := nbody.Simulate(t.Context(), nbody.Config{System: system.Composition{1, 1}, Test: 3, Seed: 7}, nil)
	require.NoError(t, err)
	samples := data.Test
	model, err := builder.New(config.Config{Model: "gmn", Form: config.Published, Layers: 2, Hidden: 4}, false)
	require.NoError(t, err)
	session, err := engines.Reference().Modes[0].Open(model.Module, run.WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	predictor := predict.NewRowPredictor(session, false)
	errs, err := predict.Evaluate(t.Context(), predictor, samples)
	require.NoError(t, err)

	position, _, err := predictor.Predict(samples)
	require.NoError(t, err)
	sum := 0.0
	for i, sample := range samples {
		for k, target := range sample.TargetPosition {
			difference := float64(position[9*i+k]) - float64(target)
			sum += difference * difference / 9
		}
	}
	require.InEpsilon(t, sum/float64(len(samples)), errs.Position.Mean, 1e-12)
	require.Less(t, errs.Constraint, 1e-6, "sticks keep their lengths to float32")

	samples[1].TargetPosition = nil
	_, err = predict.Evaluate(t.Context(), predictor, samples)
	require.EqualError(t, err, "sample 1 has 0 target coordinates, expected 9")
	_, err = predict.Compare(samples[:1], position)
	require.EqualError(t, err, "the prediction has 27 coordinates, expected 9 for 1 samples")
}

// TestMissingOutputs: a file that was changed may lack an output, or numbers of it.
func TestMissingOutputs(t *testing.T) {
	samples := []system.Sample{still(2, 1)}
	six := make([]float32, 6)
	for message, outputs := range map[string]map[string][]float32{
		"the model predicts velocity, and no position":                                                                    {"velocity": six},
		"the model returns 6 numbers of positions and 0 of velocities, expected 6 of each for 1 samples: export it again": {"position": six},
		"the model returns 3 numbers of positions and 6 of velocities, expected 6 of each for 1 samples: export it again": {"position": six[:3], "velocity": six},
	} {
		_, _, err := predict.Positions(samples, outputs)
		require.EqualError(t, err, message)
	}
}

// TestAtOnce: samples of a file's predictor go into one run of its session, until there are
// too many edges; of another predictor they are cut as before.
func TestAtOnce(t *testing.T) {
	session := &echo{}
	whole := predict.AtOnce(predict.NewSystemPredictor(session))
	for _, samples := range [][]system.Sample{
		slices.Repeat([]system.Sample{still(2, 1)}, 250), slices.Repeat([]system.Sample{still(200, 1)}, 3),
	} {
		position, _, err := whole.Predict(samples)
		require.NoError(t, err)
		require.Len(t, position, len(samples)*len(samples[0].Position))
	}
	var systems []int
	for _, call := range session.calls {
		systems = append(systems, call["position"].Shape[0])
	}
	require.ElementsMatch(t, []int{250, 2, 1}, systems)
	other := pushed{whole}
	require.Equal(t, predict.Predictor(other), predict.AtOnce(other))
}
