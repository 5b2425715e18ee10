package main

import "gmnc/deploy"

type importCommand struct {
	Weights string `arg:"" help:"Weights: .safetensors, .pt or .pth." type:"path"`
	Output  string `short:"o" help:"Run folder to make." placeholder:"RUN" required:"" type:"path"`
}

func (c *importCommand) Run(t *terminal) error {
	run, err := deploy.Import(c.Weights, c.Output)
	if err != nil {
		return err
	}
	t.printf("%s: gmn of %d layers, width %d, %d weights\n",
		c.Output, run.Config.Model.Layers, run.Config.Model.Hidden, run.Model.Count())
	t.printf("norm_diff and tanh leave no trace in a state dict: a model trained with them predicts wrongly here\n")
	return nil
}
