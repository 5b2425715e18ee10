package commandline

import (
	"errors"
	"fmt"
	"math"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/datasets"
	"gmnc/internal/units"
	"gmnc/predict"
	"gmnc/run"
)

// printEnd prints how good the run is, compared with the baselines, and whether patience ended
// the training.
func (c *trainCommand) printEnd(t *terminal, store run.Store, trained *run.Run, data *datasets.Data) error {
	rows, err := run.ReadMetrics(store)
	if err != nil {
		return err
	}
	report := runReport{Path: c.Output, Model: trained.Config.Model, Epochs: len(rows), Metrics: trained.Metrics, fits: trained.Fits()}
	text, best := "", trained.Best()
	if trained.Model.Module.Main.Output(graph.EnergyOutput) == nil {
		if text, err = report.validated(trained, data); err != nil {
			return err
		}
		best = trained.BestEpoch() // the text has the error of positions
	}
	text += fmt.Sprintf("%s: %s\n", c.Output, best)
	text += fitLines(c.Output, trained)
	worse := report.worse(c.findings, data)
	if len(rows) < c.Training.Epochs && len(trained.Model.Params) > 0 {
		text += fmt.Sprintf("%s: ended after epoch %d, as the last %d had no lower validation error\n", c.Output, len(rows), c.Training.Patience)
	}
	t.report("run", report, "%s", text)
	if worse != "" && c.FailIfWorse {
		return errors.New(worse)
	}
	if worse != "" {
		t.notice("warning: %s", worse)
	}
	return nil
}

// unfinishedFit is the format of a text about a run, by its path.
const unfinishedFit = "%s: the fit of its constants is not finished: continue it with --resume"

// fitLines says how well the constants of a run fit, and whether their fit is finished.
func fitLines(path string, trained *run.Run) (text string) {
	if fit := trained.Fit(); fit != "" {
		text = fmt.Sprintf("%s: fit: %s\n", path, fit)
	}
	if trained.Unfinished() {
		text += fmt.Sprintf(unfinishedFit+"\n", path)
	}
	return text
}

// runReport is the JSON object of a run that was trained, fitted or imported.
type runReport struct {
	Path    string            `json:"path"`
	Model   config.Config     `json:"model"`
	Epochs  int               `json:"epochs,omitempty"`
	Metrics map[string]string `json:"metrics,omitempty"` // of the best weights, as the run's files have them
	Unit    string            `json:"length_unit,omitempty"`
	RMSE    number            `json:"valid_rmse,omitempty"`
	Line    number            `json:"straight_line_rmse,omitempty"`
	fits    bool              // whether the equations are known to fit the training recordings

	// Baseline is the name of the best baseline, which has the least error on the validation
	// samples.
	Baseline     string `json:"baseline,omitempty"`
	BaselineRMSE number `json:"baseline_rmse,omitempty"`
}

// validated adds the run's validation error and, if that is of a single step, the errors of the
// baselines. It returns a line of text about them.
func (r *runReport) validated(trained *run.Run, data *datasets.Data) (string, error) {
	when := ""
	if trained.Fitted() {
		when = "after the fit of constants that follows the epochs: "
	}
	if o := trained.Config.Training; o != nil && o.Unroll > 1 {
		r.RMSE, r.Unit = number(math.Sqrt(trained.Valid())), data.About.LengthUnit
		return fmt.Sprintf("%s: %sroot mean squared error over %d steps of the validation samples %.4g%s\n", r.Path, when, o.Unroll, r.RMSE, units.Behind(r.Unit)), nil
	}
	found := predict.Errors{Position: predict.Summary{Mean: trained.Valid()}}
	valid, err := newErrorsReport(found, data.Valid, data)
	if err != nil {
		return "", err
	}
	r.RMSE, r.Line, r.Unit = valid.RMSE, valid.Line, valid.Unit
	r.Baseline, r.BaselineRMSE = valid.best, valid.bestRMSE
	return fmt.Sprintf("%s: %son the validation samples %s\n", r.Path, when, valid.line()), nil
}
