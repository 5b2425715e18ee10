package commandline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/alecthomas/kong"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/datasets/nbody"
	"gmnc/internal/units"
	"gmnc/predict"
	"gmnc/predict/conformal"
	"gmnc/system"
)

type rolloutCommand struct {
	Model    string   `arg:"" help:"Exported file or run folder."`
	Data     string   `arg:"" help:"Data set whose inputs are the first states."`
	Steps    int      `help:"How often the model is applied, each time to what it predicted before." default:"50"`
	Split    string   `help:"Split of the data set: ${enum}." enum:"train,valid,test" default:"test"`
	Runtime  string   `help:"Engine that runs the model: ${enum}. auto is native for a run; onnxruntime, or onnx-go where there is none, for a file." enum:"auto,${runtimes}" default:"auto"`
	Velocity string   `help:"Velocity for the next step: ${enum}. model takes what the model returns, which must be a velocity. displacement takes the displacement of the last step, divided by its time." enum:"model,displacement" default:"model"`
	Time     float64  `help:"Time of a step, for --velocity displacement, in the unit of positions over the unit of velocities; 0 is the interval of the data set or, if it has none, the time in which constant velocities fit its targets best." default:"0"`
	Output   npzPath  `short:"o" help:"Write the positions and velocities of all frames, [samples, steps + 1, particles, 3], including the start, and once more as x and v." placeholder:"OUT.npz"`
	Pictures string   `help:"Draw errors, drift, paths and an animation into this folder; none are drawn by default." placeholder:"FOLDER"`
	XYZ      string   `name:"xyz" help:"Write the frames of one sample as extended XYZ, for viewers of molecules; none are written by default." placeholder:"OUT.xyz"`
	GLB      string   `name:"glb" help:"Write one sample as an animated scene of glTF, for 3D viewers; none is written by default." placeholder:"OUT.glb"`
	Compared []string `name:"beside" help:"Another run or exported file to roll out on the same systems. Its errors are drawn in the same picture, and an animation shows both next to the truth. Repeat the flag for more. None by default." placeholder:"MODEL" sep:"none"`
	Sample   int      `help:"Sample of the split to draw in space, and to write with --xyz or --glb, from 0." default:"0"`
	Up       string   `help:"Axis that points up in the picture: ${enum}. auto takes the axis that the data name, or the one against their gravity. With none, a sample is seen from where it spreads most, and a flat one from the front." enum:"auto,none,x,y,z" default:"auto"`
	All      bool     `help:"Print all columns of the table: also the number of systems that remain, the 10 and 90 % quantiles, momentum, energies and squared errors."`
	unitsFlag
	overwriting
	timeout `set:"timeout=0s"`
}

// AfterApply refuses options that would have no effect.
func (c *rolloutCommand) AfterApply(parsed *kong.Context) error {
	if c.Velocity == "model" {
		if err := needs(parsed, "--velocity displacement", "time"); err != nil {
			return err
		}
	}
	var missing error
	if c.Pictures == "" {
		missing = needs(parsed, "--pictures", "beside")
		if c.GLB == "" {
			missing = cmp.Or(missing, needs(parsed, "--pictures or --glb", "up"))
		}
		if c.GLB == "" && c.XYZ == "" {
			missing = cmp.Or(missing, needs(parsed, "--pictures, --xyz or --glb", "sample"))
		}
	}
	return missing
}

// Validate refuses flags that make no sense, and an output that is the data set itself, before
// anything is done.
func (c *rolloutCommand) Validate() error {
	if c.Steps < 1 {
		return fmt.Errorf("--steps %d moves nothing: 1 or more", c.Steps)
	}
	if !(c.Time >= 0 && c.Time <= math.MaxFloat64) {
		return fmt.Errorf("--time %g is impossible: more than 0, or 0 for the data set's", c.Time)
	}
	for _, file := range []struct{ path, extension string }{{c.XYZ, ".xyz"}, {c.GLB, ".glb"}} {
		if file.path == "" {
			continue
		}
		if err := requireExtension(file.path, file.extension); err != nil {
			return err
		}
	}
	return cmp.Or(checkSample(c.Sample), inOrder("rollout", c.Model, c.Data), c.Output.notDataSet(c.Data))
}

