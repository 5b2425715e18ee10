package train_test

import (
	"context"
	"maps"
	goruntime "runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/datasets/nbody"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
	"gmnc/train"
)

// trajectories are systems of three particles, and of four, in five frames.
var trajectories = sync.OnceValues(func() (*datasets.Data, error) {
	all := new(datasets.Data)
	for seed, composition := range []system.Composition{{1, 1}, {1, 0, 1}} {
		data, _, err := nbody.Simulate(context.Background(), nbody.Config{System: composition, Train: 3, Valid: 2, Seed: uint64(seed), Frames: 5}, nil)
		if err != nil {
			return nil, err
		}
		all.Train, all.Valid, all.About = append(all.Train, data.Train...), append(all.Valid, data.Valid...), data.About
	}
	return all, nil
})

// unrolledJob trains on trajectories.
func unrolledJob(t *testing.T, change func(o *run.Options)) train.Job {
	t.Helper()
	all, err := trajectories()
	require.NoError(t, err)
	job := with(newJob(t), func(o *run.Options) { o.Epochs, o.Velocity, o.Unroll = 2, 0.5, 2; change(o) })
	job.Data = &datasets.Data{Train: cloned(all.Train), Valid: cloned(all.Valid), About: all.About}
	job.Store = run.NewMemory("run")
	return job
}

func unchanged(*run.Options) {}

// TestUnrolledLoss is the mean of the losses of a model that is applied to what
// it returned, one call after the other; its gradients agree with differences, in every
// trainer.
func TestUnrolledLoss(t *testing.T) {
	all, err := trajectories()
	require.NoError(t, err)
	const applications = 2
	config := moving()[0]
	config.Layers = 2
	model, err := builder.New(config, true)
	require.NoError(t, err)
	weights := strongWeights(model)
	objective, err := train.ObjectiveOf(model, train.Loss{Velocity: velocityWeight, Unroll: applications})
	require.NoError(t, err)
	samples := []system.Sample{all.Train[0], all.Train[4]}
	batch := system.NewBatch(samples)
	given := train.ObjectiveInputs(batch, true)
	maps.Copy(given.Inputs, train.UnrolledInputs(samples, applications, true))

	single := predict.Inputs(batch)
	predict.Match(single, model.Module)
	state, want := widen(single.Inputs, weights), 0.0
	for k := 1; k <= applications; k++ {
		outputs, err := ir.Eval(model.Module, state, nil)
		require.NoError(t, err)
		at := 0
		for _, s := range samples {
			size := len(s.Position)
			for i := range size {
				offX := outputs["position"].Float[at+i] - float64(float32(s.Trajectory.Positions[k*size+i]))
				offV := outputs["velocity"].Float[at+i] - float64(float32(s.Trajectory.Velocities[k*size+i]))
				want += (offX*offX + velocityWeight*config.Time*config.Time*offV*offV) / float64(applications*len(batch.Position))
			}
			at += size
		}
		state["position"], state["velocity"] = outputs["position"], outputs["velocity"]
	}
	got, err := ir.Eval(objective, widen(given.Inputs, weights), nil)
	require.NoError(t, err)
	require.InEpsilon(t, want, got["loss"].Float[0], 1e-6, config.Model)
	requireSlope(t, objective, given, weights)
	requireTrainers(t, objective, given, weights)
}

// TestUnrollOnce is training on every frame and the next, forwards and backwards.
func TestUnrollOnce(t *testing.T) {
	unrolled := unrolledJob(t, func(o *run.Options) { o.Unroll, o.Reverse = 1, true })
	pairs := unrolledJob(t, func(o *run.Options) { o.Unroll = 0 })
	var samples []system.Sample
	for _, s := range pairs.Data.Train {
		for _, way := range []*system.Trajectory{s.Trajectory, s.Trajectory.Reversed()} {
			for frame := range way.Frames() - 1 {
				samples = append(samples, s.Along(way.Stretch(frame, 1)))
			}
		}
	}
	require.Equal(t, unrolled.Data.Train[0].Position, samples[0].Position)
	last := unrolled.Data.Train[0].Trajectory.Positions[4*9:]
	require.Equal(t, float32(last[0]), samples[4].Position[0], "the first of those backwards")
	require.Len(t, samples, 6*2*4)
	pairs.Data.Train = samples
	require.Equal(t, mustTrain(t, pairs).Weights, mustTrain(t, unrolled).Weights)
}

// TestUnrolledTraining lowers its loss, and gives the same bits on any number of
// threads and ranks, after a stop and in both engines that train, noise and all.
func TestUnrolledTraining(t *testing.T) {
	noisy := func(o *run.Options) { o.Noise = 0.01 }
	whole, job := unrolledJob(t, noisy), unrolledJob(t, noisy)
	defer goruntime.GOMAXPROCS(goruntime.GOMAXPROCS(3))
	mustTrain(t, whole)
	rows := metricsOf(t, whole.Store)
	require.Less(t, rows[len(rows)-1].Train, rows[0].Train)
	stopped(t, train.Train, job, stop{2, 1})
	goruntime.GOMAXPROCS(1)
	requireNone(t, onRanks(2, job, train.Resume, nil))
	requireSame(t, load(t, whole.Store), load(t, job.Store))
	native := unrolledJob(t, noisy)
	native.Engine, _ = engines.Named("native")
	mustTrain(t, native)
	require.Equal(t, load(t, whole.Store).Weights, load(t, native.Store).Weights)
}

// TestUnrollWithoutWhatItNeeds is refused: a velocity, trajectories of the length.
func TestUnrollWithoutWhatItNeeds(t *testing.T) {
	fails := func(want string, job train.Job) {
		t.Helper()
		_, err := train.Train(t.Context(), job)
		require.EqualError(t, err, want)
	}
	fails("unroll 2 applies the model to what it returned, and without velocity it returns no true velocity: give velocity above 0, such as 0.1",
		unrolledJob(t, func(o *run.Options) { o.Velocity = 0 }))
	fails("unroll 5 needs 6 frames, and the trajectory of training sample 0 has 5: use unroll 4 or less",
		unrolledJob(t, func(o *run.Options) { o.Unroll = 5 }))
	without := unrolledJob(t, unchanged)
	without.Data.Train[2].Trajectory = nil
	fails("unroll 2 is for trajectories, and training sample 2 has an input and a target alone: make a data set with gmnc simulate --frames 3 or more, or train with unroll 0", without)
	fails("a model cannot be applied -1 times: unroll is 1 or more, or 0 to train on inputs and targets alone",
		unrolledJob(t, func(o *run.Options) { o.Unroll = -1 }))
	still := unrolledJob(t, unchanged)
	still.Config.Model.Model = "egnn"
	_, err := train.Train(t.Context(), still)
	require.ErrorContains(t, err, "velocity does not go with model egnn, which carries no velocity from layer to layer")
}
