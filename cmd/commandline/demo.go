package commandline

import (
	"context"

	"gmnc/experiments"
)

type demoCommand struct {
	Output string `short:"o" type:"folder" help:"Folder for everything the demonstration makes." default:"demo"`
	Seed   uint64 `help:"Seed of all random draws." default:"1"`
}

func (c *demoCommand) Run(ctx context.Context, t *terminal) error {
	return stopped(experiments.Demo(ctx, c.Output, c.Seed, t.out), "run gmnc demo again to begin anew")
}
