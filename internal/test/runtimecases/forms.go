package main

import (
	"context"
	"fmt"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/export"
	"gmnc/export/rolling"
	"gmnc/internal/test/fixtures"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
	"gmnc/train"
)

// rolledSteps is the number of steps in files that roll: enough to see a fault of the first
// step in later ones.
const rolledSteps = 3

// forms writes files that roll and files of a training step, for one model each, or for all
// models that have such files.
func (w *writer) forms(all bool) error {
	rolling, training := []string{"gmn-ode"}, []string{"gmn"}
	if all {
		rolling, training = config.Models(), config.Models()
	}
	for _, name := range rolling {
		config := config.Config{Model: name, Form: config.Published, Layers: 1, Hidden: 8, Time: 0.1, Length: 1}
		model, err := rollingModel(config)
		if err != nil {
			return err
		}
		if model == nil {
			continue // it has no velocity for the next step
		}
		if err := w.rolling(model); err != nil {
			return fmt.Errorf("%s that rolls: %w", name, err)
		}
	}
	for _, name := range training {
		if config.Describe(name).Sizeless {
			continue // there is nothing to train
		}
		if err := w.training(config.Config{Model: name, Form: config.Published, Layers: 1, Hidden: 8}); err != nil {
			return fmt.Errorf("steps of training of %s: %w", name, err)
		}
	}
	return nil
}

// rollingModel builds a model with true velocities. It returns nil if the model has no
// velocity.
func rollingModel(config config.Config) (*graph.Model, error) {
	model, err := builder.New(config, false)
	if err != nil || !model.CarriesVelocity() {
		return nil, err
	}
	config.TrueVelocity = true
	return builder.New(config, false)
}

// few returns the systems on which all forms of a model are tried.
func few() batch {
	composition := system.Composition{1, 2, 1}
	return batch{fmt.Sprintf("(%s)x2", composition), fixtures.Samples(composition, 2, 5)}
}

// rolling writes the files of a model that roll, with a loop and unrolled.
func (w *writer) rolling(model *graph.Model) error {
	b, weights := few(), fixtures.Weights(model, 1, forceGain)
	predictor, err := reference(model, weights)
	if err != nil {
		return err
	}
	defer predictor.Close()
	var position, velocity []float32
	for frame, err := range (predict.Rollout{Predictor: predictor, Samples: b.samples, Steps: rolledSteps}).Frames(context.Background()) {
		if err != nil {
			return err
		}
		if frame.Step > 0 {
			position, velocity = append(position, frame.Position...), append(velocity, frame.Velocity...)
		}
	}
	inputs := predict.SystemInputs(b.samples)
	shape := append([]int{rolledSteps}, inputs["position"].Shape...)
	outputs := map[string]runtime.Tensor{
		"predicted_positions": runtime.Floats(position, shape...), "predicted_velocities": runtime.Floats(velocity, shape...),
	}
	for _, rollout := range []rolling.Rollout{{}, {Steps: rolledSteps}} {
		name := model.Config.Model + "-unrolled"
		if rollout.Steps == 0 {
			name = model.Config.Model + "-loop"
			inputs[rolling.StepsInput] = runtime.Indices([]int64{rolledSteps})
		}
		file, err := export.Model(model.Module, weights, export.Info{Rollout: &rollout})
		if err != nil {
			return err
		}
		if err := w.form(model, name, file, b, inputs, outputs); err != nil {
			return err
		}
		delete(inputs, rolling.StepsInput)
	}
	return nil
}

// form writes a file of a model with a case, and cases with faults.
func (w *writer) form(model *graph.Model, name string, file []byte, b batch, inputs, outputs map[string]runtime.Tensor) error {
	if err := w.file(name, file); err != nil {
		return err
	}
	if err := w.sound(b.name, inputs, outputs); err != nil {
		return err
	}
	return w.faults(model.Config.Model, b, inputs, outputs)
}

// training writes a file of the first training step, at the rate 0, with the loss and the
// predictions before it.
func (w *writer) training(config config.Config) error {
	model, err := builder.New(config, false)
	if err != nil {
		return err
	}
	b, weights, options := few(), fixtures.Weights(model, 1, forceGain), run.PaperOptions()
	module, params, err := train.Gradients(model, options)
	if err != nil {
		return err
	}
	step := export.StepOf(module, params)
	file, err := export.Model(module, weights, export.Info{Step: step})
	if err != nil {
		return err
	}
	first := train.GradientBatch(model, options, b.samples)
	predict.Match(first, module)
	given := map[string]ir.Tensor{}
	for _, values := range []map[string]runtime.Tensor{first.Inputs, run.WithShapes(model, weights)} {
		for name, value := range values {
			given[name] = runtime.Widen(value)
		}
	}
	results, err := ir.Eval(module, given, nil)
	if err != nil {
		return err
	}
	var flat []float32
	for _, weight := range step.Weights {
		flat = append(flat, weights[weight.Name]...)
	}
	inputs := stepInputs(b.samples)
	for _, name := range []string{export.WeightsInput, export.FirstMomentInput, export.SecondMomentInput} {
		inputs[name] = runtime.Floats(make([]float32, len(flat)), len(flat))
	}
	return w.form(model, config.Model+"-step", file, b, inputs, stepOutputs(results, flat, inputs["position"].Shape))
}

// stepOutputs returns the outputs of a file of training steps after a step at the rate 0. They
// are what the gradients' module returns for positions of a shape, and the unchanged weights.
func stepOutputs(results map[string]ir.Tensor, weights []float32, shape []int) map[string]runtime.Tensor {
	outputs := map[string]runtime.Tensor{runtime.LossName: runtime.Narrow(results[runtime.LossName])}
	for _, name := range []string{"position", "velocity"} {
		if value, ok := results[name]; ok {
			outputs["predicted_"+name] = runtime.Floats(runtime.Narrow(value).Float, shape...)
		}
	}
	outputs[rolling.NextPrefix+export.WeightsInput] = runtime.Floats(weights, len(weights))
	return outputs
}

// stepInputs returns the inputs of a file of training steps, except weights and moments.
func stepInputs(samples []system.Sample) map[string]runtime.Tensor {
	inputs := predict.SystemInputs(samples)
	var target []float32
	for _, s := range samples {
		target = append(target, s.TargetPosition...)
	}
	inputs["target"] = runtime.Floats(target, inputs["position"].Shape...)
	inputs[export.StepInput] = runtime.Indices([]int64{0})
	inputs[export.LearningRateInput] = runtime.Floats([]float32{0})
	return inputs
}
