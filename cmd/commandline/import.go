package commandline

import (
	"fmt"

	"gmnc/artifact"
	"gmnc/datasets/npz"
	"gmnc/export"
	"gmnc/run"
	"gmnc/run/weights"
)

type importCommand struct {
	Weights string `arg:"" help:"Weights: .safetensors, .pt, .pth, or a .ckpt of PyTorch Lightning; with --train-step an .npz file."`
	Step    string `name:"train-step" help:"File of training steps, made by export --train-step, whose weights these are: the array weights of WEIGHTS. They are those of a model that was trained in PyTorch by default." placeholder:"STEP.onnx"`
	Output  string `short:"o" help:"Run folder to make." placeholder:"RUN" required:""`
	overwriting
}

func (c *importCommand) Run(t *terminal) error {
	trained, err := c.read()
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
	if c.Step != "" {
		return nil
	}
	t.notice("note: norm_diff and tanh leave no trace in weights; a model trained with them would predict wrongly here")
	return nil
}

// read reads the weights of a model from PyTorch, or of steps of training.
func (c *importCommand) read() (*run.Run, error) {
	if c.Step == "" {
		file, err := weights.Load(c.Weights)
		if err != nil {
			return nil, err
		}
		return artifact.Import(c.Weights, file)
	}
	step, err := artifact.Load(c.Step)
	if err != nil {
		return nil, err
	}
	var tuned []float32
	err = npz.Open(c.Weights, func(file *npz.Archive) (err error) {
		if !file.Has(export.WeightsInput) {
			return fmt.Errorf("%s has no array %s: save what the steps return as next_%s under that name", c.Weights, export.WeightsInput, export.WeightsInput)
		}
		tuned, _, err = file.Floats(export.WeightsInput, npz.Axis{Name: "weights", Size: -1})
		return err
	})
	if err != nil {
		return nil, err
	}
	trained, err := artifact.Tuned(c.Weights, tuned, step)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Step, err)
	}
	return trained, nil
}
