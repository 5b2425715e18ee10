package train_test

import (
	"context"
	"maps"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets/nbody"
	"gmnc/export"
	"gmnc/export/rolling"
	"gmnc/onnx"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
	"gmnc/train"
)

const (
	// stepLoss is what the losses of two float32 programs may differ by in ten
	// steps, relative to themselves: some hundred roundings of 6e-8.
	stepLoss = 1e-5
	// stepWeight is what their weights may be apart after ten steps, as the root mean
	// square over the root mean square of how far they moved: 1e-6 is measured. A weight
	// whose gradient is of the size of its rounding, where Adam turns the sign into a
	// whole step, would show as more.
	stepWeight = 1e-5
)

// clippedOptions clip, and have a decay that shows.
func clippedOptions(c config.Config) run.Options {
	options := run.PaperOptions()
	options.LearningRate, options.WeightDecay, options.Clip = 1e-3, 1e-4, 1e-3
	if config.Describe(c.Model).ConstraintTerm {
		options.Lambda = run.DefaultLambda
	}
	if c.TrueVelocity {
		options.Velocity = run.DefaultVelocity
	}
	return options
}

func stepsSamples(t *testing.T) []system.Sample {
	data, _, err := nbody.Simulate(context.Background(), nbody.Config{
		System: system.Composition{2, 1, 1}, Train: 8, Seed: 5,
	}, nil)
	require.NoError(t, err)
	return data.Train
}

// TestStepsInAFile: a file of training steps does in ten steps what a
// trainer does, clipping as the training does.
func TestStepsInAFile(t *testing.T) {
	samples := stepsSamples(t)
	for _, name := range []string{"egnn", "gmn", "gmn-l-reg", "gmn-ode", "rf"} {
		t.Run(name, func(t *testing.T) {
			c := config.Config{Model: name, Form: config.Published, Layers: 2, Hidden: 8, TrueVelocity: name == "gmn-ode"}
			if config.Describe(name).Scaled {
				c.Time, c.Length, c.Depth = 1, 2, 2
			}
			model, err := builder.New(c, false)
			require.NoError(t, err)
			options := clippedOptions(c)
			start, err := run.New(run.Config{Model: c, Training: &options}, run.WithShapes(model, model.Draw(3)))
			require.NoError(t, err)
			losses, weights := stepsOfTrainer(t, start, samples)
			file, step := stepFile(t, start)
			fileLosses, flat := stepsOfFile(t, file, step, samples, c)
			for i := range losses {
				require.InEpsilon(t, losses[i], fileLosses[i], stepLoss, "step %d", i+1)
			}
			var off, moved float64
			for _, weight := range step.Weights {
				for i, x := range weights[weight.Name].Float {
					off += math.Pow(float64(flat[i]-x), 2)
					moved += math.Pow(float64(start.Weights[weight.Name].Float[i]-x), 2)
				}
				flat = flat[len(weights[weight.Name].Float):]
			}
			require.Positive(t, moved)
			t.Logf("weights are off by %.1e of how far they moved", math.Sqrt(off/moved))
			require.LessOrEqual(t, math.Sqrt(off/moved), stepWeight)
		})
	}
}

// stepsOfTrainer makes ten steps as train.Train does.
func stepsOfTrainer(t *testing.T, start *run.Run, samples []system.Sample) (losses []float64, weights map[string]runtime.Tensor) {
	options := *start.Config.Training
	objective, err := train.ObjectiveOf(start.Model, train.Loss{Lambda: options.Lambda, Velocity: options.Velocity})
	require.NoError(t, err)
	mode, err := engines.Trainer().Level(2)
	require.NoError(t, err)
	trainer, err := mode.Train(objective, start.Weights, runtime.Solver{LearningRate: options.LearningRate, WeightDecay: options.WeightDecay})
	require.NoError(t, err)
	defer trainer.Close()
	for range 10 {
		batch := train.GradientBatch(start.Model, options, samples)
		predict.Match(batch, objective)
		gradients, err := trainer.Gradients(batch)
		require.NoError(t, err)
		if losses == nil {
			require.Greater(t, norm(gradients), options.Clip, "nothing is clipped")
		}
		train.Clip(gradients, options.Clip)
		require.NoError(t, trainer.Step(gradients))
		losses = append(losses, gradients.Loss)
	}
	return losses, trainer.Params()
}

// stepFile is a file of training steps of a run.
func stepFile(t *testing.T, start *run.Run) ([]byte, *export.Step) {
	options, weights := *start.Config.Training, map[string][]float32{}
	for name, weight := range start.Weights {
		weights[name] = weight.Float
	}
	module, params, err := train.Gradients(start.Model, options)
	require.NoError(t, err)
	step := export.StepOf(module, params)
	step.LearningRate, step.WeightDecay, step.Clip = options.LearningRate, options.WeightDecay, options.Clip
	file, err := export.Model(module, weights, export.Info{Step: step, Depth: start.Config.Model.Depth})
	require.NoError(t, err)
	require.NoError(t, onnx.Check(file))
	return file, step
}

// stepsOfFile makes ten steps with a file in onnx-go.
func stepsOfFile(t *testing.T, file []byte, step *export.Step, samples []system.Sample, config config.Config) (losses []float64, weights []float32) {
	engine, _ := engines.Named("onnx-go")
	session, err := engine.OpenFile(file)
	require.NoError(t, err)
	defer session.Close()
	count := 0
	for _, weight := range step.Weights {
		count += weight.Shape[0] * weight.Shape[1]
	}
	inputs := predict.SystemInputs(samples)
	var position, velocity []float32
	for _, sample := range samples {
		position, velocity = append(position, sample.TargetPosition...), append(velocity, sample.TargetVelocity...)
	}
	inputs["target"] = runtime.Floats(position, inputs["position"].Shape...)
	if config.Depth > 0 {
		maps.Copy(inputs, predict.ForestInputs(samples))
	}
	if config.TrueVelocity {
		inputs["target_velocity"] = runtime.Floats(velocity, inputs["position"].Shape...)
	}
	for _, name := range []string{export.WeightsInput, export.FirstMomentInput, export.SecondMomentInput} {
		inputs[name] = runtime.Floats(make([]float32, count), count)
	}
	inputs[export.StepInput] = runtime.Indices([]int64{0})
	inputs[export.LearningRateInput] = runtime.Floats([]float32{float32(step.LearningRate)})
	for range 10 {
		outputs, err := session.Run(runtime.Batch{Inputs: inputs})
		require.NoError(t, err)
		losses = append(losses, float64(outputs["loss"].Float[0]))
		for _, name := range []string{export.WeightsInput, export.FirstMomentInput, export.SecondMomentInput, export.StepInput} {
			inputs[name] = outputs[rolling.NextPrefix+name]
		}
	}
	return losses, inputs[export.WeightsInput].Float
}

func norm(gradients *runtime.Gradients) float64 {
	square := 0.0
	for _, gradient := range gradients.ByParam {
		for _, x := range gradient.Float {
			square += float64(x) * float64(x)
		}
	}
	return math.Sqrt(square)
}
