package commandline

import (
	"context"
	"errors"
	"fmt"

	"gmnc/datasets"
	"gmnc/datasets/graph"
	"gmnc/system"
)

type decomposeCommand struct {
	Data    string  `arg:"" help:"Data set with bonds, as gmnc prepare writes it."`
	Seed    uint64  `help:"Seed of the choice." default:"1"`
	Maximum bool    `help:"Find as many sticks as possible (a maximum matching), instead of taking bonds in random order as long as they fit."`
	Hinges  int     `help:"Hinges to choose before the sticks." default:"0"`
	Trees   bool    `help:"Choose spanning trees of the bonds instead of sticks and hinges."`
	Largest int     `help:"Most particles of a tree; 0 for any number." default:"0"`
	Output  npzPath `short:"o" help:"Data set to write." placeholder:"DATA.npz" required:""`
	overwriting
}

// Validate refuses flags that make no sense, before anything is done.
func (c *decomposeCommand) Validate() error {
	switch {
	case c.Hinges < 0:
		return fmt.Errorf("--hinges %d is impossible: expected 0 or more", c.Hinges)
	case c.Largest != 0 && !c.Trees:
		return errors.New("--largest bounds trees: give --trees, too")
	case c.Largest < 0 || c.Largest == 1:
		return fmt.Errorf("--largest %d is impossible: expected 2 or more, or 0 for any number", c.Largest)
	case c.Trees && (c.Hinges > 0 || c.Maximum):
		return errors.New("--trees takes all bonds: --hinges and --maximum choose among them without it")
	}
	return nil
}

func (c *decomposeCommand) Run(ctx context.Context, t *terminal) error {
	return prepare(ctx, t, c.Output, c.overwriting, func() (*datasets.Data, []string, error) {
		data, err := datasets.Read(c.Data)
		if err != nil {
			return nil, nil, err
		}
		chosen, err := c.decompose(data)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", c.Data, err)
		}
		return chosen, nil, nil
	})
}

func (c *decomposeCommand) decompose(data *datasets.Data) (*datasets.Data, error) {
	if c.Trees {
		return datasets.DecomposeTrees(data, c.Seed, c.Largest)
	}
	return datasets.Decompose(data, graph.Choice{Seed: c.Seed, Objects: system.CountOf(system.Hinge, c.Hinges), Maximum: c.Maximum})
}
