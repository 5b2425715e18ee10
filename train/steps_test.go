package train_test

import (
	"maps"
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/internal/test/modes"
	"gmnc/predict"
	"gmnc/run"
	gmncruntime "gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
	"gmnc/train"
)

// stepOptions are the options that change how steps are made, one by one and
// all together.
var stepOptions = map[string]func(o *run.Options){
	"keep last": func(o *run.Options) { o.KeepLast = true },
	"step":      func(o *run.Options) { o.Schedule = run.StepDecay },
	"cosine":    func(o *run.Options) { o.Schedule = run.Cosine },
	"warmup":    func(o *run.Options) { o.Warmup = 2 },
	"clip":      func(o *run.Options) { o.Clip = 0.01 },
	"ema":       func(o *run.Options) { o.EMA = 0.9 },
	"huber":     func(o *run.Options) { o.Loss = run.Huber },
	"velocity":  func(o *run.Options) { o.Velocity = 0.5 },
	"reverse":   func(o *run.Options) { o.Reverse = true },
	"all":       everyOption,
}

func everyOption(o *run.Options) {
	o.KeepLast, o.Schedule, o.Warmup, o.Clip, o.EMA = true, run.Cosine, 2, 0.5, 0.9
	o.Loss, o.Velocity, o.Reverse = run.Huber, 0.5, true
}

// TestStepOptions: each option changes the weights, and a training that goes on
// after a stop, with another number of threads, gives the bits of one that was
// never stopped.
func TestStepOptions(t *testing.T) {
	unchanged, _ := plain(t)
	for name, option := range stepOptions {
		t.Run(name, func(t *testing.T) {
			whole, job := with(newJob(t), option), with(newJob(t), option)
			whole.Store, job.Store = run.NewMemory("whole"), run.NewMemory("stopped")
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
			require.NotEqual(t, unchanged.Weights, mustTrain(t, whole).Weights)
			runtime.GOMAXPROCS(2)
			stopped(t, train.Train, job, stop{epoch: 2, step: 1})
			runtime.GOMAXPROCS(3)
			stopped(t, train.Resume, job, stop{epoch: 3, step: 2})
			_, err := train.Resume(t.Context(), job)
			require.NoError(t, err)
			requireSame(t, load(t, whole.Store), load(t, job.Store))
		})
	}
}

// TestStepOptionsInEveryTrainer: all engines that train, at all levels, come to
// the same weights with all options, except for their rounding.
func TestStepOptionsInEveryTrainer(t *testing.T) {
	weightsIn := func(engine gmncruntime.Engine, level int) map[string]gmncruntime.Tensor {
		job := with(newJob(t), everyOption)
		job.Engine, job.Config.Training.Level, job.Config.Training.Epochs = engine, level, 2
		job.Store = run.NewMemory(engine.Name)
		return mustTrain(t, job).Weights
	}
	want := weightsIn(engines.Trainer(), 2)
	for _, engine := range engines.All() {
		for level := range engine.Trains() {
			got := weightsIn(engine, level)
			for name, weight := range want {
				for i, value := range weight.Float {
					require.InDelta(t, value, got[name].Float[i], 1e-4, "%s -O%d %s", engine.Name, level, name)
				}
			}
			if level == 2 || len(engine.Trains()) == 1 {
				require.Equal(t, want, got, "%s -O%d", engine.Name, level)
			}
		}
	}
}

// TestKeepLast: batches of a whole split are the same, and a split smaller than
// a batch is one.
func TestKeepLast(t *testing.T) {
	whole := func(keep bool) func(o *run.Options) {
		return func(o *run.Options) { o.TrainSize, o.KeepLast = 3*batchSize, keep }
	}
	require.Equal(t, mustTrain(t, with(newJob(t), whole(false))).Weights, mustTrain(t, with(newJob(t), whole(true))).Weights)

	job := with(newJob(t), func(o *run.Options) { o.KeepLast = true })
	var sizes []int
	job.Observer.Step = func(_, _, steps int, _ float64) { sizes = append(sizes, steps) }
	mustTrain(t, job)
	require.Equal(t, slices.Repeat([]int{steps + 1}, 4*(steps+1)), sizes)

	small := with(newJob(t), func(o *run.Options) { o.Batch, o.KeepLast = 200, true })
	mustTrain(t, small)
	_, err := train.Train(t.Context(), with(newJob(t), func(o *run.Options) { o.Batch = 200 }))
	require.ErrorContains(t, err, "training set has 13 samples, fewer than one batch of 200")
}

// TestWarmup: the warm-up ends at the rate of the schedule.
func TestWarmup(t *testing.T) {
	one := func(change func(o *run.Options)) map[string]gmncruntime.Tensor {
		return mustTrain(t, with(newJob(t), func(o *run.Options) {
			o.Epochs, o.Batch = 1, trainSamples // a single step
			change(o)
		})).Weights
	}
	plain := one(func(*run.Options) {})
	require.Equal(t, plain, one(func(o *run.Options) { o.Warmup = 1 }), "the last step of the warm-up has the whole rate")
	half := with(newJob(t), func(o *run.Options) { o.Epochs, o.Batch, o.Warmup = 1, trainSamples, 1 })
	half.Schedule = func(rate float64, _, _ int) float64 { return rate / 2 }
	require.Equal(t, one(func(o *run.Options) { o.LearningRate /= 2 }), mustTrain(t, half).Weights, "the schedule's rate, and not the options'")
}

