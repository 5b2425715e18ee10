package reproduce

import (
	"context"
	"fmt"
	"maps"
	"math"

	"gonum.org/v1/gonum/floats"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/predict"
	words "gmnc/predict/law"
	"gmnc/run"
)

// cores are the distances that are tried for the core of a force between charges of 1, in the
// data's unit of length. The programs that made the data limit a force to sim.ForceLimit along
// each axis: 1/r^2 reaches the limit at 0.1 along an axis and at 0.076 along a diagonal. The
// cores extend a fifth beyond both.
var cores = floats.LogSpan(make([]float64, 7), 0.06, 0.12)

// withCore adds a core to the power that is the law of a model: the one with the least mean
// error of validation samples in these steps. The core depends on close encounters, which the
// fit of the other constants leaves out. It is an error if the law is not a single power, or if
// the best core is at an end of those that are tried.
func withCore(ctx context.Context, config config.Config, steps protocol.FinerSteps, data *datasets.Data) (law []config.PairFormula, err error) {
	if len(config.Law) != 1 || config.Law[0].Form != "power" {
		return nil, fmt.Errorf("the law %s can't end at a core: it has to be one force of the form power", words.Texts(config.Law))
	}
	power, left := config.Law[0], make([]float64, len(cores))
	config = steps.Of(run.ModelFor(config, data))
	for i, core := range cores {
		config.Law = ofCore(power, core)
		if left[i], err = validationError(ctx, config, data); err != nil {
			return nil, err
		}
	}
	best, err := leastCore(left)
	if err != nil {
		return nil, err
	}
	return ofCore(power, best), nil
}

// leastCore returns the core with the least error, which must not be the first or the last.
func leastCore(left []float64) (float64, error) {
	best, last := floats.MinIdx(left), len(cores)-1
	switch {
	case !(left[best] < math.Inf(1)):
		return 0, fmt.Errorf("predictions of the validation samples overflow with every core from %.3g to %.3g: give the row more steps in a test, or no core", cores[0], cores[last])
	case best == 0 || best == last:
		return 0, fmt.Errorf("of the cores from %.3g to %.3g validation chooses %.3g, at the end: the best may lie beyond; try more cores, or give the row none", cores[0], cores[last], cores[best])
	}
	return cores[best], nil
}

// ofCore returns a power with a core.
func ofCore(power config.PairFormula, core float64) []config.PairFormula {
	constants := maps.Clone(power.Constants)
	constants["c"] = core
	power.Form, power.Constants = "power with a core", constants
	return []config.PairFormula{power}
}

// validationError returns the mean squared error of positions of the validation samples.
func validationError(ctx context.Context, config config.Config, data *datasets.Data) (float64, error) {
	predictor, err := openLaw(config, data)
	if err != nil {
		return 0, err
	}
	defer predictor.Close()
	errs, err := predict.Evaluate(ctx, predictor, data.Valid)
	return errs.Position.Mean, err
}

// openLaw opens a model whose weights are the constants of its law.
func openLaw(config config.Config, data *datasets.Data) (predict.Predictor, error) {
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
