package train

import (
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/internal/fields"
	"gmnc/ir"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// Gradients returns what a step of training starts with, as a module: the
// objective of options with, for each parameter that the loss depends on,
// "grad/<parameter>". These parameters are returned, sorted. Its other inputs are as
// GradientBatch makes them: Options.Unroll is left out, and the model applied once.
func Gradients(model *graph.Model, options run.Options) (module *ir.Module, params []string, err error) {
	loss, err := lossWithoutData(model.Config, options)
	if err != nil {
		return nil, nil, err
	}
	if module, err = ObjectiveOf(model, loss); err != nil {
		return nil, nil, err
	}
	if module, err = ir.OptimizeForKernels(module); err != nil {
		return nil, nil, err
	}
	if _, params, err = runtime.Objective(module); err != nil {
		return nil, nil, err
	}
	module, _, err = ir.Gradient(module, runtime.LossName, params)
	return module, params, err
}

// lossWithoutData is the loss of options where the training data are not at
// hand.
func lossWithoutData(config config.Config, options run.Options) (Loss, error) {
	loss := Loss{Lambda: options.Lambda, Velocity: options.Velocity}
	if options.Loss != "" && config.Length == 0 {
		return loss, fields.Errorf("{loss} %s needs the length of the training data, which this model does not know: train one with {loss} mse, or gmn-ode", options.Loss)
	}
	if options.Loss == run.Cauchy && options.CauchyLength == 0 {
		return loss, fields.Errorf("{loss} cauchy needs the median error that a training begins with: take the options of a run")
	}
	loss.robust(options, config.Length)
	return loss, nil
}

// GradientBatch are the inputs of Gradients for samples of one composition.
func GradientBatch(model *graph.Model, options run.Options, samples []system.Sample) runtime.Batch {
	var batch system.Batch
	batch.Fill(samples)
	return inputsOf(model, options, &batch, samples, false)
}
