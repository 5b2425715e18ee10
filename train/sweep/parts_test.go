package sweep

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/graph"
	"gmnc/datasets"
	"gmnc/internal/test/ranks"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
	"gmnc/train"
)

// resting predicts that particles stay, or fails.
type resting struct {
	predict.Predictor
	err    error
	closed *int
}

func (p resting) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	for _, s := range samples {
		position, velocity = append(position, s.Position...), append(velocity, s.Velocity...)
	}
	return position, velocity, p.err
}

func (p resting) Close() error { *p.closed++; return nil }

// TestTestErrors: the test error is that of the trained run, if there are test samples and the model predicts positions; what
// fails there ends the run.
func TestTestErrors(t *testing.T) {
	moved := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3), TargetPosition: []float32{3, 0, 0}}
	model := func(output string) *graph.Model {
		return &graph.Model{Module: &ir.Module{Main: &ir.Func{Outputs: []ir.Output{{Name: output, Value: new(ir.Value)}}}}}
	}
	broken, closed := errors.New("broken"), 0
	of := func(output string, test []system.Sample, opens, predicts error) (Outcome, error) {
		begin := func(context.Context, train.Job) (*run.Run, error) {
			return &run.Run{Model: model(output), Metrics: run.MetricsAt(1, 0.25, 0, math.NaN())}, nil
		}
		open := func(*run.Run, *datasets.Data) (predict.Predictor, error) {
			return resting{err: predicts, closed: &closed}, opens
		}
		return Run{Job: train.Job{Data: &datasets.Data{Test: test}}}.train(t.Context(), begin, open)
	}
	o, err := of("position", []system.Sample{moved}, nil, nil)
	require.NoError(t, err)
	require.Equal(t, []float64{0.25, 3, 1}, []float64{o.Valid, o.Test, float64(closed)})
	o, err = of("energy", []system.Sample{moved}, broken, nil)
	require.NoError(t, err)
	require.True(t, math.IsNaN(o.Test))
	o, err = of("position", nil, broken, nil)
	require.NoError(t, err)
	require.True(t, math.IsNaN(o.Test))
	_, err = of("position", []system.Sample{moved}, broken, nil)
	require.Equal(t, broken, err)
	_, err = of("position", []system.Sample{moved}, nil, broken)
	require.ErrorIs(t, err, broken)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Run{}.train(ctx, nil, nil)
	require.Equal(t, context.Canceled, err)
}

// TestOutcomesOfOthers: the metrics, the test error and the failure of a run of another rank are taken over, and a text that is
// none is an error.
func TestOutcomesOfOthers(t *testing.T) {
	shared, err := json.Marshal([]message{{}, {Metrics: run.MetricsAt(2, 0.5, 0, math.NaN()), Test: math.Float64bits(0.75)}, {}, {Failed: &train.NonFiniteError{Epoch: 4, What: "loss"}}})
	require.NoError(t, err)
	runs := make([]Run, 4)
	for i := range runs {
		runs[i].Setting = string(rune('a' + i))
	}
	outcomes := []Outcome{{Valid: 1}, {}, {Valid: 3}, {}}
	require.NoError(t, exchange(runs, outcomes, ranks.Two{Text: shared}))
	require.Equal(t, []float64{1, 0.5, 3}, []float64{outcomes[0].Valid, outcomes[1].Valid, outcomes[2].Valid})
	require.Equal(t, 0.75, outcomes[1].Test)
	require.Equal(t, "b", outcomes[1].Setting)
	require.Equal(t, 2, outcomes[1].Trained.Epoch())
	require.Equal(t, &train.NonFiniteError{Epoch: 4, What: "loss"}, outcomes[3].Failed)
	require.True(t, math.IsNaN(outcomes[3].Valid) && math.IsNaN(outcomes[3].Test))
	require.ErrorContains(t, exchange(runs, outcomes, ranks.Two{Text: []byte("x")}), "invalid character")
	broken := errors.New("broken")
	require.Equal(t, broken, exchange(runs, outcomes, ranks.Two{Text: shared, Err: broken}))
}

// recorder records what a rank shares.
type recorder struct {
	ranks.Two
	shared *[]byte
}

func (r recorder) Share(own []byte) ([][]byte, error) {
	*r.shared = own
	return r.Two.Share(own)
}

// TestSharedOutcomes: a rank shares the metrics, the test error, which may be NaN, and the failure of each run.
func TestSharedOutcomes(t *testing.T) {
	metrics := run.MetricsAt(2, 0.5, 0, math.NaN())
	outcomes := []Outcome{{Test: 0.75, Trained: &run.Run{Metrics: metrics}}, {}, {Test: math.NaN(), Failed: &train.NonFiniteError{Epoch: 4, What: "loss"}}}
	others, err := json.Marshal(make([]message, 3))
	require.NoError(t, err)
	var text []byte
	require.NoError(t, exchange(make([]Run, 3), outcomes, recorder{ranks.Two{Text: others}, &text}))
	var shared []message
	require.NoError(t, json.Unmarshal(text, &shared))
	require.Len(t, shared, 3)
	require.Equal(t, message{Metrics: metrics, Test: math.Float64bits(0.75)}, shared[0])
	require.True(t, math.IsNaN(math.Float64frombits(shared[2].Test)))
	require.Equal(t, &train.NonFiniteError{Epoch: 4, What: "loss"}, shared[2].Failed)
}
