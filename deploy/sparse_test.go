package deploy_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/deploy"
	"gmnc/export"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/testenv"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

var sparseModel = config.Config{
	Model: "gmn", Form: config.Published, Layers: 2, Hidden: 8,
	Sparse: true, NoCharge: true, NodeFeatures: []string{"z"}, EdgeFeatures: []string{"hop", "order"},
}

// sparseSamples are five particles in a chain.
func sparseSamples(count int) []system.Sample {
	random := rand.New(rand.NewPCG(1, 0))
	normal := func(n int) (values []float32) {
		for range n {
			values = append(values, float32(random.NormFloat64()))
		}
		return values
	}
	samples := make([]system.Sample, count)
	for i := range samples {
		samples[i] = system.Sample{
			Position: normal(15), Velocity: normal(15), Objects: system.Objects{system.Stick.Of(3, 4), system.Hinge.Of(1, 0, 2)},
			Neighbors:    []int64{1, -1, 0, 2, 1, 3, -1, 2, 3, -1},
			NodeFeatures: normal(5), EdgeFeatures: normal(20),
		}
	}
	return samples
}

func exportSparse(t *testing.T) (file string) {
	t.Helper()
	folder := sparseRun(t)
	file = filepath.Join(folder, "model.onnx")
	_, err := exportTo(folder, file, export.DefaultOpset)
	require.NoError(t, err)
	return file
}

