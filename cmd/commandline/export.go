package commandline

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"gmnc/artifact"
	"gmnc/datasets"
	"gmnc/datasets/checks"
	"gmnc/deploy"
	"gmnc/internal/within"
	"gmnc/onnx"
	"gmnc/run"
)

type exportCommand struct {
	Folders    []string     `arg:"" name:"run" help:"Run folder. Several runs of one model on one data set, with different seeds, become one file that returns the mean and the spread of their predictions."`
	Output     onnxPath     `short:"o" help:"File to write." placeholder:"MODEL.onnx" required:""`
	Topology   string       `help:"Write the sticks, hinges, neighbors and features of this data set into the file. The file then serves this kind of system only, and takes positions, velocities and charges alone. For a robot its constants are written too, such as the pose of rest and the masses. By default all of these are inputs." placeholder:"DATA.npz"`
	Joints     jointsFlag   `help:"Write a file of a robot in joint coordinates: it takes q, rate and torque and returns the next q and rate, with one column for each joint. The file holds the constants of the robot in this data set or, without a data set, those that gmnc identify --run found. By default a file takes and returns particles." placeholder:"DATA.npz"`
	Links      bool         `help:"Have a file of --joints also return where its links are: the positions of their joints."`
	Point      []point      `help:"With --joints, also return the position of a point of a link, such as tool=elbow:0.4,0,0.9. The point is given in the axes of the data, in the pose of rest. Repeat the flag for more points. None by default." placeholder:"NAME=JOINT:X,Y,Z" sep:"none"`
	Depth      int          `help:"Largest number of bars between the root of a tree and a leaf, for models that take trees. It is rounded up to a power of two, and the file refuses deeper trees. By default it is 32, or what the training data needed."`
	Test       string       `help:"Measure the test errors of the file on this data set, and write them into the file. By default none are measured." placeholder:"DATA.npz"`
	Rollout    rolloutSteps `help:"Write a file that applies the model repeatedly to its own predictions: by default in a Loop with an input steps, and with --rollout=N in N unrolled steps, at most 100." placeholder:"N"`
	Functions  bool         `help:"Write layers and their parts, such as the kinematics, as ONNX functions. The file is smaller and easier to read, and its arithmetic is the same. Runtimes without functions cannot run it. By default all nodes are in one graph."`
	Loop       bool         `help:"Write the steps of gmn-ode once, as the body of a Loop. The file has fewer nodes, and onnxruntime opens it faster. Runtimes without Loop, such as onnx-go, cannot run it. By default the steps are unrolled."`
	Step       bool         `name:"train-step" help:"Write a file that makes one training step, so that you can fine-tune the model where the file runs. It computes the loss of a batch with targets, the gradients and Adam's update, and has the weights and moments as inputs and outputs. By default the file predicts."`
	Radius     float64      `help:"Add outputs that bound the error of predictions: with this probability the truth lies within the radius. position_radius and, for models that return true velocities, velocity_radius are for each particle; system_radius is for the root mean square over a system. --calibrate names the data. With --rollout=N the outputs are position_radii and so on, one for each step. None by default." placeholder:"LEVEL"`
	Calibrate  string       `help:"Data set whose validation samples calibrate --radius: that of the training, or another of its kind. With --rollout=N it needs trajectories of N steps. Its test samples are not used. None by default." placeholder:"DATA.npz"`
	Gradients  []string     `help:"Write a file that also takes cotangents of its outputs, and returns gradients with respect to these inputs, such as velocity,torque, or to constants that --learn knows, such as mass,damping. With --rollout=N the gradients go through all N steps. None by default." placeholder:"INPUT"`
	NoExamples bool         `name:"no-examples" help:"Leave out the training inputs that a file carries, up to three and 16 kB. By default they are in the file, which is checked on them and gives its users examples."`
	Float16    bool         `name:"float16" help:"Store the weights in float16, which makes the file about 40 % smaller. It still computes in float32. The effect of the rounding is measured and written into the file."`
	Opset      int          `help:"Version of the ONNX operator set, 15 to 21." default:"17"`
	overwriting
}

// Validate refuses flags that make no sense, before anything is done.
func (c *exportCommand) Validate() error {
	if _, known := onnx.IRVersions[c.Opset]; !known {
		return fmt.Errorf("--opset %d is impossible: expected 15 to 21", c.Opset)
	}
	if c.Depth < 0 {
		return fmt.Errorf("--depth %d is impossible: expected 1 or more", c.Depth)
	}
	if (c.Radius != 0) != (c.Calibrate != "") {
		return errors.New("--radius and --calibrate go together: a probability such as 0.9, and the data set whose validation samples calibrate the radius")
	}
	options := c.options()
	if c.Radius != 0 {
		options.Radius = &deploy.Radius{Level: c.Radius}
	}
	if c.Test != "" {
		options.Test = &deploy.TestSet{}
	}
	if c.Joints.asked {
		options.Joints = &deploy.Joints{}
	} else if c.Links || c.Point != nil {
		return errors.New("--links and --point are of a file in joint coordinates: give --joints, too")
	}
	return options.Validate()
}

