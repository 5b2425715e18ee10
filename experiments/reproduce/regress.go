package reproduce

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat"

	"gmnc/artifact"
	"gmnc/datasets"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
	"gmnc/train"
	"gmnc/train/regression"
)

// regress fits a regression and tests it.
func (r *runner) regress(ctx context.Context, result *protocol.Result) error {
	c := result.Cell
	data, path, err := r.data.Get(ctx, c.Data)
	if err != nil {
		return err
	}
	training := data.Train[:min(c.Training.TrainSize, len(data.Train))]
	model, err := regressionOn(ctx, c.Regression, training, data)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	defer model.Close()
	if data, _, err = r.data.Get(ctx, c.Test); err != nil {
		return err
	}
	result.Note = nearness(training, data)
	return measure(ctx, result, model, data, data.Test)
}

// regressionOn returns a regression of the training samples of data. A network is run like any
// other model.
func regressionOn(ctx context.Context, form string, training []system.Sample, data *datasets.Data) (predict.Predictor, error) {
	if form != regression.Network {
		return regression.Fit(ctx, form, training, data.Valid)
	}
	part := *data
	part.Train = training
	fitted, err := regression.FitNetwork(ctx, &part)
	if err != nil {
		return nil, err
	}
	predictor, _, err := artifact.FromRun(fitted).OpenFor(data, "native")
	return predictor, err
}

// nearness describes how near the test samples are to the training samples.
func nearness(training []system.Sample, data *datasets.Data) string {
	distances := regression.Nearest(training, data.Test)
	slices.Sort(distances)
	at := func(share float64) float64 { return stat.Quantile(share, stat.Empirical, distances, nil) }
	return fmt.Sprintf("from a test frame to the nearest training frame: %.3g %s in the median (1 %%: %.3g, 99 %%: %.3g; root mean square over particles, turned onto one frame). In a prediction particles move by %.3g",
		at(0.5), data.About.LengthUnit, at(0.01), at(0.99), regression.Moved(data.Test))
}

// startFitted makes a training begin at what is fitted to its samples: the constants of its
// law, or else the weights of an RBF network.
func startFitted(ctx context.Context, job *train.Job, t *protocol.TrainingKey, data *datasets.Data) error {
	part := *data
	part.Train = data.Train[:min(t.Options.TrainSize, len(data.Train))]
	if len(t.Model.Law) > 0 {
		fit := train.Formulas(ctx, train.Job{Config: run.Config{Model: t.Model, Training: &t.Options}, Data: &part, Engine: job.Engine}, nil)
		var err error
		if t.Model.Law, _, err = fit(t.Model.Law); err != nil || t.Core.Steps == 0 {
			return err
		}
		t.Model.Law, err = withCore(ctx, t.Model, t.Core, &part)
		return err
	}
	fitted, err := regression.FitNetwork(ctx, &part)
	if err != nil {
		return err
	}
	job.Init, t.Options.Init = fitted.Weights, regression.Network
	return nil
}

// resumeFitted resumes a training that began at fitted values, which it takes from the run.
func resumeFitted(_ context.Context, job *train.Job, t *protocol.TrainingKey, _ *datasets.Data) error {
	stored, err := run.ReadConfig(job.Store)
	if err != nil {
		return err
	}
	t.Model.Law, t.Options.Init = stored.Model.Law, stored.Training.Init
	return nil
}
