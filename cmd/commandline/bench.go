package commandline

import (
	"context"

	"gmnc/experiments/bench"
	"gmnc/internal/atomicfile"
	"gmnc/plot"
)

type benchCommand struct {
	Epochs int    `help:"Epochs of training to measure; 600 are the whole." default:"60"`
	JSON   string `help:"Also write the numbers, with a description of the machine." placeholder:"OUT.json"`
	Plot   string `help:"Also draw the time per edge over the size of a batch: .png or .svg." placeholder:"OUT.png"`
}

func (c *benchCommand) Run(ctx context.Context, t *terminal) error {
	options := bench.DefaultOptions()
	options.Training.Epochs = c.Epochs
	return c.measure(ctx, t, options)
}

func (c *benchCommand) measure(ctx context.Context, t *terminal, options bench.Options) error {
	if c.JSON != "" {
		if err := atomicfile.Check(c.JSON); err != nil {
			return err
		}
	}
	if c.Plot != "" {
		if err := plot.Check(c.Plot); err != nil {
			return err
		}
	}
	bar := t.bar(1, "measuring")
	report, err := bench.Measure(ctx, options, func(done, all int) {
		bar.ChangeMax(all)
		bar.Set(done)
	})
	bar.Clear()
	if err != nil {
		return stopped(err, "nothing was written")
	}
	if err := report.WriteTable(t.out); err != nil {
		return err
	}
	if c.JSON != "" {
		if err := report.WriteJSON(c.JSON); err != nil {
			return err
		}
	}
	if c.Plot != "" {
		return report.Draw(c.Plot)
	}
	return nil
}
