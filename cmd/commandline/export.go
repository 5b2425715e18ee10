package commandline

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"gmnc/artifact"
	"gmnc/datasets"
	"gmnc/datasets/looks"
	"gmnc/deploy"
	"gmnc/internal/within"
	"gmnc/onnx"
	"gmnc/run"
)

type exportCommand struct {
	Folders    []string     `arg:"" name:"run" help:"Run folder; several of one model and one data set, of different seeds, become one file, with the mean and the spread of what they predict."`
	Output     onnxPath     `short:"o" help:"File to write." placeholder:"MODEL.onnx" required:""`
	Topology   string       `help:"Write the sticks, hinges, neighbours and features of this data set into the file, which then serves its kind of system only and takes positions, velocities and charges alone. Of a robot the constants go along, such as the pose of rest and masses. They are inputs by default." placeholder:"DATA.npz"`
	Joints     jointsFlag   `help:"Write a file in joint coordinates, of a robot: it takes q, rate and torque and returns the next q and rate, with one column for each joint. The constants of the robot in this data set are inside; without one, those of the robot that gmnc identify --run found. The file takes and returns particles by default." placeholder:"DATA.npz"`
	Links      bool         `help:"Have a file of --joints also return where its links are: the positions of their joints."`
	Point      []point      `help:"Have a file of --joints also return the position of a point of a link, in the axes of the data and in the pose of rest, such as tool=elbow:0.4,0,0.9; give it again for more points. None by default." placeholder:"NAME=JOINT:X,Y,Z" sep:"none"`
	Depth      int          `help:"Bars that a tree may have between its root and a leaf, of models that take trees; rounded up to a power of two. A deeper tree is an error. 32 by default, or what the training data needed."`
	Test       string       `help:"Measure the test errors of the file on this data set, and keep them in it; none are measured by default." placeholder:"DATA.npz"`
	Rollout    rolloutSteps `help:"Write a file that applies the model again and again: a Loop with an input steps by default, or N steps one after the other with --rollout=N, at most 100." placeholder:"N"`
	Functions  bool         `help:"Keep layers and their parts, such as kinematics, as functions of the file, for readers and for size; the arithmetic is the same. Runtimes that know no functions do not run the file. Nodes are in one graph by default."`
	Loop       bool         `help:"Write the steps of gmn-ode once, as the body of a Loop: a file of fewer nodes, which onnxruntime opens faster. Runtimes without Loop, such as onnx-go, do not run it. Steps stand one after another by default."`
	Step       bool         `name:"train-step" help:"Write a file that makes one step of training: the loss of a batch with targets, its gradients and Adam's step, with weights and moments as inputs and outputs, so that the model is fine-tuned where the file runs. The file predicts by default."`
	Radius     float64      `help:"Add outputs that say how far predictions may be off: with this probability the truth lies within. position_radius is of particles, velocity_radius too where velocities are true, system_radius of the root mean square over a system. --calibrate says by which data. With --rollout=N they are position_radii and so on, which grow with the steps. None by default." placeholder:"LEVEL"`
	Calibrate  string       `help:"Data set whose validation samples calibrate --radius: the training's, or another of its kind. With --rollout=N they are trajectories of as many steps. Its test samples are not looked at. None by default." placeholder:"DATA.npz"`
	Gradients  []string     `help:"Write a file that also takes cotangents of its outputs and returns the gradients by these inputs, such as velocity,torque; with --rollout=N through N steps. It has none by default." placeholder:"INPUT"`
	NoExamples bool         `name:"no-examples" help:"Leave out the true training inputs, up to three and 16 kB, that a file carries so that it is measured on them and its users have examples. They are in the file by default."`
	Float16    bool         `name:"float16" help:"Store the weights in float16, which takes a file to 60 %; it computes in float32, as before. The effect of the rounding is measured and kept in the file."`
	Opset      int          `help:"Version of the ONNX operator set, 15 to 21." default:"17"`
	overwriting
}

// Validate refuses what means nothing, before anything is done.
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

// options are those that need no file.
func (c *exportCommand) options() deploy.Options {
	return deploy.Options{Opset: c.Opset, Depth: c.Depth, Rollout: c.Rollout.options(), Step: c.Step, Gradients: c.Gradients, Float16: c.Float16, Functions: c.Functions, Loop: c.Loop, NoExamples: c.NoExamples}
}

func (c *exportCommand) Run(ctx context.Context, t *terminal) error {
	if err := c.vacant(string(c.Output)); err != nil {
		return err
	}
	exported, err := within.Context(ctx, c.exported)
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

// exported reads the runs and makes the file of them.
func (c *exportCommand) exported() (*deploy.Exported, error) {
	trained, err := c.read()
	if err != nil {
		return nil, err
	}
	exported, err := c.export(trained)
	if err != nil {
		return nil, fmt.Errorf("%s was not written: %w", c.Output, err)
	}
	return exported, nil
}

// read reads the runs, and puts several side by side.
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
	Path  string   `json:"path"`
	Bytes int      `json:"bytes"`
	Opset int      `json:"opset"`
	Held  []string `json:"checks"` // a sentence for each engine
}

func (c *exportCommand) export(trained *run.Run) (*deploy.Exported, error) {
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
	return deploy.ExportWith(trained, options)
}

// testSet is the test split of a data set that has the model's inputs, in its units.
func testSet(path string, model *artifact.Model) (*deploy.TestSet, error) {
	return splitFor(path, "test", model)
}

// splitFor is a split of a data set that has the model's inputs, in its units. Where the model
// was trained on that data set, it says how the split overlaps training.
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
		for _, overlap := range looks.Overlaps(data) {
			if overlap.Split == split {
				set.Overlap = overlap.String()
			}
		}
	}
	return set, nil
}