func sparseRun(t *testing.T) (folder string) {
	t.Helper()
	model, err := builder.New(sparseModel, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{Version: run.Version(), Model: sparseModel}, run.WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	folder = filepath.Join(t.TempDir(), "run")
	require.NoError(t, trained.Write(run.Folder(folder)))
	return folder
}

// TestUnreadInputs: mechanics without a network reads no features, and without springs of the
// data no neighbors, so a file need not refuse wrong ones.
func TestUnreadInputs(t *testing.T) {
	springs := []config.Constant{
		{Name: config.LearnedStiffness, By: config.BySystem, Start: []float64{1}}, {Name: config.LearnedRestLength, By: config.BySystem, Start: []float64{1}},
	}
	damping := []config.Constant{{Name: config.LearnedDamping, By: config.BySystem}}
	for _, learn := range [][]config.Constant{springs, damping} {
		config := config.Config{
			Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 8, Integrator: config.Midpoint, Forces: config.NoForces, Learn: learn,
			Sparse: true, NoCharge: true, EdgeFeatures: []string{"hop", "order"},
		}
		model, err := builder.New(config, false)
		require.NoError(t, err)
		trained, err := run.New(run.Config{Version: run.Version(), Model: model.Config}, run.WithShapes(model, model.Draw(1)))
		require.NoError(t, err)
		_, err = deploy.ExportWith(t.Context(), trained, deploy.Options{})
		require.NoError(t, err)
	}
}

// TestSparseModelInEveryRuntime: an exported file takes lists of neighbors
// and features, and carries what they are called.
func TestSparseModelInEveryRuntime(t *testing.T) {
	file, samples := exportSparse(t), sparseSamples(23)
	// Of one composition, lists may be of another length.
	samples[7].Neighbors, samples[7].EdgeFeatures = []int64{4, 0, 3, 1, 2}, samples[7].EdgeFeatures[:10]
	var want []float32
	for _, engine := range engines.All() {
		if engine.Available() != nil {
			continue
		}
		predictor, _, err := open(file, engine.Name)
		require.NoError(t, err)
		got, _, err := predictor.Predict(samples)
		require.NoError(t, err)
		if want == nil {
			want = got
		}
		const float32Rounding = 1e-5 // of positions of a few units
		allclose.Within(t, want, got, float32Rounding, engine.Name)
		require.NoError(t, predictor.Close())
	}
}

// TestNeighboursOutside of their system are an error in the file itself.
func TestNeighboursOutside(t *testing.T) {
	engine, _ := engines.Named("onnxruntime")
	testenv.Engine(t, engine)
	file, err := os.ReadFile(exportSparse(t))
	require.NoError(t, err)
	session, err := engine.OpenFile(file)
	require.NoError(t, err)
	defer session.Close()
	for _, index := range []int64{5, -2} {
		samples := sparseSamples(2)
		inputs := predict.SystemInputs(samples)
		_, err = session.Run(runtime.Batch{Inputs: inputs})
		require.NoError(t, err)
		inputs["neighbors"].Index[3] = index
		_, err = session.Run(runtime.Batch{Inputs: inputs})
		require.ErrorContains(t, err, "index_within_system")
	}
}

// TestBakedTopology: a file with its topology inside predicts what the model
// predicts, and refuses other systems.
func TestBakedTopology(t *testing.T) {
	folder, samples := sparseRun(t), sparseSamples(5)
	for i := range samples {
		samples[i].NodeFeatures, samples[i].EdgeFeatures = samples[0].NodeFeatures, samples[0].EdgeFeatures
		samples[i].Objects = samples[i].Objects[:1]
	}
	data := &datasets.Data{Train: samples, NodeFeatures: sparseModel.NodeFeatures, EdgeFeatures: sparseModel.EdgeFeatures}
	file := filepath.Join(folder, "model.onnx")
	verified, err := bakeTo(folder, file, export.DefaultOpset, data)
	require.NoError(t, err)
	require.Equal(t, "composition the objects that are written into the file", verified.Runtimes[0].Findings[0].Where)

	native, _, err := open(folder, "native")
	require.NoError(t, err)
	defer native.Close()
	want, _, err := native.Predict(samples)
	require.NoError(t, err)
	baked, _, err := open(file, "auto")
	require.NoError(t, err)
	defer baked.Close()
	got, _, err := baked.Predict(samples)
	require.NoError(t, err)
	const float32Rounding = 1e-5 // of positions of a few units
	allclose.Within(t, want, got, float32Rounding)

	changed := sparseSamples(2)
	_, _, err = baked.Predict(changed)
	require.EqualError(t, err, "sample 0 has other objects than the model has inside (particles: 5, sticks: 1, hinges: 1, neighbors of each: 2; inside: particles: 5, sticks: 1, neighbors of each: 2): "+
		"take data of its topology, or export it without topology")

	rebuilt, _, err := open(file, "native")
	require.NoError(t, err)
	defer rebuilt.Close()
	got, _, err = rebuilt.Predict(samples)
	require.NoError(t, err)
	allclose.Within(t, want, got, float32Rounding)
	_, _, err = rebuilt.Predict(changed)
	require.ErrorContains(t, err, "than the model has inside", "a rebuilt model serves what its file does")

	content, err := os.ReadFile(file)
	require.NoError(t, err)
	damaged := filepath.Join(folder, "damaged.onnx")
	for _, particles := range []string{`"qarticles":5`, `"particles":0`, `"particles":6`} {
		require.NoError(t, os.WriteFile(damaged, bytes.Replace(content, []byte(`"particles":5`), []byte(particles), 1), 0o600))
		_, _, err = open(damaged, "auto")
		require.ErrorContains(t, err, "its topology is damaged")
	}

	data.Valid = changed
	_, err = bakeTo(folder, file, export.DefaultOpset, data)
	require.EqualError(t, err, "topology needs the same structure in all samples, and sample 5 of all has other objects than sample 0 (particles: 5, sticks: 1, hinges: 1, neighbors of each: 2; sample 0: particles: 5, sticks: 1, neighbors of each: 2)")
	lonely := data.Train[:1:1]
	lonely[0].Neighbors, lonely[0].EdgeFeatures = []int64{}, nil
	data.Train, data.Valid = lonely, nil
	_, err = bakeTo(folder, file, export.DefaultOpset, data)
	require.ErrorContains(t, err, "the samples have no neighbors")
	data.EdgeFeatures = nil
	_, err = bakeTo(folder, file, export.DefaultOpset, data)
	require.ErrorContains(t, err, "the model takes lists of neighbors, the features z of particles, the features hop, order of edges; the data set has")
}

// TestBakedInputsLeftOut: a topology is written into files of models that use only
// some of it, as an RBF network uses no neighbors.
func TestBakedInputsLeftOut(t *testing.T) {
	config := sparseModel
	config.Model, config.NodeFeatures = "rbf", []string{"a", "b", "c", "d", "e"}
	model, err := builder.New(config, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{Version: "test", Model: config}, run.WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	samples := sparseSamples(2)
	names := make([]float32, 5*5)
	for i := range 5 {
		names[i*5+i] = 1
	}
	for i := range samples {
		samples[i].NodeFeatures, samples[i].EdgeFeatures = names, samples[0].EdgeFeatures
	}
	file, err := deploy.ExportWith(t.Context(), trained, deploy.Options{
		Topology: &datasets.Data{Train: samples, NodeFeatures: config.NodeFeatures, EdgeFeatures: config.EdgeFeatures},
	})
	require.NoError(t, err)
	baked, err := artifact.FromFile(file.File)
	require.NoError(t, err)
	predictor, _, err := baked.Open("onnx-go")
	require.NoError(t, err)
	got, _, err := predictor.Predict(samples)
	require.NoError(t, err)
	native, _, err := artifact.FromRun(trained).Open("native")
	require.NoError(t, err)
	want, _, err := native.Predict(samples)
	require.NoError(t, err)
	const float32Rounding = 1e-5 // of positions of a few units
	allclose.Within(t, want, got, float32Rounding)
	samples[0].Neighbors = samples[0].Neighbors[:5]
	samples[0].EdgeFeatures = samples[0].EdgeFeatures[:10]
	_, _, err = predictor.Predict(samples[:1])
	require.ErrorContains(t, err, "than the model has inside")
}
