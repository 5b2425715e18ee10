package train_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/variants"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
	"gmnc/train"
)

// sparse makes a data set of the fixture whose neighbors are listed, some
// of them, with features and without charges.
func sparse(t *testing.T) *datasets.Data {
	t.Helper()
	data := dataset(t)
	data.NodeFeatures, data.EdgeFeatures = []string{"mass"}, []string{"hop", "weight"}
	source := rand.New(rand.NewPCG(1, 0))
	for _, samples := range [][]system.Sample{data.Train, data.Valid, data.Test} {
		for i := range samples {
			s := &samples[i]
			s.Charge = nil
			s.Neighbors = []int64{1, -1, 2, 0, -1, 1}
			s.NodeFeatures = []float32{1, 2, source.Float32()}
			for range 2 * len(s.Neighbors) {
				s.EdgeFeatures = append(s.EdgeFeatures, source.Float32())
			}
		}
	}
	return data
}

// predictionOf is what the model, with its first weights, predicts.
func predictionOf(t *testing.T, config config.Config, samples []system.Sample) []float32 {
	t.Helper()
	model, err := builder.New(config, false)
	require.NoError(t, err)
	session, err := engines.Reference().Modes[0].Open(model.Module, run.WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	position, _, err := predict.NewRowPredictor(session, false).Predict(samples)
	require.NoError(t, err)
	return position
}

// TestAllOthersListed: a sparse model whose lists name everybody, in any
// order and with slots left over, is the complete one.
func TestAllOthersListed(t *testing.T) {
	complete := mixedDataset(t).Train
	listed := slices.Clone(complete)
	source := rand.New(rand.NewPCG(2, 0))
	for i := range listed {
		n := listed[i].Particles()
		for particle := range n {
			others := slices.DeleteFunc(source.Perm(n+1), func(j int) bool { return j == particle })
			for _, other := range others { // n stands for a slot left over
				if other == n {
					other = -1
				}
				listed[i].Neighbors = append(listed[i].Neighbors, int64(other))
			}
		}
	}
	const float32Rounding = 1e-6 // of the predictions; the sums are in another order
	for _, config := range variants.All(2, 8) {
		want := predictionOf(t, config, complete)
		config.Sparse = true
		allclose.Within(t, want, predictionOf(t, config, listed), float32Rounding, variants.Name(config))
	}
}

func TestFeaturesMatter(t *testing.T) {
	data := sparse(t)
	for _, c := range []struct {
		model        string
		nodes, edges bool
	}{{"gmn", true, true}, {"gmn-l", true, true}, {"egnn", true, true}, {"gnn", false, true}, {"rf", false, true}, {"linear", false, false}} {
		config := tinyModel
		config.Model = c.model
		config = run.ModelFor(config, data)
		before := predictionOf(t, config, data.Test[:1])
		changed := func(change func(s *system.Sample)) bool {
			sample := data.Test[0]
			sample.NodeFeatures, sample.EdgeFeatures = slices.Clone(sample.NodeFeatures), slices.Clone(sample.EdgeFeatures)
			change(&sample)
			return !slices.Equal(before, predictionOf(t, config, []system.Sample{sample}))
		}
		require.Equal(t, c.nodes, changed(func(s *system.Sample) { s.NodeFeatures[1] += 100 }), c.model)
		require.Equal(t, c.edges, changed(func(s *system.Sample) { s.EdgeFeatures[0] += 100 }), c.model)
		require.False(t, changed(func(s *system.Sample) { s.EdgeFeatures[2] += 100 }), "%s: a slot left over", c.model)
	}
}

// TestSparseTraining trains and resumes to the same bits; the run knows what
// its data had.
func TestSparseTraining(t *testing.T) {
	whole, short := newJob(t), with(newJob(t), func(o *run.Options) { o.Epochs = 2 })
	whole.Data, short.Data = sparse(t), sparse(t)
	trained := mustTrain(t, whole)
	want := tinyModel
	want.Sparse, want.NoCharge, want.NodeFeatures, want.EdgeFeatures = true, true, []string{"mass"}, []string{"hop", "weight"}
	require.Equal(t, want, trained.Config.Model)
	mustTrain(t, short)
	_, err := train.Resume(t.Context(), with(short, func(o *run.Options) { o.Epochs = 4 }))
	require.NoError(t, err)
	requireSame(t, load(t, whole.Store), load(t, short.Store))

	short.Data = dataset(t)
	_, err = train.Resume(t.Context(), short)
	require.ErrorContains(t, err, "it was started with sparse true and not false, no_charge true and not false, node_features [mass] and not []")
	require.EqualError(t, run.CheckData(trained.Config.Model, short.Data),
		"the model takes lists of neighbors, the features mass of particles, the features hop, weight of edges; the data set has all other particles as neighbors, charges")
	require.NoError(t, run.CheckData(trained.Config.Model, sparse(t)))
	require.NoError(t, run.CheckData(tinyModel, dataset(t)))
}

func TestSystemInputsOfSparseSamples(t *testing.T) {
	inputs := predict.SystemInputs(sparse(t).Test[:2])
	require.Equal(t, []int{2, 3, 2}, inputs["neighbors"].Shape)
	require.Equal(t, []int{2, 3, 1}, inputs["node_features"].Shape)
	require.Equal(t, []int{2, 3, 2, 2}, inputs["edge_features"].Shape)
	require.NotContains(t, inputs, "charge")
}
