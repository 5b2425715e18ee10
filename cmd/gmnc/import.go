package main

import "gmnc/deploy"

type importCommand struct {
	Weights string `arg:"" help:"Weights: .safetensors, .pt or .pth."`
	Output  string `short:"o" help:"Run folder to make." placeholder:"RUN" required:""`
}

func (c *importCommand) Run(t *terminal) error {
	run, err := deploy.Import(c.Weights, c.Output)
	if err != nil {
		return err
	}
	t.printf("%s: %s, layers: %d, width: %d, weights: %d\n",
		c.Output, run.Config.Model.Model, run.Config.Model.Layers, run.Config.Model.Hidden, run.Model.Count())
	t.printf("note: norm_diff and tanh leave no trace in weights; a model trained with them would predict wrongly here\n")
	return nil
}
