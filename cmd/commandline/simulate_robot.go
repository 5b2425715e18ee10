package commandline

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/alecthomas/kong"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/datasets"
	"gmnc/datasets/robots"
	"gmnc/datasets/urdf"
	"gmnc/sim/mechanism"
)

// robotFlags holds the flags of gmnc simulate that need --robot.
type robotFlags struct {
	Floating bool               `help:"Let the robot float though its file has no floating joint."`
	Limits   bool               `help:"Keep joints of a robot within the limits of its file, at stops as soft as MuJoCo's; gmn-ode refuses such data where a body floats. Limits do not act by default."`
	Hold     []string           `help:"Joints to fix. None by default." placeholder:"JOINT"`
	Pose     map[string]float64 `help:"Positions of joints about which starts are drawn, in radians, of sliding ones in meters. All are at 0 by default." placeholder:"JOINT=POSITION;..."`
	Interval float64            `help:"Seconds from frame to frame." default:"0.02"`
	Motors   float64            `help:"Standard deviation of torques in N m, of sliding joints of forces in N, which are drawn for each frame and constant during it." default:"0"`
	Given    string             `help:"File with {train,valid,test}_angle, _rate and _torque of joints [recordings, frames, joints]: initial states and torques, which are then not drawn. None by default." placeholder:"FILE.npz"`
}

// robotFrames is the default number of frames in a robot's trajectory.
const robotFrames = 61

// applyRobot refuses the flags of other systems, and sets the defaults of robots.
func (c *simulateCommand) applyRobot(parsed *kong.Context) error {
	err := needs(parsed, "systems of particles, without --robot", "system", "integrator", "force-limit", "mass", "damping", "hang", "neutral", "spring", "plane", "friction", "restitution", "stiffness")
	if err == nil && c.Given != "" {
		err = needs(parsed, "starts that are drawn, without --given", "train", "valid", "test", "seed", "motors")
	}
	if err != nil {
		return err
	}
	chosen := true
	for _, given := range parsed.Path {
		chosen = chosen && (given.Flag == nil || given.Flag.Name != "time-step")
	}
	if chosen {
		c.TimeStep = 0
	} else if c.TimeStep == 0 {
		return errors.New("--time-step 0: expected a number above 0, or none to have it chosen")
	}
	if c.Frames == 0 {
		c.Frames = robotFrames
	}
	job := c.robotJob()
	if c.Given != "" { // its file says how many there are
		job.Train, job.Valid, job.Test = 1, 0, 0
	}
	return job.Validate()
}

// robotJob returns the description of the data set to make, without the robot.
func (c *simulateCommand) robotJob() robots.Config {
	return robots.Config{
		Train: c.Train, Valid: c.Valid, Test: c.Test, Seed: c.Seed, Workers: c.Workers,
		Frames: c.Frames, Interval: c.Interval, TimeStep: c.TimeStep, Motor: c.Motors,
	}
}

// runRobot simulates a robot. Several ranks are an error.
func (c *simulateCommand) runRobot(ctx context.Context, t *terminal) error {
	if t.ranks.Size() > 1 {
		return t.ranks.Agree(errors.New("--robot is simulated by one process: leave mpirun out"))
	}
	if err := c.vacant(string(c.Output)); err != nil {
		return err
	}
	robot, notes, err := readRobot(c.Robot, urdf.Options{Hold: c.Hold, Pose: c.Pose, Floats: c.Floating, Limits: c.Limits}, c.Gravity)
	if err != nil {
		return err
	}
	job := c.robotJob()
	job.Robot, job.Name = robot, filepath.Base(c.Robot)
	if c.Given != "" {
		given, more, err := robots.ReadGiven(c.Given, robot, c.Frames)
		if err != nil {
			return err
		}
		job.Given, notes = given, append(notes, more...)
	}
	data, report, err := c.simulateRobot(ctx, t, job)
	if err != nil {
		return stopped(err, "nothing was written")
	}
	if err := datasets.Write(string(c.Output), data); err != nil {
		return err
	}
	first := data.First()
	text := fmt.Sprintf("%s: %d training, %d validation, %d test trajectories of %d bodies, %d particles\n%s\n",
		c.Output, len(data.Train), len(data.Valid), len(data.Test), len(robot.Bodies), first.Particles(), report)
	if report.Redrawn > 0 {
		text += fmt.Sprintf("%d trajectories became non-finite and were drawn again\n", report.Redrawn)
	}
	t.report("data", newDataReport(c.Output, data, report.Redrawn), "%s", text)
	t.notes(append(notes, job.Unsaid()...))
	return nil
}

// readRobot reads a robot's file and sets its gravity. A nil gravity stands for that of the
// Earth.
func readRobot(path string, o urdf.Options, gravity *vectorFlag) (robot *mechanism.Mechanism, notes []string, err error) {
	if robot, notes, err = urdf.ReadMechanism(path, o); err != nil {
		return nil, nil, err
	}
	robot.Gravity = r3.Vec{Z: -9.81}
	if gravity != nil {
		robot.Gravity = r3.Vec{X: gravity[0], Y: gravity[1], Z: gravity[2]}
	}
	return robot, notes, nil
}

// simulateRobot simulates a robot and shows its progress.
func (c *simulateCommand) simulateRobot(ctx context.Context, t *terminal, job robots.Config) (*datasets.Data, robots.Report, error) {
	progress := t.progress()
	defer progress.clear()
	what := fmt.Sprintf("%d trajectories", job.Count())
	return robots.Simulate(ctx, job, func(done int) {
		progress.show(float64(done)/float64(job.Count()), item{"simulating " + what, what})
	})
}
