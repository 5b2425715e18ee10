package commandline

import (
	"gmnc/deploy"
	"gmnc/run"
	"gmnc/run/weights"
)

type importCommand struct {
	Weights string `arg:"" help:"Weights: .safetensors, .pt or .pth."`
	Output  string `short:"o" help:"Run folder to make." placeholder:"RUN" required:""`
}

func (c *importCommand) Run(t *terminal) error {
	file, err := weights.Load(c.Weights)
	if err != nil {
		return err
	}
	trained, err := deploy.Import(c.Weights, file)
	if err != nil {
		return err
	}
	if err := trained.Write(run.Folder(c.Output)); err != nil {
		return err
	}
	t.printf("%s: %s, layers: %d, width: %d, weights: %d\n",
		c.Output, trained.Config.Model.Model, trained.Config.Model.Layers, trained.Config.Model.Hidden, trained.Model.Count())
	t.printf("note: norm_diff and tanh leave no trace in weights; a model trained with them would predict wrongly here\n")
	return nil
}