// TestEMA: the run's weights are the average of those after each step, as the
// sum says and not the recursion.
func TestEMA(t *testing.T) {
	const decay = 0.7
	var after []map[string]gmncruntime.Tensor
	for epochs := 1; epochs <= 3; epochs++ { // of one step each
		job := with(newJob(t), func(o *run.Options) { o.Epochs, o.Batch, o.ValidEvery = epochs, trainSamples, epochs })
		after = append(after, mustTrain(t, job).Weights)
	}
	job := with(newJob(t), func(o *run.Options) { o.Epochs, o.Batch, o.ValidEvery, o.EMA = 3, trainSamples, 3, decay })
	trained := mustTrain(t, job)
	weigh := []float64{decay * decay, decay, 1}
	for name, got := range trained.Weights {
		for i, value := range got.Float {
			var sum, all float64
			for step, weights := range after {
				sum += weigh[step] * float64(weights[name].Float[i])
				all += weigh[step]
			}
			require.InDelta(t, sum/all, value, 1e-7, name)
		}
	}
	errs, err := predict.Evaluate(t.Context(), predictorOf(t, trained), job.Data.Valid)
	require.NoError(t, err)
	require.Equal(t, trained.Valid(), errs.Position.Mean, "validation measures the average")
}

// TestRobustLosses: errors within the length count squared, those beyond linearly or as a
// logarithm, and gradients agree with differences in every trainer.
func TestRobustLosses(t *testing.T) {
	config := moving()[0]
	model, err := builder.New(config, false)
	require.NoError(t, err)
	samples := dataset(t).Train[:3]
	batch := system.NewBatch(samples)
	given := train.ObjectiveInputs(batch, false)
	maps.Copy(given.Inputs, train.VelocityInputs(batch))
	weights := strongWeights(model)
	for _, loss := range []train.Loss{{Huber: 0.05}, {Huber: 1e3}, {Cauchy: 0.05}} {
		loss.Velocity = velocityWeight
		length := max(loss.Huber, loss.Cauchy)
		objective, err := train.ObjectiveOf(model, loss)
		require.NoError(t, err)
		got := gradientsOf(t, objective, widen(given.Inputs, weights))
		want, linear := 0.0, 0
		for _, part := range []struct {
			output, target string
			weight, unit   float64
		}{{"position", "target", 1, 1}, {"velocity", "target_velocity", velocityWeight, 2.5}} {
			for i := 0; i < 3*batch.Particles; i += 3 {
				square := 0.0
				for axis := range 3 {
					off := part.unit * (got[part.output].Float[i+axis] - float64(given.Inputs[part.target].Float[i+axis]))
					square += off * off
				}
				switch e := math.Sqrt(square); {
				case loss.Cauchy > 0:
					square = length * length * math.Log1p(square/(length*length))
				case e > length:
					square = 2*length*e - length*length
					linear++
				}
				want += part.weight * square / float64(3*batch.Particles)
			}
		}
		require.InEpsilon(t, want, got["loss"].Float[0], 1e-6)
		require.Equal(t, loss.Huber == 0.05, linear > 0)
		requireSlope(t, objective, given, weights)
		requireTrainers(t, objective, given, weights)
	}
}

// TestClip: gradients of a small norm stay, and others have the norm asked for.
func TestClip(t *testing.T) {
	norm := func(g *gmncruntime.Gradients) float64 {
		square := 0.0
		for _, gradient := range g.ByParam {
			for _, value := range gradient.Float {
				square += float64(value) * float64(value)
			}
		}
		return math.Sqrt(square)
	}
	model, objective, given := velocityObjective(t, moving()[0])
	for _, mode := range modes.Training() {
		trainer, err := mode.Train(objective, strongWeights(model), gmncruntime.Solver{LearningRate: 1e-3})
		require.NoError(t, err)
		gradients, err := trainer.Gradients(given)
		require.NoError(t, err)
		long := norm(gradients)
		train.Clip(gradients, 2*long)
		require.InEpsilon(t, long, norm(gradients), 1e-12)
		train.Clip(gradients, long/3)
		require.InEpsilon(t, long/3, norm(gradients), 1e-6)
		require.NoError(t, trainer.Step(gradients))
		require.NoError(t, trainer.Close())
	}
	endless := &gmncruntime.Gradients{ByParam: map[string]gmncruntime.Tensor{"w": gmncruntime.Floats([]float32{float32(math.Inf(1)), 1}, 2)}}
	train.Clip(endless, 1)
	require.Equal(t, []float32{float32(math.Inf(1)), 1}, endless.ByParam["w"].Float, "a step refuses it")
}

// TestWrongStepOptions: errors name the options and what they may be.
func TestWrongStepOptions(t *testing.T) {
	for _, c := range []struct {
		change func(o *run.Options)
		want   string
	}{
		{func(o *run.Options) { o.Warmup = 5 }, "a learning rate cannot grow for 5 of 4 epochs: warmup is 0 for no growth, or at most epochs"},
		{func(o *run.Options) { o.Warmup = -1 }, "a learning rate cannot grow for -1 of 4 epochs"},
		{func(o *run.Options) { o.Clip = -1 }, "a gradient cannot be clipped to the norm -1: clip is a number, 0 for no clipping, or more"},
		{func(o *run.Options) { o.Clip = math.NaN() }, "a gradient cannot be clipped to the norm NaN"},
		{func(o *run.Options) { o.EMA = 1 }, "an average cannot decay by 1 a step: ema is 0 for no average, or a number below 1 such as 0.999"},
		{func(o *run.Options) { o.Loss = "l1" }, "there is no loss l1; known: mse, huber, cauchy"},
	} {
		job := with(newJob(t), c.change)
		_, err := train.Train(t.Context(), job)
		require.ErrorContains(t, err, c.want)
		require.False(t, run.Started(job.Store))
	}
}