func (c *rolloutCommand) Run(ctx context.Context, t *terminal) error {
	data, samples, err := readSplit(c.Data, c.Split)
	if err != nil {
		return err
	}
	if c.Sample >= len(samples) {
		return fmt.Errorf("%s has no %s sample %d: --sample is 0 to %d", c.Data, c.Split, c.Sample, len(samples)-1)
	}
	if err := c.vacant(string(c.Output), c.XYZ, c.GLB); err != nil {
		return err
	}
	line, err := predict.StraightLine(samples)
	if err != nil {
		return err
	}
	from := beginning{data, samples, line.Time, nbody.Potential(data)}
	ctx, cancel := c.limit(ctx)
	defer cancel()
	rollout, err := c.open(ctx, t, c.Model, from)
	if err != nil {
		return stopped(err, "nothing was written")
	}
	defer rollout.Predictor.Close()
	if err := c.makePictures(); err != nil {
		return err
	}
	model := rollout.model
	t.printf("%d %s samples, %d steps, computed by %s\n", len(samples), c.Split, c.Steps, rollout.engine)
	if rollout.Time != 0 {
		t.printf("velocities are displacements divided by %.4g, %s\n", rollout.Time, rollout.timed)
	}
	if unit := units.Short(data.About.LengthUnit); unit != "" {
		t.printf("RMSE of systems' positions in %s\n", unit)
	}
	rolled, err := c.roll(ctx, t, rollout, from)
	if err != nil {
		return stopped(err, "nothing was written")
	}
	rolled.noteTruth(t, c.Data, c.Steps)
	noteLimits(t, rollout.limits)
	rolled.printRadii(t, rollout.radius, data.About.LengthUnit)
	if outside := model.Outside(rollout.conversion.Samples(states(samples, rolled.last))); outside != "" {
		t.notice("note: in step %d, %s", c.Steps, outside)
	}
	if rolled.others, err = c.others(ctx, t, from); err != nil {
		return stopped(err, "nothing was written")
	}
	return errors.Join(
		c.write(samples, rolled),
		c.writeXYZ(t, data, samples, rolled.drawn),
		c.writeGLB(t, model, data, samples, rolled.drawn),
		c.draw(t, model, samples, rolled, data.About),
		rolled.lostSystems(),
	)
}

// beginning holds what rollouts start from and are compared with.
type beginning struct {
	data      *datasets.Data
	samples   []system.Sample
	straight  float64           // the time for which constant velocity fits the samples best
	potential predict.Potential // nil if the data have no known one
}

// opened is a rollout that can begin.
type opened struct {
	predict.Rollout
	model      *artifact.Model
	engine     string
	timed      string              // what the time of a step is, if velocities are displacements
	conversion artifact.Conversion // of the data to the model's units
	limits     *artifact.Limits
	radius     *config.Radius // nil unless the model has one and its own velocities go on
}

// open opens a model for a rollout.
func (c *rolloutCommand) open(ctx context.Context, t *terminal, path string, from beginning) (opened, error) {
	defer collectLate()()
	model, err := artifact.Load(path)
	if err != nil {
		return opened{}, err
	}
	o := opened{model: model, Rollout: predict.Rollout{Samples: from.samples, Steps: c.Steps, PerFrame: model.Config().Model.PerFrame}}
	if o.Time, o.timed, err = c.time(path, model, from); err != nil {
		return opened{}, err
	}
	if err := checkPrediction(t, model, c.Runtime, from.samples, "--runtime native takes them in blocks"); err != nil {
		return opened{}, fmt.Errorf("%s: %w", c.Data, err)
	}
	in, err := openWatched(ctx, model, from.data, c.Runtime)
	if err != nil {
		return opened{}, fmt.Errorf("%s: %w", path, err)
	}
	o.limits, o.engine = in.limits, in.engine
	if o.conversion, err = c.inDomain(t, model, c.Data, from.data, from.samples); err != nil {
		in.Close()
		return opened{}, err
	}
	o.Predictor = o.conversion.Predictor(in.Predictor)
	if radius := model.Config().Model.Radius; o.Time == 0 && radius != nil {
		o.radius = radius
	}
	return o, nil
}

