package artifact_test

import (
	"archive/zip"
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/golden"
	"gmnc/internal/test/testenv"
	"gmnc/run"
	"gmnc/run/weights"
	"gmnc/runtime/engines"
)

// float32Tolerance is what float32 runtimes may differ by from the published
// float64 numbers, relative to the largest entry: about 1e-6 is measured.
const float32Tolerance = 5e-6

// writePublished writes weights by their published names.
func writePublished(t *testing.T, path string, tensors map[string]builder.PublishedTensor, metadata map[string]string) {
	t.Helper()
	file := weights.File{Metadata: metadata}
	for name, tensor := range tensors {
		file.Tensors = append(file.Tensors, weights.Tensor{Name: name, Shape: tensor.Shape, Data: tensor.Data})
	}
	require.NoError(t, weights.Write(path, file))
}

// importTo imports a file of published weights into a run's folder.
func importTo(path, folder string) (*run.Run, error) {
	file, err := weights.Load(path)
	if err != nil {
		return nil, err
	}
	imported, _, err := artifact.Import(path, file, artifact.ImportOptions{})
	if err != nil {
		return nil, err
	}
	return imported, imported.Write(run.Folder(folder))
}

// TestPublishedWeightsPredictTheirNumbers imports the published weights and
// predicts, in every runtime, what the published implementation predicts.
func TestPublishedWeightsPredictTheirNumbers(t *testing.T) {
	golden.Run(t, func(t *testing.T, c *golden.Case) {
		folder := t.TempDir()
		file, run := filepath.Join(folder, "published.safetensors"), filepath.Join(folder, "run")
		writePublished(t, file, c.Published(), nil)
		imported, err := importTo(file, run)
		require.NoError(t, err)
		require.Equal(t, "published.safetensors", imported.Config.Source)
		for _, engine := range engines.All() {
			t.Run(engine.Name, func(t *testing.T) {
				testenv.Engine(t, engine)
				model, err := artifact.Load(run)
				require.NoError(t, err)
				predictor, name, err := model.Open(engine.Name)
				require.NoError(t, err)
				defer predictor.Close()
				require.Equal(t, engine.Name, name)
				position, velocity, err := predictor.Predict(c.Samples)
				require.NoError(t, err)
				allclose.Require(t, "position", c.Float("out/x"), position, float32Tolerance)
				allclose.Require(t, "velocity", c.Velocity(), velocity, float32Tolerance)
			})
		}
	})
}

// published is a smallest GMN by its published names: one layer of width 1,
// all weights zero.
func published(t *testing.T) map[string]builder.PublishedTensor {
	t.Helper()
	model, err := builder.New(config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 1}, false)
	require.NoError(t, err)
	shapes := map[string]graph.Param{}
	for _, param := range model.Params {
		shapes[param.Name] = param
	}
	names := []string{"embedding."}
	for _, network := range []string{"edge_mlp", "coord_mlp", "node_mlp", "coord_mlp_vel", "coord_mlp_w_vel", "center_mlp", "f_stick_mlp", "f_hinge_mlp"} {
		names = append(names, "gcl_0."+network+".0.", "gcl_0."+network+".2.")
	}
	tensors := map[string]builder.PublishedTensor{}
	for _, name := range names {
		for _, part := range []string{"weight", "bias"} {
			ours, err := builder.OurName(name + part)
			require.NoError(t, err)
			param, ok := shapes[ours]
			if !ok {
				continue // the last linear layer of coord_mlp has no bias
			}
			shape := []int{param.Columns, param.Rows}
			if part == "bias" {
				shape = []int{param.Columns}
			}
			tensors[name+part] = builder.PublishedTensor{Shape: shape, Data: make([]float32, param.Rows*param.Columns)}
		}
	}
	return tensors
}

func TestImportRefusesOptionsByName(t *testing.T) {
	zeros := published(t)
	for name, metadata := range map[string]map[string]string{
		"attention": {"args.attention": "1"},
		"norm_diff": {"norm_diff": "True"},
		"tanh":      {"config": `{"hidden": 64, "options": {"tanh": "True"}}`},
	} {
		folder := t.TempDir()
		file := filepath.Join(folder, "weights.safetensors")
		writePublished(t, file, zeros, metadata)
		_, err := importTo(file, filepath.Join(folder, "run"))
		require.ErrorContains(t, err, "was trained with the option "+name+", which gmnc does not have: train without it")
		require.NoDirExists(t, filepath.Join(folder, "run"))
	}
	for name, betrayal := range map[string]string{"attention": "gcl_0.att_mlp.0.weight", "tanh": "gcl_0.coords_range"} {
		folder := t.TempDir()
		file := filepath.Join(folder, "weights.safetensors")
		writePublished(t, file, map[string]builder.PublishedTensor{
			"embedding.weight":        zeros["embedding.weight"],
			"gcl_0.edge_mlp.0.weight": zeros["gcl_0.edge_mlp.0.weight"],
			betrayal:                  {Shape: []int{1}, Data: []float32{0}},
		}, nil)
		_, err := importTo(file, filepath.Join(folder, "run"))
		require.ErrorContains(t, err, "belongs to the option "+name)
		require.NoDirExists(t, filepath.Join(folder, "run"))
	}
}

