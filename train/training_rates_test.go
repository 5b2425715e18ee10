package train

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/run"
	"gmnc/runtime"
)

// TestPatienceOfStages: a training is out of patience so many epochs after its best validation, or after the first epoch of its last stage.
func TestPatienceOfStages(t *testing.T) {
	for _, c := range []struct {
		what        string
		options     run.Options
		epoch, best int
		want        bool
	}{
		{"at once", run.Options{Patience: 2, ValidEvery: 1}, 2, 1, false},
		{"in time", run.Options{Patience: 2, ValidEvery: 1}, 3, 1, true},
		{"later", run.Options{Patience: 2, ValidEvery: 1}, 9, 1, true},
		{"without a limit", run.Options{ValidEvery: 1}, 9, 1, false},
		{"before the next validation", run.Options{Patience: 3, ValidEvery: 2}, 5, 2, false},
		{"at a validation", run.Options{Patience: 4, ValidEvery: 2}, 6, 2, true},
		{"after a validation", run.Options{Patience: 4, ValidEvery: 2}, 7, 2, true},
		{"in the last stage", run.Options{Patience: 2, ValidEvery: 1, Coarse: []int{1}}, 6, 1, false},
		{"long in the last stage", run.Options{Patience: 2, ValidEvery: 1, Coarse: []int{1}}, 7, 1, true},
		{"better in the last stage", run.Options{Patience: 2, ValidEvery: 1, Coarse: []int{1}}, 8, 7, false},
		{"in the first stage", run.Options{Patience: 2, ValidEvery: 1, Coarse: []int{1}}, 5, 1, false},
		{"in the first stage of a curriculum", run.Options{Patience: 2, ValidEvery: 1, Curriculum: []int{1}, Unroll: 2}, 5, 1, false},
	} {
		c.options.Epochs = 10
		of := &training{options: c.options, model: &graph.Model{Config: config.Config{Layers: 3}}, state: &state{epoch: c.epoch, bestEpoch: c.best}}
		require.Equal(t, c.want, of.outOfPatience(), c.what)
	}
}

// rated is a trainer that keeps the learning rates that it is given.
type rated struct {
	runtime.Trainer
	rates []float64
}

func (r *rated) SetLearningRate(rate float64) { r.rates = append(r.rates, rate) }

// TestRatesOfSteps: the rate rises with each step of the warm-up to that of the schedule, which then sets it once in an epoch.
func TestRatesOfSteps(t *testing.T) {
	const steps = 2
	trainer := &rated{}
	of := &training{options: run.Options{LearningRate: 8, Warmup: 2, Epochs: 4}, trainer: trainer}
	of.job.Schedule = func(rate float64, epoch, epochs int) float64 { return rate + float64(100*epoch) + float64(epochs) }
	for epoch := 1; epoch <= 4; epoch++ {
		for step := range steps {
			require.NoError(t, of.setRate(epoch, step, steps))
		}
	}
	require.Equal(t, []float64{112. / 4, 112. / 2, 212. * 3 / 4, 212, 312, 412}, trainer.rates)
	for _, wrong := range []float64{-1e-9, math.Inf(1)} {
		of.job.Schedule = func(float64, int, int) float64 { return wrong }
		require.ErrorContains(t, of.setRate(4, 0, steps), "the schedule gives epoch 4 a learning rate of ")
		require.NoError(t, of.setRate(4, 1, steps), "it is asked at the first step alone")
	}
	of.job.Schedule = func(float64, int, int) float64 { return 0 }
	require.NoError(t, of.setRate(4, 0, steps))
	require.Len(t, trainer.rates, 7)
}

// TestDrawnSamples: an epoch trains on so many of the samples, on a batch at least, or on all.
func TestDrawnSamples(t *testing.T) {
	for _, c := range []struct{ starts, batch, count, want int }{
		{0, 5, 100, 100}, {20, 5, 100, 20}, {3, 5, 100, 5}, {20, 5, 10, 10}, {3, 5, 4, 4},
	} {
		of := &training{options: run.Options{Starts: c.starts, Batch: c.batch}}
		require.Equal(t, c.want, of.drawn(c.count), "%+v", c)
	}
}

// TestBatchesOfEpochs: an epoch has the whole batches alone, or one more of what is left.
func TestBatchesOfEpochs(t *testing.T) {
	for _, c := range []struct {
		n, size int
		keep    bool
		want    int
		err     string
	}{
		{10, 5, false, 2, ""}, {11, 5, false, 2, ""}, {11, 5, true, 3, ""}, {10, 5, true, 2, ""}, {5, 5, false, 1, ""}, {4, 5, true, 1, ""},
		{4, 5, false, 0, "training set has 4 samples, fewer than one batch of 5"}, {0, 5, false, 0, "training set has no samples"}, {0, 5, true, 0, "training set has no samples"},
	} {
		got, err := batches(c.n, c.size, c.keep)
		require.Equal(t, c.want, got, "%+v", c)
		if c.err == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, c.err)
		}
	}
}

// TestWeightsOfParameters: the values of moving parameters are set in copies of the weights, and the weights stay.
func TestWeightsOfParameters(t *testing.T) {
	weights := map[string]runtime.Tensor{"a": runtime.Floats([]float32{1, 2}, 1, 2), "b": runtime.Floats([]float32{3}, 1, 1)}
	moving := []parameter{{"b", 0}, {"a", 1}}
	require.Equal(t, []float64{3, 2}, valuesOf(moving, weights))
	moved := withValues(weights, moving, []float64{30, 20})
	require.Equal(t, map[string]runtime.Tensor{"a": runtime.Floats([]float32{1, 20}, 1, 2), "b": runtime.Floats([]float32{30}, 1, 1)}, moved)
	require.Equal(t, []float64{3, 2}, valuesOf(moving, weights))
	at := []float64{1, 2}
	require.Equal(t, []float64{1, 2.5}, movedBy(at, 1, 0.5))
	require.Equal(t, []float64{1, 2}, at)
}
