package train_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/train"
)

// starting is a job that makes one small step, so small that weights stay as
// they were.
func starting(t *testing.T) train.Job {
	return with(newJob(t), func(o *run.Options) { o.Epochs, o.Batch, o.LearningRate = 1, trainSamples, 1e-30 })
}

func TestInitTakesWeights(t *testing.T) {
	source := mustTrain(t, newJob(t))
	job := starting(t)
	var notice string
	job.Init, job.Observer.Notice = source.Weights, func(text string) { notice = text }
	job.Config.Training.Init = "the source"
	require.Equal(t, source.Weights, mustTrain(t, job).Weights)
	require.Contains(t, notice, "weights are those of the source")
}

// TestInitOfAnotherDepth takes the weights of the layers that both have, and
// draws the third layer's.
func TestInitOfAnotherDepth(t *testing.T) {
	source := mustTrain(t, newJob(t))
	deeper := starting(t)
	deeper.Config.Model.Layers = 3
	drawn := mustTrain(t, deeper).Weights

	job := starting(t)
	job.Config.Model.Layers, job.Init = 3, source.Weights
	trained := mustTrain(t, job).Weights
	require.Greater(t, len(trained), len(source.Weights))
	for name, value := range trained {
		if from, ok := source.Weights[name]; ok {
			require.Equal(t, from, value, name)
		} else {
			require.Equal(t, drawn[name], value, name)
		}
	}
}

func TestInitOfNothingInCommon(t *testing.T) {
	job := starting(t)
	job.Config.Training.Init = "another model"
	job.Init = map[string]runtime.Tensor{"unknown": runtime.Floats([]float32{1}, 1)}
	_, err := train.Train(t.Context(), job)
	require.ErrorContains(t, err, "cannot start from another model: none of its 1 weights has name and shape")
	require.False(t, run.Started(job.Store))
}

// TestInitOfMoreSteps: the weights of GMN-ODE do not depend on its steps.
func TestInitOfMoreSteps(t *testing.T) {
	of := func(steps int) train.Job {
		job := starting(t)
		job.Config.Model = builder.Config{Model: "gmn-ode", Form: builder.Published, Layers: steps, Hidden: 4}
		return job
	}
	source := mustTrain(t, of(2))
	job := of(4)
	job.Config.Model.Forces, job.Config.Model.Messages = builder.MeanForces, builder.SumMessages
	job.Init = source.Weights
	require.Equal(t, source.Weights, mustTrain(t, job).Weights, "nor on how forces and messages come together")
}
