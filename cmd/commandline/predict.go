package commandline

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"gmnc/artifact"
	"gmnc/builder/graph"
	"gmnc/datasets"
	"gmnc/internal/within"
	"gmnc/predict"
	"gmnc/predict/conformal"
	"gmnc/system"
)

type predictCommand struct {
	Model   string  `arg:"" help:"Exported file or run folder."`
	Data    string  `arg:"" help:"Data set to predict."`
	Split   string  `help:"Split of the data set: ${enum}." enum:"train,valid,test" default:"test"`
	Runtime string  `help:"Engine that runs the model: ${enum}. auto is native for a run; onnxruntime, or onnx-go where there is none, for a file." enum:"auto,${runtimes}" default:"auto"`
	Output  npzPath `short:"o" help:"Write the predictions, x and v [samples, particles, 3], and the radii and spreads of a file that has some." placeholder:"OUT.npz"`
	unitsFlag
	overwriting
	timeout `set:"timeout=0s"`
}

// Validate refuses a model and data in the wrong order, and an output that is the data set
// itself.
func (c *predictCommand) Validate() error {
	return cmp.Or(inOrder("predict", c.Model, c.Data), c.Output.notDataSet(c.Data))
}

// noteLimits prints in how many predictions a limit acted.
func noteLimits(t *terminal, limits *artifact.Limits) {
	if text := limits.String(); text != "" {
		t.notice("note: %s", text)
	}
}

// readSplit reads a data set, and returns it with the samples of a split.
func readSplit(path, split string) (*datasets.Data, []system.Sample, error) {
	data, err := datasets.Read(path)
	if err != nil {
		return nil, nil, err
	}
	samples, err := data.Split(split)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return data, samples, nil
}

func (c *predictCommand) Run(ctx context.Context, t *terminal) error {
	data, samples, err := readSplit(c.Data, c.Split)
	if err != nil {
		return err
	}
	if err := c.vacant(string(c.Output)); err != nil {
		return err
	}
	ctx, cancel := c.limit(ctx)
	defer cancel()
	model, opened, err := c.open(ctx, t, data, samples)
	if err != nil {
		return err
	}
	defer opened.Close()
	conversion, err := c.inDomain(t, model, c.Data, data, samples)
	if err != nil {
		return err
	}
	outputs, err := conversion.Predictor(opened.Predictor).Outputs(samples)
	if err != nil {
		return stopped(err, "nothing was written")
	}
	position, velocity, err := predict.Positions(samples, outputs)
	if err != nil {
		return err
	}
	found, err := model.Compare(samples, position, velocity)
	if err != nil {
		return err
	}
	report, err := newErrorsReport(found, samples, data)
	if err != nil {
		return err
	}
	if report.Radius, err = artifact.MeasureRadius(model.Config().Model, samples, outputs); err != nil {
		return err
	}
	if report.Spread, err = artifact.MeasureSpread(model.Config().Model, samples, outputs); err != nil {
		return err
	}
	if report.Rolled, err = c.overSteps(ctx, t, model, samples, conversion); err != nil {
		return stopped(err, "nothing was written")
	}
	report.Model, report.Data, report.Split, report.Runtime = c.Model, c.Data, c.Split, opened.engine
	t.report("errors", report, "%d %s samples in %s\n%s", len(samples), c.Split, opened.engine, report.table())
	noteLimits(t, opened.limits)
	if trained, err := model.Run(); err == nil && trained.Unfinished() {
		t.notice(unfinishedFit, c.Model)
	}
	if c.Output != "" {
		err = datasets.WritePrediction(string(c.Output), position, velocity, datasets.Sizes(samples), radiiColumns(outputs)...)
	}
	if err = errors.Join(err, predict.CheckFinite(samples, position, velocity)); err != nil {
		return err
	}
	if worse := report.worse(); worse != "" {
		t.notice("warning: %s", worse)
	}
	return nil
}

// overSteps measures the radii of a file of several steps, in the engine and within the time
// limit of the predictions. It prints a note if not all were measured.
func (c *predictCommand) overSteps(ctx context.Context, t *terminal, model *artifact.Model, samples []system.Sample, conversion artifact.Conversion) (rolled []conformal.MeasuredStep, err error) {
	steps := model.RadiusSteps()
	if steps == 0 {
		return nil, nil
	}
	engine, err := model.Engine(c.Runtime)
	if err != nil {
		return nil, err
	}
	missing := ""
	switch {
	case conversion.What != "":
		missing = "the units of " + c.Data + " are converted"
	case engine.OpenFile == nil:
		missing = engine.Name + " does not run the file itself, as --runtime onnxruntime and onnx-go do"
	default:
		rolled, err = within.Context(ctx, func() ([]conformal.MeasuredStep, error) { return model.MeasureSteps(engine, samples) })
		if len(rolled) < len(conformal.ShownSteps(steps)) {
			missing = "the trajectories of " + c.Data + " are shorter"
		}
	}
	if err == nil && missing != "" {
		t.notice("note: the radii of %d steps were not all measured: %s", steps, missing)
	}
	return rolled, err
}

// open reads the model and opens it in the engine of --runtime.
func (c *predictCommand) open(ctx context.Context, t *terminal, data *datasets.Data, samples []system.Sample) (model *artifact.Model, opened running, err error) {
	defer collectLate()()
	if model, err = artifact.Load(c.Model); err != nil {
		return nil, running{}, err
	}
	if err := checkPrediction(t, model, c.Runtime, samples, "--runtime native takes them in blocks"); err != nil {
		return nil, running{}, fmt.Errorf("%s: %w", c.Data, err)
	}
	if opened, err = openWatched(ctx, model, data, c.Runtime); err != nil {
		return nil, running{}, stopped(fmt.Errorf("%s: %w", c.Model, err), "nothing was written")
	}
	return model, opened, nil
}

// radiiColumns returns the radii and spreads among a model's outputs.
func radiiColumns(outputs map[string][]float32) (columns []datasets.Column) {
	for _, key := range []string{graph.PositionRadius, graph.VelocityRadius, graph.SystemRadius, graph.PositionSpread, graph.VelocitySpread} {
		if values := outputs[key]; values != nil {
			columns = append(columns, datasets.Column{Key: key, Values: values})
		}
	}
	return columns
}