// measure measures the errors and the drift of a frame.
func (b beginning) measure(frame predict.Frame) predict.Drift {
	return predict.Measure(b.samples, frame, b.straight, b.potential)
}

// time returns the duration of a step if velocities are displacements, or 0 otherwise, and what
// it is. The default is the interval of the data set or, if that is not known, the time for
// which constant velocity fits its targets best.
func (c *rolloutCommand) time(path string, model *artifact.Model, from beginning) (time float64, what string, err error) {
	if c.Velocity == "model" {
		if !model.TrueVelocity() {
			return 0, "", fmt.Errorf("%s returns no true velocity (%s), so a second step would start from a wrong one: "+
				"take --velocity displacement, or a model that was trained with gmnc train --velocity", path, model.VelocityKind())
		}
		return 0, "", nil
	}
	interval, known, err := from.data.About.Time()
	switch {
	case c.Time > 0:
		return c.Time, "--time", nil
	case err != nil:
		return 0, "", err
	case known:
		return interval, "the interval of the data set", nil
	case from.straight > 0:
		return from.straight, "the time for which constant velocities fit the targets best, as the data set has no interval", nil
	}
	return 0, "", fmt.Errorf("%s does not say how long a step takes: its targets are not where velocities lead; give --time", c.Data)
}

// roll prints a line for every step, or for some of them if there are many. A table that is
// wider than the terminal is printed in parts, after the last step.
func (c *rolloutCommand) roll(ctx context.Context, t *terminal, rollout opened, from beginning) (*kept, error) {
	const shown = 10
	every := max(1, c.Steps/shown)
	table := newDriftTable(c.All, from.potential != nil)
	lines, rows := table.fits(t.width), [][]string(nil)
	if lines {
		t.heading(table.head())
	} else {
		defer func() { t.tables(table.table, rows) }()
	}
	bar := t.progress()
	defer bar.clear()
	rolled := new(kept)
	return rolled, rollout.frames(ctx, func(frame predict.Frame, r conformal.Radii) error {
		drift := from.measure(frame)
		c.keep(rolled, rollout.Samples, frame, drift)
		rolled.keepRadii(frame, r, rollout.radius)
		bar.show(float64(frame.Step)/float64(c.Steps), item{fmt.Sprintf("step %d/%d", frame.Step, c.Steps), fmt.Sprint(frame.Step)})
		if frame.Step == 1 || frame.Step%every == 0 || frame.Step == c.Steps {
			bar.clear()
			if cells := table.cells(drift); lines || t.json != nil {
				t.report("step", newDriftReport(drift), "%s", table.row(cells...))
			} else {
				rows = append(rows, cells)
			}
		}
		return nil
	})
}

// frames calls visit for each state of the rollout, with the radii if the model has some.
func (o opened) frames(ctx context.Context, visit func(predict.Frame, conformal.Radii) error) error {
	if o.radius != nil {
		return conformal.Roll(ctx, o.Rollout, o.radius, visit)
	}
	for frame, err := range o.Rollout.Frames(ctx) {
		if err != nil {
			return fmt.Errorf("step %d: %w", frame.Step, err)
		}
		if err := visit(frame, conformal.Radii{}); err != nil {
			return err
		}
	}
	return nil
}
