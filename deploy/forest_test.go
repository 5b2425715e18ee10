package deploy_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/deploy"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/fixtures"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
	"gmnc/train"
)

// forestData has another forest in each split, of one size.
func forestData() *datasets.Data {
	forests := fixtures.Forests()
	last := forests[len(forests)-3:]
	return &datasets.Data{Train: last[0].Samples(6, 1), Valid: last[1].Samples(2, 2), Test: last[2].Samples(3, 3)}
}

func trainForest(t *testing.T, model string, data *datasets.Data) (*run.Run, error) {
	t.Helper()
	options := run.DefaultOptions()
	options.Epochs, options.Batch = 2, 3
	return train.Train(t.Context(), train.Job{
		Store: run.NewMemory("memory"), Data: data, Engine: engines.Trainer(),
		Config: run.Config{Version: "test", Training: &options, Model: config.Config{Model: model, Form: config.Published, Layers: 2, Hidden: 8}},
	})
}

// TestForestDeployed: a model trained on trees and bodies is exported with all
// checks, runs in every engine on all forests, keeps lengths, and may have a
// forest inside.
func TestForestDeployed(t *testing.T) {
	data := forestData()
	path := filepath.Join(t.TempDir(), "data.npz")
	require.NoError(t, datasets.Write(path, data))
	data, err := datasets.Read(path)
	require.NoError(t, err)
	trained, err := trainForest(t, "gmn", data)
	require.NoError(t, err)
	require.Equal(t, 32, trained.Config.Model.Depth)

	exported, err := deploy.ExportWith(t.Context(), trained, deploy.Options{Depth: 8})
	require.NoError(t, err)
	file, err := artifact.FromFile(exported.File)
	require.NoError(t, err)
	samples := append(data.Test[:2:2], fixtures.Samples(fixtures.Compositions[0], 1, 4)...)
	inside, err := deploy.ExportWith(t.Context(), trained, deploy.Options{Topology: &datasets.Data{Test: data.Test}})
	require.NoError(t, err)
	bakedFile, err := artifact.FromFile(inside.File)
	require.NoError(t, err)

	var want []float32
	for _, name := range engines.Names(engines.All()) {
		if engine, _ := engines.Named(name); engine.Available() != nil {
			continue
		}
		predictor, _, err := file.Open(name)
		require.NoError(t, err)
		position, _, err := predictor.Predict(samples)
		require.NoError(t, err)
		if want == nil {
			want = position
		}
		allclose.Within(t, want, position, 1e-5, name)
		changes, err := predict.ConstraintErrors(samples, position)
		require.NoError(t, err)
		require.Less(t, predict.Summarize(changes).Mean, 1e-4)
		chain := fixtures.Forests()[3].Samples(1, 1)
		_, _, err = predictor.Predict(chain)
		require.EqualError(t, err, "sample 0 has a tree with 31 bars between its root and a leaf, and the model takes 8: export it with a larger depth, or give the tree a root in its middle")
		require.NoError(t, predictor.Close())

		predictor, _, err = bakedFile.Open(name)
		require.NoError(t, err)
		position, _, err = predictor.Predict(data.Test[:2])
		require.NoError(t, err)
		allclose.Within(t, want[:len(position)], position, 1e-5, "inside, %s", name)
		_, _, err = predictor.Predict(data.Train[:1])
		require.ErrorContains(t, err, "sample 0 has objects of other particles than the model has inside (stick [15 12]; inside: stick [3 7])")
		require.NoError(t, predictor.Close())
	}
}

// TestForestsRefused: models that do not take trees, and models of data without any, say
// so.
func TestForestsRefused(t *testing.T) {
	_, err := trainForest(t, "gmn-l", forestData())
	require.ErrorContains(t, err, "train: sample 0 has trees or rigid bodies, which model gmn-l does not take: choose another, such as gmn")

	plain := fixtures.Samples(fixtures.Compositions[0], 6, 1)
	trained, err := trainForest(t, "gmn", &datasets.Data{Train: plain[:4], Valid: plain[4:]})
	require.NoError(t, err)
	require.Zero(t, trained.Config.Model.Depth)
	for _, name := range []string{"native", "onnx-go"} {
		predictor, _, err := artifact.FromRun(trained).Open(name)
		require.NoError(t, err)
		_, _, err = predictor.Predict(forestData().Test)
		require.EqualError(t, err, "sample 0 has trees or rigid bodies, and the model was trained on data without any: train one on data that have some")
		require.NoError(t, predictor.Close())
	}
	_, err = deploy.ExportWith(t.Context(), trained, deploy.Options{Depth: 8})
	require.EqualError(t, err, "depth 8: the model takes no trees, as there are none in its training data; leave depth out")
	trained, err = trainForest(t, "gmn-ode", forestData())
	require.NoError(t, err)
	_, err = deploy.ExportWith(t.Context(), trained, deploy.Options{Depth: 1})
	require.EqualError(t, err, "depth 1: a model takes trees of 2 to 65536 bars from the root to a leaf, or none (0)")
	trained.Config.Data = &run.DataInfo{Ranges: system.MeasureRanges(forestData().Train, nil)}
	_, err = deploy.ExportWith(t.Context(), trained, deploy.Options{Depth: 2})
	require.ErrorContains(t, err, "give a larger depth, as a tree may begin at any of its particles")
	trained.Config.Data.Ranges.Structures = []system.Structure{{Particles: 5, Parents: []int64{-1, 0, 1, 2, 3}}}
	_, err = deploy.ExportWith(t.Context(), trained, deploy.Options{Depth: 3})
	require.ErrorContains(t, err, "depth 3: the training data have trees of 4 bars from the root to a leaf")
	deep := fixtures.Samples(system.Composition{40}, 4, 1)
	for i := range deep {
		chain := make([]int64, 40)
		for k := range chain {
			chain[k] = int64(k - 1)
		}
		deep[i].Objects, err = system.Tree.Numbered(chain, nil)
		require.NoError(t, err)
	}
	data := &datasets.Data{Train: deep[:2], Valid: deep[2:]}
	require.EqualError(t, run.CheckData(trained.Config.Model, data),
		"train: sample 0 has a tree with 39 bars between its root and a leaf, and the model takes 32: export it with a larger depth, or give the tree a root in its middle")
	require.Equal(t, 64, run.ModelFor(trained.Config.Model, data).Depth)
}
