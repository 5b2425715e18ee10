package train_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
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
	source, _ := plain(t)
	job := starting(t)
	var notice string
	job.Init, job.Observer.Notice = source.Weights, func(text string) { notice = text }
	job.Config.Training.Init = "the source"
	require.Equal(t, source.Weights, mustTrain(t, job).Weights)
	require.Contains(t, notice, "weights are from the source")
}

// TestInitOfAnotherDepth takes the weights of the layers that both have, and
// draws the third layer's.
func TestInitOfAnotherDepth(t *testing.T) {
	source, _ := plain(t)
	deeper := starting(t)
	deeper.Config.Model.Layers = 3
	drawn := mustTrain(t, deeper).Weights

	job := starting(t)
	job.Config.Model.Layers, job.Init = 3, source.Weights
	_, err := train.Train(t.Context(), job)
	require.ErrorContains(t, err, "; new are layer2/")
	require.ErrorContains(t, err, "that is another model or other inputs")
	require.False(t, run.Started(job.Store))

	job.InitPartly = true
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
		job.Config.Model = config.Config{Model: "gmn-ode", Form: config.Published, Layers: steps, Hidden: 4}
		return job
	}
	source := mustTrain(t, of(2))
	job := of(4)
	job.Config.Model.Forces, job.Config.Model.Messages = config.MeanForces, config.SumMessages
	job.Init = source.Weights
	require.Equal(t, source.Weights, mustTrain(t, job).Weights, "nor on how forces and messages come together")
}

// TestInitKeepsScales: networks see the numbers that they know, also of data in another
// unit.
func TestInitKeepsScales(t *testing.T) {
	first := with(newJob(t), func(o *run.Options) { o.Scale = run.DataScale })
	first.Data.About = datasets.About{LengthUnit: "m", VelocityUnit: "m/s", Interval: "1 s"}
	first.Config.Data.LengthUnit, first.Config.Data.VelocityUnit, first.Config.Data.Interval = "m", "m/s", "1 s"
	source := mustTrain(t, first)

	job := starting(t)
	job.Data = inUnits(first.Data, 1000, 1)
	job.Data.About = datasets.About{LengthUnit: "mm", VelocityUnit: "mm/s", Interval: "1000 ms"}
	job.Init, job.From = source.Weights, &source.Config
	trained := mustTrain(t, job)
	require.InEpsilon(t, source.Valid()*1e6, trained.Valid(), 1e-4)
	require.InEpsilon(t, 1000*source.Config.Model.Scale.Length, trained.Config.Model.Scale.Length, 1e-12)

	job = starting(t)
	job.Data.About.LengthUnit = "furlong"
	job.Init, job.From = source.Weights, &source.Config
	_, err := train.Train(t.Context(), job)
	require.ErrorContains(t, err, `positions in "m" and velocities in "m/s", and the data have "furlong" and "": convert the data`)
}
