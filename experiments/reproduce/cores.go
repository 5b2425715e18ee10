package reproduce

import (
	"context"
	"errors"
	"maps"
	"math"

	"gonum.org/v1/gonum/floats"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/predict"
	"gmnc/run"
)

// cores are tried for the core of a force, in the data's unit of length.
var cores = floats.LogSpan(make([]float64, 7), 0.06, 0.12)

// withCore has the power that is the law of a model end at a core: the one by which
// validation samples have the least mean error in so many steps. Close encounters decide
// it, which the fit of the other constants leaves out.
func withCore(ctx context.Context, config builder.Config, steps int, data *datasets.Data) (best []builder.PairFormula, err error) {
	power, least := config.Law[0], math.Inf(1)
	config = run.ModelFor(config, data)
	config.Layers = steps
	for _, core := range cores {
		config.Law = ofCore(power, core)
		left, err := validationError(ctx, config, data)
		if err != nil {
			return nil, err
		}
		if left < least {
			best, least = config.Law, left
		}
	}
	if best == nil {
		return nil, errors.New("with no core are the predictions of validation samples finite")
	}
	return best, nil
}

// ofCore is a power that ends at a core.
func ofCore(power builder.PairFormula, core float64) []builder.PairFormula {
	constants := maps.Clone(power.Constants)
	constants["c"] = core
	power.Form, power.Constants = "power with a core", constants
	return []builder.PairFormula{power}
}

// validationError is the mean squared error of positions of the validation samples.
func validationError(ctx context.Context, config builder.Config, data *datasets.Data) (float64, error) {
	predictor, err := openLaw(config, data)
	if err != nil {
		return 0, err
	}
	defer predictor.Close()
	errs, err := predict.Evaluate(ctx, predictor, data.Valid)
	return errs.Position.Mean, err
}

// openLaw opens a model whose weights are the constants of its law.
func openLaw(config builder.Config, data *datasets.Data) (predict.Predictor, error) {
	model, err := builder.New(config, false)
	if err != nil {
		return nil, err
	}
	asWritten, err := run.NewBuilt(run.Config{Model: config}, model, run.WithShapes(model, model.Draw(0)))
	if err != nil {
		return nil, err
	}
	predictor, _, err := artifact.FromRun(asWritten).OpenFor(data, "native")
	return predictor, err
}
