package commandline

import (
	"gmnc/deploy"
	"gmnc/run"
	"gmnc/run/weights"
)

type importCommand struct {
	Weights string `arg:"" help:"Weights: .safetensors, .pt, .pth, or a .ckpt of PyTorch Lightning."`
	Output  string `short:"o" help:"Run folder to make." placeholder:"RUN" required:""`
	overwriting
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
	if err := c.clear(c.Output); err != nil {
		return err
	}
	if err := trained.Write(run.Folder(c.Output)); err != nil {
		return err
	}
	t.report("run", runReport{Path: c.Output, Model: trained.Config.Model}, "%s: %s, layers: %d, width: %d, weights: %d\n",
		c.Output, trained.Config.Model.Model, trained.Config.Model.Layers, trained.Config.Model.Hidden, trained.Model.Count())
	t.notice("note: norm_diff and tanh leave no trace in weights; a model trained with them would predict wrongly here")
	return nil
}
