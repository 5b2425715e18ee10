package train_test

import (
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
	"gmnc/train"
)

// moving are models that return a true velocity, over the interval 2.5.
func moving() []config.Config {
	c := config.Config{Form: config.Published, Layers: 3, Hidden: 4, TrueVelocity: true, Time: 2.5}
	var all []config.Config
	for _, name := range []string{"gmn-ode", "gmn", "gmn-l"} {
		c.Model = name
		all = append(all, c)
	}
	return all
}

const velocityWeight = 0.3

// velocityObjective is the objective of such a model and what it runs on.
func velocityObjective(t *testing.T, config config.Config) (*graph.Model, *ir.Module, runtime.Batch) {
	t.Helper()
	model, err := builder.New(config, true)
	require.NoError(t, err)
	objective, err := train.ObjectiveOf(model, train.Loss{Velocity: velocityWeight})
	require.NoError(t, err)
	data := mixedDataset(t)
	batch := system.NewBatch([]system.Sample{data.Train[0], data.Train[4], data.Train[1]})
	given := train.ObjectiveInputs(batch, true)
	maps.Copy(given.Inputs, train.VelocityInputs(batch))
	return model, objective, given
}

// TestVelocityLoss: the velocity's error counts as the error of a position, times the
// square of the time and its weight.
func TestVelocityLoss(t *testing.T) {
	for _, config := range moving() {
		model, objective, given := velocityObjective(t, config)
		outputs, err := ir.Eval(objective, widen(given.Inputs, strongWeights(model)), nil)
		require.NoError(t, err)
		square := func(output, target string) (mean float64) {
			for i, want := range given.Inputs[target].Float {
				off := outputs[output].Float[i] - float64(want)
				mean += off * off / float64(len(given.Inputs[target].Float))
			}
			return mean
		}
		want := square("position", "target") + velocityWeight*2.5*2.5*square("velocity", "target_velocity")
		require.InEpsilon(t, want, outputs["loss"].Float[0], 1e-6, config.Model)
	}
}

// TestVelocityLossGradient holds the gradients to difference quotients, and
// every trainer to the gradients.
func TestVelocityLossGradient(t *testing.T) {
	for _, config := range moving() {
		model, objective, given := velocityObjective(t, config)
		requireSlope(t, objective, given, strongWeights(model))
		requireTrainers(t, objective, given, strongWeights(model))
	}
}

// requireSlope compares the derivative along a random direction of all weights
// with the quotient of differences.
func requireSlope(t *testing.T, objective *ir.Module, given runtime.Batch, weights map[string]runtime.Tensor) {
	t.Helper()
	const difference = 1e-5
	inputs := widen(given.Inputs, weights)
	gradients := gradientsOf(t, objective, inputs)
	source := rand.New(rand.NewPCG(3, 4))
	direction, slope := map[string][]float64{}, 0.0
	for _, param := range objective.Main.Params() {
		for i := range inputs[param.Name].Float {
			along := source.NormFloat64()
			direction[param.Name] = append(direction[param.Name], along)
			if partial, ok := gradients["grad/"+param.Name]; ok {
				slope += along * partial.Float[i]
			}
		}
	}
	at := func(steps float64) float64 {
		moved := maps.Clone(inputs)
		for name, along := range direction {
			weight := ir.Tensor{Shape: inputs[name].Shape}
			for i, value := range inputs[name].Float {
				weight.Float = append(weight.Float, value+steps*difference*along[i])
			}
			moved[name] = weight
		}
		outputs, err := ir.Eval(objective, moved, nil)
		require.NoError(t, err)
		return outputs["loss"].Float[0]
	}
	require.InEpsilon(t, (8*(at(1)-at(-1))-(at(2)-at(-2)))/(12*difference), slope, 1e-6)
}

// TestTrueVelocityIsTheLastDisplacement of a model whose layers carry those, in
// the unit of velocities; GMN-ODE's is one as it is.
func TestTrueVelocityIsTheLastDisplacement(t *testing.T) {
	for _, config := range moving() {
		model, _, given := velocityObjective(t, config)
		config.TrueVelocity = false
		plain, err := builder.New(config, true)
		require.NoError(t, err)
		predict.Match(given, model.Module)
		inputs := widen(given.Inputs, strongWeights(model))
		was, err := ir.Eval(plain.Module, inputs, nil)
		require.NoError(t, err)
		is, err := ir.Eval(model.Module, inputs, nil)
		require.NoError(t, err)
		factor := 3 / 2.5
		if config.Model == "gmn-ode" {
			factor = 1
		}
		require.Equal(t, was["position"], is["position"])
		for i, value := range was["velocity"].Float {
			require.InDelta(t, factor*value, is["velocity"].Float[i], 1e-12)
		}
	}
}

// velocityJob trains GMN-ODE with a weight of the velocity.
func velocityJob(t *testing.T, model string, weight float64) train.Job {
	job := with(newJob(t), func(o *run.Options) { o.Epochs, o.LearningRate, o.Velocity = 30, 2e-2, weight })
	job.Config.Model.Model, job.Store = model, run.NewMemory(model)
	return job
}

// TestTrainVelocity: a model that is trained for it has a better velocity than
// one that is not, says so in its configuration, and knows its error.
func TestTrainVelocity(t *testing.T) {
	for _, model := range []string{"gmn-ode", "gmn"} {
		velocityOf := func(weight float64) (*run.Run, float64) {
			job := velocityJob(t, model, weight)
			trained := mustTrain(t, job)
			errs, err := predict.Evaluate(t.Context(), predictorOf(t, trained), job.Data.Train)
			require.NoError(t, err)
			return trained, errs.Velocity.Mean
		}
		plain, before := velocityOf(0)
		require.False(t, plain.Config.Model.TrueVelocity)
		require.NotContains(t, plain.Metrics, "valid_velocity_mse")
		trained, after := velocityOf(1)
		require.True(t, trained.Config.Model.TrueVelocity)
		require.Contains(t, trained.Metrics, "valid_velocity_mse")
		require.Contains(t, trained.Best(), "root mean squared error of velocities ")
		require.Less(t, after, before, model)
	}
}

func TestVelocityNeedsVelocities(t *testing.T) {
	job := velocityJob(t, "gmn-ode", 0.1)
	require.Equal(t, run.DefaultVelocity, train.DefaultVelocity("gmn-ode", job.Data))
	require.Zero(t, train.DefaultVelocity("gmn", job.Data))
	job.Data.Train[3].TargetVelocity = nil
	require.Zero(t, train.DefaultVelocity("gmn-ode", job.Data))
	_, err := train.Train(t.Context(), job)
	require.EqualError(t, err, "velocity 0.1 needs the target velocities of all training samples (vT), in the unit of the velocities; sample 3 has none: train with velocity 0, or with other data")
	for _, model := range []string{"egnn", "linear", "tfn"} {
		still := velocityJob(t, model, 0.1)
		still.Config.Model.Hidden = 8
		_, err = train.Train(t.Context(), still)
		require.ErrorContains(t, err, "velocity does not go with model "+model+", which carries no velocity from layer to layer: take another model")
	}
	_, err = train.Train(t.Context(), velocityJob(t, "gmn", -1))
	require.EqualError(t, err, "a weight -1 of the velocity's error is impossible: velocity is a number, 0 for none, or more")
}
