package commandline

import (
	"fmt"

	"gmnc/datasets"
	"gmnc/datasets/graph"
	"gmnc/system"
)

type decomposeCommand struct {
	Data    string  `arg:"" help:"Data set with bonds, as gmnc prepare writes it."`
	Seed    uint64  `help:"Seed of the choice." default:"1"`
	Maximum bool    `help:"As many sticks as there can be (a maximum matching), instead of bonds in random order as long as they fit."`
	Hinges  int     `help:"Hinges to choose before the sticks." default:"0"`
	Output  npzPath `short:"o" help:"Data set to write." placeholder:"DATA.npz" required:""`
	overwriting
}

// Validate refuses what means nothing, before anything is done.
func (c *decomposeCommand) Validate() error {
	if c.Hinges < 0 {
		return fmt.Errorf("--hinges %d is impossible: expected 0 or more", c.Hinges)
	}
	return nil
}

func (c *decomposeCommand) Run(t *terminal) error {
	return prepare(t, c.Output, c.overwriting, func() (*datasets.Data, error) {
		data, err := datasets.Read(c.Data)
		if err != nil {
			return nil, err
		}
		chosen, err := datasets.Decompose(data, graph.Choice{Seed: c.Seed, Objects: system.CountOf(system.Hinge, c.Hinges), Maximum: c.Maximum})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Data, err)
		}
		return chosen, nil
	})
}
