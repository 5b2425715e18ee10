package train_test

import (
	"context"
	"maps"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/internal/test/modes"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
	"gmnc/train"
)

// constrainedModel trains with the constraint term.
var constrainedModel = builder.Config{Model: "egnn-reg", Form: builder.Published, Layers: 2, Hidden: 4}

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

func constrainedObjective(t *testing.T, padded bool) (*builder.Model, *ir.Module) {
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

// TestChooseLambda: the run is the candidate of the lowest validation error.
func TestChooseLambda(t *testing.T) {
	job := constrainedJob(t, 0)
	lambdas := []float64{10, 0.01, 0.1}
	trained, err := train.ChooseLambda(t.Context(), job, lambdas, train.Train)
	require.NoError(t, err)
	stored, err := run.Read(job.Store)
	require.NoError(t, err)
	require.Equal(t, trained, stored)
	require.Equal(t, lambdas, trained.Config.Training.LambdaFrom)

	best, lambda := math.Inf(1), 0.0
	for i, name := range []string{"lambda_10", "lambda_0.01", "lambda_0.1"} {
		store := job.Store.Within(name)
		candidate, err := run.Read(store)
		require.NoError(t, err)
		require.Equal(t, lambdas[i], candidate.Config.Training.Lambda)
		valid, err := strconv.ParseFloat(candidate.Metrics["valid_mse"], 64)
		require.NoError(t, err)
		if valid < best {
			best, lambda = valid, lambdas[i]
		}
		if lambdas[i] == trained.Config.Training.Lambda {
			require.Equal(t, candidate.Weights, trained.Weights)
			require.Equal(t, read(t, store, "metrics.csv"), read(t, job.Store, "metrics.csv"))
		}
	}
	require.Equal(t, lambda, trained.Config.Training.Lambda)

	again, err := train.ChooseLambda(t.Context(), job, lambdas, train.Resume)
	require.NoError(t, err)
	require.Equal(t, trained, again)
	_, err = train.ChooseLambda(t.Context(), job, lambdas[:2], train.Resume)
	require.ErrorContains(t, err, "holds a run already, which was not chosen from these lambda: choose another folder")
}

// TestChooseLambdaWithoutThoseThatOverflow: they are out, and an error if
// nothing else is left.
func TestChooseLambdaWithoutThoseThatOverflow(t *testing.T) {
	job := constrainedJob(t, 0)
	for range 2 { // and again, as resumed
		trained, err := train.ChooseLambda(t.Context(), job, []float64{1e39, 0.1}, func(ctx context.Context, job train.Job) (*run.Run, error) {
			if run.Started(job.Store) {
				return train.Resume(ctx, job)
			}
			return train.Train(ctx, job)
		})
		require.NoError(t, err)
		require.Equal(t, 0.1, trained.Config.Training.Lambda)
	}
	_, err := train.ChooseLambda(t.Context(), constrainedJob(t, 0), []float64{1e39, 2e39}, train.Train)
	require.ErrorContains(t, err, "lambda 1e+39: the loss is not finite in epoch 1")
	require.ErrorContains(t, err, "lambda 2e+39: the loss is not finite in epoch 1")
}

// TestChooseLambdaLeavesTheFilesOfOthers: and says so before it trains.
func TestChooseLambdaLeavesTheFilesOfOthers(t *testing.T) {
	job := constrainedJob(t, 0)
	require.NoError(t, os.MkdirAll(job.Store.String(), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(job.Store.String(), "metrics.csv"), nil, 0o600))
	_, err := train.ChooseLambda(t.Context(), job, []float64{0.1, 1}, train.Train)
	require.ErrorContains(t, err, "holds a file metrics.csv already")
	require.NoDirExists(t, filepath.Join(job.Store.String(), "lambda_0.1"))
}

// TestLambdaGoesWithTheModel: errors name both options, and come before
// anything is written.
func TestLambdaGoesWithTheModel(t *testing.T) {
	for _, c := range []struct {
		model   string
		lambdas []float64
		want    string
	}{
		{"gmn", []float64{0.1}, "lambda 0.1 does not go with model gmn, which trains without the constraint term: egnn-reg"},
		{"egnn-reg", []float64{0}, "lambda 0 does not go with model egnn-reg, which trains with the constraint term: lambda is a number above 0"},
		{"egnn-reg", []float64{-1}, "a weight -1 of the constraint term is impossible: lambda is a number above 0"},
		{"egnn-reg", []float64{math.NaN()}, "a weight NaN of the constraint term is impossible"},
		{"egnn", []float64{0.1, 0.2}, "lambda 0.1 does not go with model egnn, which trains without"},
		{"egnn-reg", []float64{0.1, 0.2, 0.1}, "lambda lists 0.1 twice"},
		{"egnn-reg", []float64{0.1, math.Inf(1)}, "a weight +Inf of the constraint term is impossible"},
	} {
		job := constrainedJob(t, c.lambdas[0])
		job.Config.Model.Model = c.model
		var err error
		if len(c.lambdas) > 1 {
			_, err = train.ChooseLambda(t.Context(), job, c.lambdas, train.Train)
		} else {
			_, err = train.Train(t.Context(), job)
		}
		require.ErrorContains(t, err, c.want)
		require.NoDirExists(t, job.Store.String())
	}
}
