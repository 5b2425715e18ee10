package commandline

import (
	"cmp"
	"context"
	"path/filepath"

	"gmnc/datasets"
	"gmnc/datasets/arrays"
	"gmnc/datasets/robots"
	"gmnc/datasets/urdf"
)

// jointsCommand makes a data set from the recorded motion of a robot.
type jointsCommand struct {
	Robot string   `arg:"" help:"URDF file of the robot, which stands on its first link."`
	Logs  []string `arg:"" help:"Recorded motion, as gmnc identify reads it, in one file or several of the same joints: a .csv file with a header, a bag of ROS 2 in an .mcap file or a folder, or an .npz file. The arrays of that are angle [recordings, frames, joints], or {train,valid,test}_angle, rate, torque, dt or time, and joints, their names. Uneven rows are taken in even steps."`
	recordedFlags
	logFlags
	Degrees bool        `help:"Angles and rates of joints that turn are in degrees. They are in radians by default."`
	Limits  bool        `help:"Keep joints within the limits of the robot's file. Limits do not act by default."`
	Hold    []string    `help:"Joints to fix. None by default." placeholder:"JOINT"`
	Gravity *vectorFlag `help:"Acceleration by gravity. 0,0,-9.81 by default." placeholder:"X,Y,Z"`
	Output  npzPath     `short:"o" help:"Data set to write." placeholder:"DATA.npz" required:""`
	overwriting
}

// Validate refuses options for which no step is left, a robot's file in place of a log, and an
// output that is the data file itself.
func (c *jointsCommand) Validate() error {
	made := c.options()
	made.Ignore = nil // arrays of positions are not read
	for _, log := range c.Logs {
		if err := c.Output.notDataSet(log); err != nil {
			return err
		}
	}
	return cmp.Or(robotFirst("prepare joints", c.Logs), made.Validate())
}

func (c *jointsCommand) options() arrays.Options {
	o := c.recorded()
	o.Dt = c.Dt
	return o
}

func (c *jointsCommand) Run(ctx context.Context, t *terminal) error {
	return prepare(ctx, t, c.Output, c.overwriting, func() (*datasets.Data, []string, error) {
		robot, notes, err := readRobot(c.Robot, urdf.Options{Hold: c.Hold, Limits: c.Limits, Recorded: true}, c.Gravity)
		if err != nil {
			return nil, nil, err
		}
		data, more, err := robots.Prepare(c.Logs[0], robot, filepath.Base(c.Robot), robots.Options{Options: c.options(), More: c.Logs[1:], Degrees: c.Degrees, Log: c.log(nil)})
		return data, append(notes, more...), err
	})
}
