package train_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run"
	"gmnc/train"
)

func TestCosine(t *testing.T) {
	require.Equal(t, 2.0, train.Constant(2, 3, 4))
	require.Equal(t, 2.0, train.Cosine(2, 1, 4))
	require.InDelta(t, 1, train.Cosine(2, 3, 4), 1e-15)
	require.InDelta(t, 2*(1-math.Sqrt2/2)/2, train.Cosine(2, 4, 4), 1e-15)
}

func TestStepDecay(t *testing.T) {
	for epoch, want := range []float64{2, 2, 2, 2, 0.2, 0.2, 0.02, 0.02} {
		require.InDelta(t, want, train.StepDecay(2, epoch+1, 8), 1e-15, epoch)
	}
	require.Equal(t, 2.0, train.StepDecay(2, 1, 1))
}

// TestSchedule: a constant schedule is none, another changes the steps and goes
// on when a training is resumed, and a rate of 0 changes no weight.
func TestSchedule(t *testing.T) {
	want, _ := plain(t)
	constant, cosine := newJob(t), newJob(t)
	constant.Schedule, cosine.Schedule = train.Constant, train.Cosine
	require.Equal(t, want.Weights, mustTrain(t, constant).Weights)
	fallen := mustTrain(t, cosine)
	require.NotEqual(t, want.Weights, fallen.Weights)

	named := with(newJob(t), func(o *run.Options) { o.Schedule = run.Cosine })
	require.Equal(t, fallen.Weights, mustTrain(t, named).Weights)
	unknown := with(newJob(t), func(o *run.Options) { o.Schedule = "ramp" })
	_, err := train.Train(t.Context(), unknown)
	require.EqualError(t, err, "there is no schedule ramp; known: constant, cosine, step")

	resumed := newJob(t)
	resumed.Schedule = train.Cosine
	stopped(t, train.Train, resumed, stop{epoch: 2, step: 1})
	_, err = train.Resume(t.Context(), resumed)
	require.NoError(t, err)
	requireSame(t, load(t, cosine.Store), load(t, resumed.Store))

	still := with(newJob(t), func(o *run.Options) { o.Epochs = 2 })
	still.Schedule = func(float64, int, int) float64 { return 0 }
	trained := mustTrain(t, still)
	for name, values := range trained.Model.Draw(still.Config.Training.Seed) {
		require.Equal(t, values, trained.Weights[name].Float, name)
	}
	still = newJob(t)
	still.Schedule = func(float64, int, int) float64 { return math.NaN() }
	_, err = train.Train(t.Context(), still)
	require.ErrorContains(t, err, "the schedule gives epoch 1 a learning rate of NaN")
}
