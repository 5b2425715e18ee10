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
	Weights      string   `arg:"" help:"Weights: .safetensors, .pt, .pth, or a .ckpt of PyTorch Lightning; with --train-step an .npz file; or a file of training steps, .onnx, with those in it."`
	Step         string   `name:"train-step" help:"File of training steps, made by export --train-step, whose weights these are: the array weights of WEIGHTS. They are of a model trained in PyTorch by default." placeholder:"STEP.onnx"`
	Recurrent    *bool    `help:"Whether layers add to the features of particles (recurrent of the published code). By default the file decides, or else yes." negatable:""`
	Activation   string   `help:"Activation of all networks; gmnc supports silu only. By default the file decides, or else silu." placeholder:"NAME"`
	CoordsWeight *float64 `help:"Factor of forces (coords_weight of the published code). By default the file decides, or else 1." placeholder:"FACTOR"`
	Rename       []string `help:"Substitutions in names of weights, one after the other: a regular expression and its replacement. None by default." placeholder:"OLD=NEW" sep:"none"`
	Output       string   `short:"o" type:"folder" help:"Run folder to make." placeholder:"RUN" required:""`
	overwriting
}

func (c *importCommand) Run(t *terminal) error {
	trained, note, err := c.read()
	if err != nil {
		return err
	}
	if err := c.clear(c.Output); err != nil {
		return err
	}
	if err := trained.Write(run.Folder(c.Output)); err != nil {
		return err
	}
	t.report("run", runReport{Path: c.Output, Model: trained.Config.Model}, "%s: %s, layers: %d, width: %d, learned parameters: %d\n",
		c.Output, trained.Config.Model.Model, trained.Config.Model.Layers, trained.Config.Model.Hidden, trained.Model.Count())
	if note != "" {
		t.notice("note: %s", note)
	}
	return nil
}

// Validate refuses wrong options. It also refuses options about weights from PyTorch if the
// weights belong to training steps, whose model is known.
func (c *importCommand) Validate() error {
	if err := c.options().Validate(); err != nil {
		return err
	}
	if c.Recurrent == nil && c.Activation == "" && c.CoordsWeight == nil && len(c.Rename) == 0 {
		return nil
	}
	steps := "--train-step"
	if c.Step == "" {
		steps = c.Weights
	}
	if c.Step != "" || hasExtension(c.Weights, ".onnx") {
		return fmt.Errorf("%s goes without --recurrent, --activation, --coords-weight and --rename: its model is known", steps)
	}
	return nil
}

func (c *importCommand) options() artifact.ImportOptions {
	return artifact.ImportOptions{Recurrent: c.Recurrent, Activation: c.Activation, CoordsWeight: c.CoordsWeight, Rename: c.Rename}
}

// ofSteps returns the run of a file of training steps, with the weights in it.
func (c *importCommand) ofSteps() (trained *run.Run, note string, err error) {
	step, err := artifact.Load(c.Weights)
	if err != nil {
		return nil, "", err
	}
	if !step.Trains() || step.Changed() {
		return nil, "", fmt.Errorf("%s is no file of training steps as gmnc and its pages write them: gmnc import takes weights", c.Weights)
	}
	trained, err = step.Run()
	return trained, "", err
}

// read reads the weights of a model from PyTorch, or of training steps.
func (c *importCommand) read() (trained *run.Run, note string, err error) {
	if c.Step == "" && hasExtension(c.Weights, ".onnx") {
		return c.ofSteps()
	}
	if c.Step == "" {
		file, err := weights.Load(c.Weights)
		if err != nil {
			return nil, "", err
		}
		return artifact.Import(c.Weights, file, c.options())
	}
	step, err := artifact.Load(c.Step)
	if err != nil {
		return nil, "", err
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
		return nil, "", err
	}
	trained, err = artifact.Tuned(c.Weights, tuned, step)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", c.Step, err)
	}
	return trained, "", nil
}
