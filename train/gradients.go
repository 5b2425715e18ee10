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

// Gradients returns the first part of a training step as a module. It computes the objective of
// options and, for each parameter on which the loss depends, "grad/<parameter>". The names of
// these parameters are returned too, sorted. The module's inputs, besides the parameters, are
// those that GradientBatch makes. Options.Unroll is ignored: the model is applied once.
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

// lossWithoutData returns the loss of options if the training data are not at hand.
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

// GradientBatch returns the inputs of Gradients for samples of one composition.
func GradientBatch(model *graph.Model, options run.Options, samples []system.Sample) runtime.Batch {
	var batch system.Batch
	batch.Fill(samples)
	return inputsOf(model, options, &batch, samples, false)
}