// options returns the options of the export that need no file to be read.
func (c *exportCommand) options() deploy.Options {
	return deploy.Options{Opset: c.Opset, Depth: c.Depth, Rollout: c.Rollout.options(), Step: c.Step, Gradients: c.Gradients, Float16: c.Float16, Functions: c.Functions, Loop: c.Loop, NoExamples: c.NoExamples}
}

func (c *exportCommand) Run(ctx context.Context, t *terminal) error {
	if err := c.vacant(string(c.Output)); err != nil {
		return err
	}
	exported, err := within.Context(ctx, func() (*deploy.Exported, error) { return c.exported(ctx) })
	if err != nil {
		return stopped(err, "nothing was written")
	}
	if err := exported.Write(string(c.Output)); err != nil {
		return err
	}
	lines := exported.Lines()
	t.report("model", exportReport{string(c.Output), len(exported.File), c.Opset, lines},
		"%s: %d bytes, opset %d\n  %s\n", c.Output, len(exported.File), c.Opset, strings.Join(lines, "\n  "))
	return nil
}

// exported reads the runs and makes the exported file from them.
func (c *exportCommand) exported(ctx context.Context) (*deploy.Exported, error) {
	trained, err := c.read()
	if err != nil {
		return nil, err
	}
	exported, err := c.export(ctx, trained)
	if err != nil {
		return nil, fmt.Errorf("%s was not written: %w", c.Output, err)
	}
	return exported, nil
}

// read reads the runs, and combines several into one.
func (c *exportCommand) read() (*run.Run, error) {
	var runs []*run.Run
	for _, folder := range c.Folders {
		trained, err := run.Read(run.Folder(folder))
		if err != nil {
			return nil, err
		}
		runs = append(runs, trained)
	}
	return artifact.Together(runs, c.Folders)
}

// exportReport is the JSON object of an exported model.
type exportReport struct {
	Path   string   `json:"path"`
	Bytes  int      `json:"bytes"`
	Opset  int      `json:"opset"`
	Checks []string `json:"checks"` // a sentence for each engine
}

func (c *exportCommand) export(ctx context.Context, trained *run.Run) (*deploy.Exported, error) {
	options := c.options()
	var err error
	if c.Topology != "" {
		if options.Topology, err = datasets.Read(c.Topology); err != nil {
			return nil, err
		}
	}
	if c.Joints.asked {
		options.Joints = &deploy.Joints{Links: c.Links, Points: points(c.Point)}
		if options.Joints.Data, err = c.Joints.read(c.Folders[0], trained.Config); err != nil {
			return nil, err
		}
	}
	if c.Radius != 0 {
		calibrating, err := splitFor(c.Calibrate, "valid", artifact.FromRun(trained))
		if err != nil {
			return nil, err
		}
		options.Radius = &deploy.Radius{Level: c.Radius, Info: calibrating.Info, Valid: calibrating.Samples, Overlap: calibrating.Overlap}
	}
	if c.Test != "" {
		if options.Test, err = testSet(c.Test, artifact.FromRun(trained)); err != nil {
			return nil, err
		}
	}
	return deploy.ExportWith(ctx, trained, options)
}

// testSet returns the test split of a data set that has the model's inputs, in the model's
// units.
func testSet(path string, model *artifact.Model) (*deploy.TestSet, error) {
	return splitFor(path, "test", model)
}

// splitFor returns a split of a data set that has the model's inputs, in the model's units. If
// the model was trained on that data set, the result also says how the split overlaps the
// training samples.
func splitFor(path, split string, model *artifact.Model) (*deploy.TestSet, error) {
	data, err := datasets.Read(path)
	if err != nil {
		return nil, err
	}
	if err := run.CheckData(model.Config().Model, data); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if conversion, err := model.Conversion(data); err != nil || conversion.What != "" {
		about, of := data.About, model.Config().Data
		return nil, fmt.Errorf("%s has positions in %q, velocities in %q and an interval of %q, and the model was trained on %q, %q and %q: errors in other units would not be the model's; convert the data",
			path, about.LengthUnit, about.VelocityUnit, about.Interval, of.LengthUnit, of.VelocityUnit, of.Interval)
	}
	info, err := run.DescribeData(path, data)
	if err != nil {
		return nil, err
	}
	samples, err := data.Split(split)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	set := &deploy.TestSet{Info: info, Samples: samples}
	if trained := model.Config().Data; trained != nil && trained.SHA256 == info.SHA256 {
		set.Valid = data.Valid
		for _, overlap := range checks.Overlaps(data) {
			if overlap.Split == split {
				set.Overlap = overlap.String()
			}
		}
	}
	return set, nil
}
