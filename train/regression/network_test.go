package regression_test

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/datasets"
	"gmnc/internal/rotation"
	"gmnc/internal/test/allclose"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
	"gmnc/train"
	"gmnc/train/regression"
)

// named are trees about one pose whose particles have names, in another order in each
// sample, and all move by half of the mean of their velocities.
func named(count int, seed uint64) []system.Sample {
	random := rand.New(rand.NewPCG(seed, 1))
	samples := bent(count, seed)
	pose := bent(1, 77)[0].Position
	for k := range samples {
		s, order := &samples[k], random.Perm(5)
		s.NodeFeatures = make([]float32, 25)
		var mean [3]float32
		for name, particle := range order {
			s.NodeFeatures[5*particle+name] = 1
			for c := range 3 {
				s.Position[3*particle+c] = 3*pose[3*name+c] + 0.1*s.Position[3*particle+c]
				mean[c] += s.Velocity[3*particle+c] / 5
			}
		}
		for i := range s.Position {
			s.TargetPosition[i] = s.Position[i] + 0.5*mean[i%3]
		}
		s.Objects = system.Objects{system.TreeOf(order, []int{-1, order[0], order[1], order[1], order[3]})}
	}
	return samples
}

func fitted(t *testing.T) (*run.Run, *datasets.Data) {
	t.Helper()
	data := &datasets.Data{
		Train: named(60, 1), Valid: named(10, 2), Test: named(20, 3),
		NodeFeatures: []string{"a", "b", "c", "d", "e"},
	}
	trained, err := regression.FitNetwork(t.Context(), data)
	require.NoError(t, err)
	return trained, data
}

func predicted(t *testing.T, trained *run.Run, data *datasets.Data, engine string, samples []system.Sample) []float32 {
	t.Helper()
	predictor, _, err := artifact.FromRun(trained).OpenFor(data, engine)
	require.NoError(t, err)
	defer predictor.Close()
	position, _, err := predictor.Predict(samples)
	require.NoError(t, err)
	errs, err := predict.Compare(samples, position)
	require.NoError(t, err)
	require.Less(t, errs.Constraint, 1e-4)
	return position
}

// TestNetworkIsItsRegression: whatever runs the network predicts as the float64
// interpreter does, and better than a straight line.
func TestNetworkIsItsRegression(t *testing.T) {
	trained, data := fitted(t)
	want := predicted(t, trained, data, "interpreter", data.Test)
	line, err := predict.StraightLine(data.Test)
	require.NoError(t, err)
	for _, engine := range []string{"native", "gorgonia"} {
		got := predicted(t, trained, data, engine, data.Test)
		allclose.Within(t, want, got, 2e-5, engine)
		errs, err := predict.Compare(data.Test, got)
		require.NoError(t, err)
		require.Less(t, errs.Position.Mean, 0.1*line.Errors.Position.Mean)
	}
}

// TestNetworkTurns: a body that is turned, reflected and moved has the prediction
// that is turned, reflected and moved.
func TestNetworkTurns(t *testing.T) {
	trained, data := fitted(t)
	turn := rotation.By([3]float64{0.4, -1.1, 2})
	for _, sign := range []float64{1, -1} {
		move := func(vectors []float32, shift float32) []float32 {
			all := turned(turn, vectors)
			for i := range all {
				all[i] = float32(sign)*all[i] + shift
			}
			return all
		}
		want := move(predicted(t, trained, data, "interpreter", data.Test), 2)
		moved := named(20, 3)
		for i := range moved {
			moved[i].Position, moved[i].Velocity = move(moved[i].Position, 2), move(moved[i].Velocity, 0)
		}
		allclose.Within(t, want, predicted(t, trained, data, "interpreter", moved), 2e-5)
	}
}

// TestGradientsTrainTheNetworkOn: gradients begin at the error of the fitted weights, which
// hardly change at a rate that is nearly nothing, and lengths stay.
func TestGradientsTrainTheNetworkOn(t *testing.T) {
	trained, data := fitted(t)
	before, err := predict.Compare(data.Valid, predicted(t, trained, data, "native", data.Valid))
	require.NoError(t, err)
	options := run.PaperOptions()
	options.Epochs, options.Batch, options.LearningRate, options.Init = 1, 12, 1e-9, regression.Network
	store := run.Folder(t.TempDir())
	path := filepath.Join(t.TempDir(), "data.npz")
	require.NoError(t, datasets.Write(path, data))
	info, err := run.DescribeData(path, data)
	require.NoError(t, err)
	_, err = train.Train(t.Context(), train.Job{
		Store: store, Data: data, Engine: engines.Trainer(), Init: trained.Weights,
		Config: run.Config{Version: run.Version(), Model: trained.Config.Model, Training: &options, Data: info},
	})
	require.NoError(t, err)
	on, err := run.Read(store)
	require.NoError(t, err)
	after, err := predict.Compare(data.Valid, predicted(t, on, data, "native", data.Valid))
	require.NoError(t, err)
	require.InEpsilon(t, before.Position.Mean, after.Position.Mean, 0.01)
}

func TestBodiesWithoutNamesOrFrame(t *testing.T) {
	samples := named(4, 1)
	data := &datasets.Data{Train: samples, Valid: samples, NodeFeatures: []string{"a", "b", "c", "d", "e"}}
	samples[2].NodeFeatures[5] = 0.5
	_, err := regression.FitNetwork(t.Context(), data)
	require.ErrorContains(t, err, "sample 2: the node features of particle 1 do not name it")
	for i := range 5 {
		samples[0].Position[3*i+1] = 0
	}
	_, err = regression.FitNetwork(t.Context(), &datasets.Data{Train: samples[:2], Valid: samples[:1], NodeFeatures: data.NodeFeatures})
	require.ErrorContains(t, err, "training sample 0 is flat")
	data.NodeFeatures = nil
	_, err = regression.FitNetwork(t.Context(), data)
	require.ErrorContains(t, err, "has 5 particles and 0 node features")
}
