package commandline

import (
	"context"
	"errors"

	"gmnc/experiments/bench"
	"gmnc/plot"
)

type benchCommand struct {
	Epochs int    `help:"Epochs of training to measure; 600 are the whole." default:"60"`
	Output string `short:"o" help:"Also write the numbers as JSON, with a description of the machine." placeholder:"OUT.json"`
	Plot   string `help:"Also draw the time per edge over the size of a batch: .png or .svg." placeholder:"OUT.png"`
	overwriting
}

func (c *benchCommand) Run(ctx context.Context, t *terminal) error {
	options := bench.DefaultOptions()
	options.Training.Epochs = c.Epochs
	return c.measure(ctx, t, options)
}

func (c *benchCommand) measure(ctx context.Context, t *terminal, options bench.Options) error {
	if c.Output != "" {
		if err := c.vacant(c.Output); err != nil {
			return err
		}
	}
	if c.Plot != "" {
		if err := errors.Join(plot.Check(c.Plot), c.vacant(c.Plot)); err != nil {
			return err
		}
	}
	progress := t.progress()
	report, err := bench.Measure(ctx, options, func(done, all int) {
		progress.show(float64(done)/float64(all), item{"measuring", "measuring"})
	})
	progress.clear()
	if err != nil {
		return stopped(err, "nothing was written")
	}
	if err := report.WriteTable(t.out); err != nil {
		return err
	}
	if c.Output != "" {
		if err := report.WriteJSON(c.Output); err != nil {
			return err
		}
	}
	if c.Plot != "" {
		return report.Draw(c.Plot)
	}
	return nil
}
