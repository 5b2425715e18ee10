package commandline

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"strconv"

	"gmnc/internal/atomicfile"
	"gmnc/sysid/excite"
	"gmnc/sysid/jointlog"
	"gmnc/sysid/rigid"
)

// exciteCommand designs a motion from which a robot's constants can be identified.
type exciteCommand struct {
	Robot   string            `arg:"" help:"URDF file of the robot, which stands on its first link."`
	Output  string            `short:"o" help:"File of the motion to write: a row for each time, with the position, the velocity and the expected effort of each joint." placeholder:"MOTION.csv" required:""`
	Seconds float64           `help:"Length of the motion." default:"30"`
	Dt      float64           `help:"Seconds from row to row." default:"0.01"`
	Rate    []float64         `help:"Largest rate in rad/s or m/s: one number for all joints, or one for each in the order of the robot's joints. By default it is the velocity of <limit>, or 1." placeholder:"NUMBER"`
	Torque  []float64         `help:"Largest torque in N m or force in N: one number for all joints, or one for each. By default it is the effort of <limit>, or no limit." placeholder:"NUMBER"`
	Floor   *float64          `help:"Height in meters that the origins and centers of links stay above. None by default."`
	Log     []string          `help:"Recordings to compare the motion with. None by default." placeholder:"LOG"`
	Names   map[string]string `name:"columns" help:"Names of the recordings' columns, as in gmnc identify. None by default." placeholder:"angle=q_{};..."`
	Hold    []string          `help:"Joints to fix. None by default." placeholder:"JOINT"`
	Gravity *vectorFlag       `help:"Acceleration by gravity. 0,0,-9.81 by default." placeholder:"X,Y,Z"`
	Seed    uint64            `help:"Seed of the search." default:"1"`
	overwriting
}

// Validate refuses other extensions, and a --dt out of range.
func (c *exciteCommand) Validate() error {
	if !(c.Dt >= 1e-4 && c.Dt <= 0.1) {
		return fmt.Errorf("--dt is %g, expected seconds, 0.0001 to 0.1", c.Dt)
	}
	return requireExtension(c.Output, ".csv")
}

// exciteReport is the JSON object of a motion that was designed.
type exciteReport struct {
	Output string          `json:"output"`
	Motion excite.Quality  `json:"motion"`
	Log    *excite.Quality `json:"log,omitempty"`
}

func (c *exciteCommand) Run(ctx context.Context, t *terminal) error {
	if err := c.vacant(c.Output); err != nil {
		return err
	}
	tree, err := readTree(t, c.Robot, c.Hold, c.Gravity)
	if err != nil {
		return err
	}
	o := excite.Options{Seconds: c.Seconds, Rate: c.Rate, Torque: c.Torque, Floor: c.Floor, Seed: c.Seed}
	report := exciteReport{Output: c.Output}
	if report.Log, err = c.judge(t, tree, o); err != nil {
		return err
	}
	motion, quality, err := excite.Design(ctx, tree, c.Dt, o)
	if err != nil {
		return stopped(err, "nothing was written")
	}
	report.Motion = quality
	if err := atomicfile.WriteBytes(c.Output, motionTable(tree.Joints(), motion)); err != nil {
		return err
	}
	t.report("excitation", report, "%s", report.text())
	return nil
}

// judge returns the quality of the recordings to compare with, or nil if there are none.
func (c *exciteCommand) judge(t *terminal, tree *rigid.Tree, o excite.Options) (*excite.Quality, error) {
	var recordings []jointlog.Recording
	for _, path := range c.Log {
		log, err := jointlog.Read(path, jointlog.Options{Joints: tree.Joints(), Columns: c.Names, Gain: []float64{1}}) // torques do not matter
		if err != nil {
			return nil, err
		}
		t.notes(log.Notes)
		recordings = append(recordings, log.All()...)
	}
	if recordings == nil {
		return nil, nil
	}
	quality, err := excite.Judge(tree, recordings, o)
	return &quality, err
}

// motionTable returns a motion as a CSV file that jointlog can read.
func motionTable(joints []string, m *excite.Motion) []byte {
	header := []string{"time"}
	for _, joint := range joints {
		header = append(header, joint+"/position", joint+"/velocity", joint+"/effort")
	}
	var text bytes.Buffer
	table := csv.NewWriter(&text)
	err := table.Write(header)
	for row, time := range m.Time {
		line := []string{strconv.FormatFloat(time, 'g', 12, 64)}
		for j := range joints {
			for _, values := range [][]float64{m.Angle[j], m.Rate[j], m.Torque[j]} {
				line = append(line, strconv.FormatFloat(values[row], 'g', 9, 64))
			}
		}
		err = errors.Join(err, table.Write(line))
	}
	table.Flush()
	if err := errors.Join(err, table.Error()); err != nil {
		panic("commandline: writing to memory failed: " + err.Error())
	}
	return text.Bytes()
}

func (r exciteReport) text() string {
	say := func(of string, q excite.Quality) string {
		return fmt.Sprintf("%s: %d of %d combinations of constants are determined. On average, their standard errors are %.2g times the uncertainty without data. The condition number is %.3g.\n",
			of, q.Directions, q.Possible, q.Error, q.Condition)
	}
	text := say(r.Output, r.Motion)
	if r.Log == nil {
		return text
	}
	return text + say("the recordings", *r.Log) + fmt.Sprintf("The motion makes errors %.2g times as large as those of the recordings.\n", r.Motion.Error/r.Log.Error)
}
