package train_test

import (
	"maps"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/internal/test/modes"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
	"gmnc/train"
)

// constrainedModel trains with the constraint term.
var constrainedModel = config.Config{Model: "egnn-reg", Form: config.Published, Layers: 2, Hidden: 4}

// gradientsOf evaluates an objective and its gradients in float64.
func gradientsOf(t *testing.T, objective *ir.Module, inputs map[string]ir.Tensor) map[string]ir.Tensor {
	t.Helper()
	var names []string
	for _, param := range objective.Main.Params() {
		names = append(names, param.Name)
	}
	module, _, err := ir.Gradient(objective, "loss", names)
	require.NoError(t, err)
	outputs, err := ir.Eval(module, inputs, nil)
	require.NoError(t, err)
	return outputs
}

func constrainedObjective(t *testing.T, padded bool) (*graph.Model, *ir.Module) {
	t.Helper()
	model, err := builder.New(constrainedModel, padded)
	require.NoError(t, err)
	objective, err := train.ObjectiveOf(model, train.Loss{Lambda: 0.3})
	require.NoError(t, err)
	return model, objective
}

func constrainedInputs(samples []system.Sample, padded bool) runtime.Batch {
	batch := system.NewBatch(samples)
	objective := train.ObjectiveInputs(batch, padded)
	maps.Copy(objective.Inputs, train.ConstraintInputs(batch))
	return objective
}

// TestConstraintTermIsOfTheWholeBatch: sticks and hinges have a mean each,
// whatever systems they are in.
func TestConstraintTermIsOfTheWholeBatch(t *testing.T) {
	data := mixedDataset(t)
	samples := []system.Sample{data.Train[0], data.Train[4], data.Train[1], data.Train[5], data.Train[2]}
	model, objective := constrainedObjective(t, true)
	weights := strongWeights(model)
	got := gradientsOf(t, objective, widen(constrainedInputs(samples, true).Inputs, weights))

	plain, err := train.Objective(model)
	require.NoError(t, err)
	without, err := ir.Eval(plain, widen(train.ObjectiveInputs(system.NewBatch(samples), true).Inputs, weights), nil)
	require.NoError(t, err)
	var position []float32
	for _, value := range without["position"].Float {
		position = append(position, float32(value))
	}
	changes, err := predict.ConstraintErrors(samples, position)
	require.NoError(t, err)
	sticks, hinges := 0.0, 0.0
	for i, sample := range samples {
		if len(sample.Objects.Of(system.Stick)) > 0 {
			sticks += changes[i] / 3 // three samples of one stick each
		} else {
			hinges += changes[i] / 2
		}
	}
	require.InEpsilon(t, without["loss"].Float[0]+0.3*(sticks+hinges), got["loss"].Float[0], 1e-6)
	require.Greater(t, sticks, 1e-3)
	require.Greater(t, hinges, 1e-3)
}

// TestConstraintTermWithoutLength: where a stick has no length its gradient
// is finite, at every level.
func TestConstraintTermWithoutLength(t *testing.T) {
	samples := dataset(t).Train[:2]
	clear(samples[0].Position)
	clear(samples[0].Velocity)
	model, objective := constrainedObjective(t, false)
	for _, mode := range modes.Training() {
		trainer, err := mode.Train(objective, strongWeights(model), runtime.Solver{LearningRate: 1e-3})
		require.NoError(t, err)
		gradients, err := trainer.Gradients(constrainedInputs(samples, false))
		require.NoError(t, err)
		require.False(t, math.IsNaN(gradients.Loss), "%v", mode.Name)
		for name, gradient := range gradients.ByParam {
			for _, value := range gradient.Float {
				require.LessOrEqual(t, math.Abs(float64(value)), math.MaxFloat32, "%v %s", mode.Name, name)
			}
		}
		require.NoError(t, trainer.Close())
	}
}

// constrainedJob trains with the term, which weighs much.
func constrainedJob(t *testing.T, lambda float64) train.Job {
	job := with(newJob(t), func(o *run.Options) { o.Epochs, o.Lambda = 20, lambda })
	job.Config.Model = constrainedModel
	return job
}

// TestConstraintTermKeepsLengths: the more it weighs the less they change.
func TestConstraintTermKeepsLengths(t *testing.T) {
	change := func(lambda float64) float64 {
		job := constrainedJob(t, lambda)
		trained := mustTrain(t, job)
		errs, err := predict.Evaluate(t.Context(), predictorOf(t, trained), job.Data.Train)
		require.NoError(t, err)
		return errs.Constraint
	}
	require.Less(t, change(10), change(1e-6)/2)
}

// TestLambdaGoesWithTheModel: errors name both options, and come before
// anything is written.
func TestLambdaGoesWithTheModel(t *testing.T) {
	for _, c := range []struct {
		model  string
		lambda float64
		want   string
	}{
		{"gmn", 0.1, "lambda 0.1 does not go with model gmn, which trains without the constraint term: egnn-reg"},
		{"egnn-reg", 0, "lambda 0 does not go with model egnn-reg, which trains with the constraint term: lambda is a number above 0"},
		{"egnn-reg", -1, "a weight -1 of the constraint term is impossible: lambda is a number above 0"},
		{"egnn-reg", math.NaN(), "a weight NaN of the constraint term is impossible"},
		{"egnn-reg", math.Inf(1), "a weight +Inf of the constraint term is impossible"},
	} {
		job := constrainedJob(t, c.lambda)
		job.Config.Model.Model = c.model
		_, err := train.Train(t.Context(), job)
		require.ErrorContains(t, err, c.want)
		require.NoDirExists(t, job.Store.String())
	}
}
