package commandline

import (
	"bytes"
	"cmp"
	"context"
	"fmt"

	"github.com/alecthomas/kong"

	"gmnc/internal/atomicfile"
	"gmnc/internal/within"
	"gmnc/report"
	"gmnc/report/pictures"
)

type reportCommand struct {
	Model   string   `arg:"" help:"Run folder, exported file, or folder of runs. For a folder of runs the page shows the best run and a table of all."`
	Data    string   `arg:"" optional:"" help:"Data set to predict; without it, the page has only the learning curve and the certificate."`
	Output  htmlPath `short:"o" help:"File to write." placeholder:"OUT.html" required:""`
	Samples int      `help:"Samples to draw in space, from the least error to the largest." default:"12"`
	Steps   int      `help:"Steps of their rollouts, for models that return true velocities. 0 continues as far as the truth is known." default:"0"`
	pageFlags
	overwriting
}

// pageFlags holds the flags of commands that make pages.
type pageFlags struct {
	Split string `help:"Split of the data set: ${enum}." enum:"train,valid,test" default:"test"`
	Robot string `help:"URDF file of the robot: the page draws its <visual> shapes and meshes (.stl, .obj) instead of capsules. Meshes are read only from below the folder of the file." placeholder:"FILE.urdf"`
	Up    string `help:"Axis that points up in the picture: ${enum}. auto takes the axis that the data name, or the one against their gravity. With none, a sample is seen from where it spreads most, and a flat one from the front." enum:"auto,none,x,y,z" default:"auto"`
	unitsFlag
	timeout `set:"timeout=10m"`
}

// AfterApply refuses options that would have no effect, a model and data in the wrong order,
// and predictions in place of the model.
func (c *reportCommand) AfterApply(parsed *kong.Context) error {
	if c.Data == "" {
		return cmp.Or(ofModel(c.Model), needs(parsed, dataToPredict, "samples", "steps", "split", "robot", "up", "units"))
	}
	return cmp.Or(c.options().Validate(), inOrder("report", c.Model, c.Data), ofModel(c.Model))
}

func (c *reportCommand) options() report.Options {
	return report.Options{Samples: c.Samples, Steps: c.Steps, Up: c.Up, Robot: c.Robot}
}

// ofModel refuses predictions and data sets as the subject of a page.
func ofModel(path string) error {
	if hasExtension(path, ".npz") {
		return fmt.Errorf("%s is no model: a page is about a run folder or an .onnx file (gmnc plot draws predictions)", path)
	}
	return nil
}

func (c *reportCommand) Run(ctx context.Context, t *terminal) error {
	if err := c.vacant(string(c.Output)); err != nil {
		return err
	}
	made, err := c.page(ctx, t, c.Model, c.Data, c.options())
	if err != nil {
		return stopped(err, "nothing was written")
	}
	var page bytes.Buffer
	if err := made.Write(&page); err != nil {
		return err
	}
	if err := atomicfile.WriteBytes(string(c.Output), page.Bytes()); err != nil {
		return err
	}
	t.report("file", fileReport{string(c.Output)}, "%s\n", c.Output)
	return nil
}

// page makes the page about a model, or about the best of the runs in a folder.
func (f pageFlags) page(ctx context.Context, t *terminal, path, data string, options report.Options) (*report.Report, error) {
	model, compared, err := report.Find(path)
	if err != nil {
		return nil, err
	}
	subject, err := pictures.OpenSubject(model, data, f.Split)
	if err != nil {
		return nil, err
	}
	if data != "" {
		if err := checkPrediction(t, subject.Model, "auto", subject.Samples, "a page of the run that was exported takes them in blocks"); err != nil {
			return nil, fmt.Errorf("%s: %w", data, err)
		}
		conversion, err := f.inDomain(t, subject.Model, data, subject.Data, subject.Samples)
		if err != nil {
			return nil, err
		}
		if conversion.What != "" {
			return nil, fmt.Errorf("%s is in other units than the model, and a page has one of each: convert the data (gmnc predict and gmnc rollout do), or take it as it is with --units ignore", data)
		}
	}
	ctx, cancel := f.limit(ctx)
	defer cancel()
	made, err := within.Context(ctx, func() (*report.Report, error) { return report.New(ctx, subject, compared, options) })
	if err == nil {
		t.notes(made.Notes())
	}
	return made, err
}
