package commandline

import (
	"context"
	"fmt"
	"math"

	"gmnc/artifact"
	"gmnc/datasets"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/train/regression"
)

type fitCommand struct {
	Data   string `arg:"" help:"Data set whose node features name the particles, as gmnc prepare mocap --joints makes it." placeholder:"DATA.npz"`
	Output string `short:"o" type:"folder" help:"Run folder to make." placeholder:"RUN" required:""`
	overwriting
}

func (c *fitCommand) Run(ctx context.Context, t *terminal) error {
	if err := c.vacantRun(c.Output); err != nil {
		return err // before any data are read
	}
	data, err := datasets.Read(c.Data)
	if err != nil {
		return err
	}
	info, err := run.DescribeData(c.Data, data)
	if err != nil {
		return err
	}
	fitted, err := regression.FitNetwork(ctx, data)
	if err != nil {
		return stopped(fmt.Errorf("%s: %w", c.Data, err), "nothing was written")
	}
	fitted.Config.Version, fitted.Config.Data = run.Version(), info
	if err := c.validate(ctx, fitted, data); err != nil {
		return stopped(err, "nothing was written")
	}
	if err := c.clear(c.Output); err != nil {
		return err
	}
	if err := fitted.Write(run.Folder(c.Output)); err != nil {
		return err
	}
	report := runReport{Path: c.Output, Model: fitted.Config.Model, Metrics: fitted.Metrics}
	valid, err := report.validated(fitted, data)
	if err != nil {
		return err
	}
	t.report("run", report, "%s: %s, learned parameters: %d\n%s", c.Output, fitted.Config.Model.Model, fitted.Model.Count(), valid)
	return nil
}

// validate measures the fitted network on the validation samples.
func (c *fitCommand) validate(ctx context.Context, fitted *run.Run, data *datasets.Data) error {
	predictor, _, err := artifact.FromRun(fitted).OpenFor(data, "native")
	if err != nil {
		return err
	}
	defer predictor.Close()
	errs, err := predict.Evaluate(ctx, predictor, data.Valid)
	if err != nil {
		return err
	}
	fitted.Metrics = run.MetricsAt(0, errs.Position.Mean, errs.Constraint, math.NaN())
	return nil
}
