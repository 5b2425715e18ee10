package commandline

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"text/tabwriter"

	"gmnc/plot"
	"gmnc/run"
)

type compareCommand struct {
	Runs   []string `arg:"" help:"Run folders."`
	Output string   `short:"o" help:"Also draw the validation errors of all over their epochs: .png or .svg." placeholder:"OUT.png"`
	overwriting
}

// comparedReport is the JSON object of one of the runs.
type comparedReport struct {
	Path       string `json:"path"`
	Model      string `json:"model"`
	Weights    int    `json:"weights"`
	Epochs     int    `json:"epochs"`
	Valid      number `json:"valid_mse"` // the lowest, in position units squared
	ValidEpoch int    `json:"valid_epoch"`
	Seconds    number `json:"seconds"` // of training
	Data       string `json:"data_sha256"`
}

func (c *compareCommand) Run(t *terminal) error {
	if c.Output != "" {
		if err := errors.Join(plot.Check(c.Output), c.vacant(c.Output)); err != nil {
			return err
		}
	}
	var reports []comparedReport
	var curves []plot.Series
	for _, folder := range c.Runs {
		report, rows, err := readCompared(folder)
		if err != nil {
			return err
		}
		curve := plot.FromEpochs(rows)[1]
		curve.Name = folder
		reports, curves = append(reports, report), append(curves, curve)
	}
	if err := t.printCompared(reports); err != nil {
		return err
	}
	if c.Output == "" {
		return nil
	}
	axes := plot.Axes{Title: comparedTitle(reports), X: "epoch", Y: "validation error, (length unit of the data)²", WholeX: true, LogY: true}
	if err := plot.Curves(axes, curves).Save(c.Output); err != nil {
		return err
	}
	t.report("file", fileReport{c.Output}, "%s\n", c.Output)
	return nil
}

// comparedTitle names the run of the lowest error.
func comparedTitle(reports []comparedReport) string {
	best := slices.MinFunc(reports, func(a, b comparedReport) int { return cmp.Compare(a.Valid, b.Valid) })
	return plot.Title(fmt.Sprintf("Validation errors of %d runs", len(reports)),
		fmt.Sprintf("the lowest: %s, %s, in epoch %d of %d", best.Path, best.Model, best.ValidEpoch, best.Epochs))
}

// readCompared reads a run that was trained.
func readCompared(folder string) (comparedReport, []run.Epoch, error) {
	trained, err := run.Read(run.Folder(folder))
	if err != nil {
		return comparedReport{}, nil, err
	}
	rows, err := run.ReadMetrics(run.Folder(folder))
	if err != nil {
		return comparedReport{}, nil, err
	}
	best, _ := lowest(rows)
	report := comparedReport{
		Path: folder, Model: trained.Config.Model.Model, Weights: trained.Model.Count(),
		Epochs: len(rows), Valid: number(trained.Valid()), ValidEpoch: best.Epoch,
	}
	if len(rows) > 0 {
		report.Seconds = number(rows[len(rows)-1].Time)
	}
	if trained.Config.Data != nil {
		report.Data = trained.Config.Data.SHA256
	}
	return report, rows, nil
}

// printCompared prints the table, and names what makes errors incomparable.
func (t *terminal) printCompared(reports []comparedReport) error {
	if t.json != nil {
		for _, r := range reports {
			t.json.write("compared", r)
		}
		return nil
	}
	table := tabwriter.NewWriter(t.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "run\tmodel\tweights\tvalidation error x100\tin epoch\tof\tseconds")
	for _, r := range reports {
		fmt.Fprintf(table, "%s\t%s\t%d\t%.5f\t%d\t%d\t%.0f\n", r.Path, r.Model, r.Weights, 100*r.Valid, r.ValidEpoch, r.Epochs, r.Seconds)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, r := range reports[1:] {
		if r.Data != reports[0].Data {
			t.notice("note: %s and %s were trained on other data: their errors do not compare", reports[0].Path, r.Path)
		}
	}
	return nil
}
