package commandline

import (
	"context"
	"fmt"

	"gmnc/datasets"
	"gmnc/datasets/nbody"
	"gmnc/system"
)

type simulateCommand struct {
	System  string  `help:"Isolated particles, sticks and hinges of each system: P,S,H." default:"3,2,1"`
	Train   int     `help:"Samples to train on." default:"500"`
	Valid   int     `help:"Samples to choose the weights by." default:"2000"`
	Test    int     `help:"Samples to test on." default:"2000"`
	Seed    uint64  `help:"Seed of all random draws." default:"43"`
	Workers int     `help:"Trajectories simulated at a time; 0 is one for each processor. The result does not depend on it." default:"0"`
	Output  npzPath `short:"o" help:"Data set to write." placeholder:"DATA.npz" required:""`
	overwriting
}

func (c *simulateCommand) Run(ctx context.Context, t *terminal) error {
	composition, err := system.ParseComposition(c.System)
	if err != nil {
		return err
	}
	job := nbody.Config{System: composition, Train: c.Train, Valid: c.Valid, Test: c.Test, Seed: c.Seed, Workers: c.Workers}
	if err := c.vacant(string(c.Output)); err != nil {
		return err
	}
	progress := t.progress()
	what := fmt.Sprintf("%d trajectories", job.Count())
	data, redrawn, err := nbody.Simulate(ctx, job, func(done int) {
		progress.show(float64(done)/float64(job.Count()), item{"simulating " + what, what})
	})
	progress.clear()
	if err != nil {
		return stopped(err, "nothing was written")
	}
	if err := datasets.Write(string(c.Output), data); err != nil {
		return err
	}
	text := fmt.Sprintf("%s: %d training, %d validation, %d test samples of (%s)\n", c.Output, c.Train, c.Valid, c.Test, composition)
	if redrawn > 0 {
		text += fmt.Sprintf("%d trajectories became non-finite and were drawn again\n", redrawn)
	}
	t.report("data", newDataReport(c.Output, data, redrawn), "%s", text)
	return nil
}