// TestImportTakesOneSetOfWeights: a moving average alone is imported, beside the weights
// themselves neither is.
func TestImportTakesOneSetOfWeights(t *testing.T) {
	alone, both := map[string]builder.PublishedTensor{}, map[string]builder.PublishedTensor{}
	for name, tensor := range published(t) {
		alone["ema_model.module."+name], both["ema_model.module."+name], both["model."+name] = tensor, tensor, tensor
	}
	folder := t.TempDir()
	file := filepath.Join(folder, "weights.safetensors")
	writePublished(t, file, alone, nil)
	_, err := importTo(file, filepath.Join(folder, "run"))
	require.NoError(t, err)
	writePublished(t, file, both, nil)
	_, err = importTo(file, filepath.Join(folder, "other"))
	require.ErrorContains(t, err, "has two sets of weights, such as model.gcl_")
	require.ErrorContains(t, err, "and, of a moving average of them, ema_model.module.gcl_")
	for name, tensor := range maps.Clone(both) {
		delete(both, name)
		both["module."+name] = tensor
	}
	writePublished(t, file, both, nil)
	_, err = importTo(file, filepath.Join(folder, "other"))
	require.ErrorContains(t, err, "such as module.model.gcl_")
	require.ErrorContains(t, err, "of a moving average of them, module.ema_model.module.gcl_")
	require.NoDirExists(t, filepath.Join(folder, "other"))
}

// TestImportRefusesOptionsOfCheckpoints reads a PyTorch checkpoint written
// by hand: {"args": Namespace(norm_diff=True), "state_dict": {}}.
func TestImportRefusesOptionsOfCheckpoints(t *testing.T) {
	text := func(s string) string { return "X" + string([]byte{byte(len(s)), 0, 0, 0}) + s }
	pickle := "\x80\x02}(" + text("args") + "cargparse\nNamespace\n)\x81}" + text("norm_diff") + "\x88sb" + text("state_dict") + "}u."
	var content bytes.Buffer
	archive := zip.NewWriter(&content)
	record, err := archive.Create("archive/data.pkl")
	require.NoError(t, err)
	_, err = record.Write([]byte(pickle))
	require.NoError(t, err)
	require.NoError(t, archive.Close())
	folder := t.TempDir()
	file := filepath.Join(folder, "checkpoint.pt")
	require.NoError(t, os.WriteFile(file, content.Bytes(), 0o600))
	_, err = importTo(file, filepath.Join(folder, "run"))
	require.ErrorContains(t, err, "the option norm_diff")
	require.NoDirExists(t, filepath.Join(folder, "run"))
}

func TestImportAllowsOptionsThatAreOff(t *testing.T) {
	folder := t.TempDir()
	file, run := filepath.Join(folder, "weights.safetensors"), filepath.Join(folder, "run")
	writePublished(t, file, published(t), map[string]string{"args.norm_diff": "False", "tanh": "0", "config": `{"attention": false}`, "format": "pt"})
	imported, err := importTo(file, run)
	require.NoError(t, err)
	require.Equal(t, config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 1, Clamp: config.ComponentClamp}, imported.Config.Model)
	_, err = importTo(file, run)
	require.ErrorContains(t, err, "already holds a run")
}

func TestImportRefusesWeightsOfAnotherShape(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "weights.safetensors")
	tensors := published(t)
	tensors["gcl_0.edge_mlp.2.weight"] = builder.PublishedTensor{Shape: []int{2, 1}, Data: []float32{0, 0}}
	writePublished(t, file, tensors, nil)
	_, err := importTo(file, filepath.Join(folder, "run"))
	require.ErrorContains(t, err, "gcl_0.edge_mlp.2.weight has the shape [2 1]; [1 1] is needed")
	delete(tensors, "gcl_0.edge_mlp.2.weight")
	writePublished(t, file, tensors, nil)
	_, err = importTo(file, filepath.Join(folder, "run"))
	require.ErrorContains(t, err, "gcl_0.edge_mlp.2.weight is missing in gmn of 1 layers")
	require.NoDirExists(t, filepath.Join(folder, "run"))
}

// TestImportUnwraps: PyTorch's wrappers put names before the names of the weights.
func TestImportUnwraps(t *testing.T) {
	folder := t.TempDir()
	wrapped := map[string]builder.PublishedTensor{}
	for name, tensor := range published(t) {
		wrapped["model._orig_mod.module."+name] = tensor
	}
	file := filepath.Join(folder, "weights.safetensors")
	writePublished(t, file, wrapped, nil)
	imported, err := importTo(file, filepath.Join(folder, "run"))
	require.NoError(t, err)
	require.Equal(t, "gmn", imported.Config.Model.Model)

	wrapped["module.embedding.weight"] = wrapped["model._orig_mod.module.embedding.weight"]
	writePublished(t, file, wrapped, nil)
	_, err = importTo(file, filepath.Join(folder, "other"))
	require.ErrorContains(t, err, "has the weights of several models")
}
