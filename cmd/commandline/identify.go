package commandline

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gmnc/datasets"
	"gmnc/datasets/checks"
	"gmnc/datasets/urdf"
	"gmnc/internal/atomicfile"
	"gmnc/internal/within"
	"gmnc/report/pictures"
	"gmnc/sysid"
	"gmnc/sysid/describe"
	"gmnc/sysid/jointlog"
	"gmnc/sysid/rigid"
	"gmnc/system"
)

// identifyCommand finds a robot's constants in its recordings.
type identifyCommand struct {
	Robot string   `arg:"" help:"URDF file of the robot, which stands on its first link."`
	Log   []string `arg:"" help:"Recorded motions: .csv files with a header, whose columns are known by their names, or .npz files with angle, rate, torque, or current and gain, [rows, joints], time or dt, and joints, their names. Bags of ROS 2 in .mcap files, or their folders, are read, too. A file with splits is fitted to train."`
	Test  []string `help:"Further recordings, which are predicted and not fitted. None by default." placeholder:"LOG"`
	Learn []string `help:"Terms of the law to find: ${terms}. By default these are inertia, rotor, viscous and coulomb, and those of the others that improve the prediction of held-out parts of the recordings." placeholder:"NAME"`
	Trust float64  `help:"Weight of the robot's file as prior knowledge. At 1, the mass of a link in the file counts as known to about 50 %; four times the weight halves that." default:"1"`
	logFlags

	Smooth    float64     `help:"Half of the width in seconds of the filter that smooths all signals; 0 has it estimated." default:"0"`
	Residual  bool        `help:"Also train a small network on what the law leaves of each joint's torque, as a function of the joint's angle, rate and load, and say whether it helps."`
	Hold      []string    `help:"Joints to fix. None by default." placeholder:"JOINT"`
	Gravity   *vectorFlag `help:"Acceleration by gravity. 0,0,-9.81 by default." placeholder:"X,Y,Z"`
	Output    jsonPath    `short:"o" help:"File of constants, errors and measurements to write; none by default." placeholder:"FOUND.json"`
	URDF      string      `name:"urdf" help:"Also write the robot's URDF file with what was found; none by default." placeholder:"FOUND.urdf"`
	MJCF      string      `name:"mjcf" help:"Also write the robot for MuJoCo, with rotors; none by default." placeholder:"FOUND.xml"`
	Picture   picturePath `help:"Also draw each joint's measured torque, the torque by the constants that were found, and the residual, for the first test recording or the first fitted one. None by default." placeholder:"TORQUES.svg"`
	RunFolder string      `name:"run" type:"folder" help:"Also write the robot with what was found as a run, for gmnc export RUN --joints; none by default." placeholder:"RUN"`
	overwriting
}

// logFlags holds the flags about how recordings of joints are read.
type logFlags struct {
	Gain  []float64         `help:"For a log of motor currents: each joint's torque in N m per ampere, in the order of the robot's joints, or one number for all. None by default; an .npz file may have it as gain." placeholder:"NUMBER"`
	Gear  []float64         `help:"Ratios by which torques at motors are multiplied, in the order of the robot's joints, or one for all. 1 by default." placeholder:"NUMBER"`
	Servo []float64         `help:"For servos commanded by position: each joint's torque in N m per radian between its angle and its goal, in the order of the robot's joints, or one number for all. The log's goals are then read in place of torques. None by default." placeholder:"NUMBER"`
	Names map[string]string `name:"columns" help:"Names of a CSV file's columns, where gmnc does not recognize them: of time, angle, rate, torque, current or goal, with {} for the joint's name or number. current=effort says that the efforts of an .mcap file are currents. None by default." placeholder:"angle=q_{};..."`
	Dt    float64           `help:"Seconds from row to row, for a file without times; 0 is none." default:"0"`
}

// log returns the options for reading the log of joints.
func (f logFlags) log(joints []string) jointlog.Options {
	return jointlog.Options{Joints: joints, Gain: f.Gain, Gear: f.Gear, Servo: f.Servo, Dt: f.Dt, Columns: f.Names}
}

// Validate refuses other extensions, a robot's file in place of a log, and numbers that make no
// sense.
func (c *identifyCommand) Validate() error {
	return cmp.Or(robotFirst("identify", slices.Concat(c.Log, c.Test)), requireExtension(c.URDF, ".urdf"), requireExtension(c.MJCF, ".xml"), c.options().Validate())
}

func (c *identifyCommand) options() sysid.Options {
	return sysid.Options{Learn: c.Learn, Trust: c.Trust, Half: c.Smooth, Residual: c.Residual}
}

func (c *identifyCommand) Run(ctx context.Context, t *terminal) error {
	if err := c.vacant(string(c.Output), c.URDF, c.MJCF, string(c.Picture)); err != nil {
		return err
	}
	if c.RunFolder != "" {
		if err := c.vacantRun(c.RunFolder); err != nil {
			return err
		}
	}
	found, err := within.Context(ctx, func() (*identified, error) { return c.find(ctx, t) })
	if err != nil {
		return stopped(err, "nothing was written")
	}
	report, tree := found.report, found.tree
	if err := c.write(report, tree); err != nil {
		return err
	}
	if err := c.draw(report.Model, tree, found.splits); err != nil {
		return err
	}
	t.report("identified", report, "%s", report.text(t.width))
	if report.Has("delay") {
		t.notes(logged(report.Delays(), jointlog.Step(found.splits["train"])))
	}
	if made := cmp.Or(c.URDF, c.MJCF); made != "" {
		t.notes(undescribed(made, report.Model))
	}
	if c.RunFolder == "" {
		return nil
	}
	made, notes, err := c.makeRun(report.Model, tree, found.splits, found.gain)
	if err != nil {
		return err
	}
	t.notes(notes)
	t.report("run", made, "\n%s: the robot as a run; gmnc export %[1]s --joints -o robot.onnx writes it as a file\n", c.RunFolder)
	return nil
}

// identified holds what was found, and from what.
type identified struct {
	tree   *rigid.Tree
	splits map[string][]jointlog.Recording
	gain   []float64 // of the motors, where logs have currents
	report identifyReport
}

// find reads the robot and the recordings, finds the constants and measures them.
func (c *identifyCommand) find(ctx context.Context, t *terminal) (*identified, error) {
	tree, err := readTree(t, c.Robot, c.Hold, c.Gravity)
	if err != nil {
		return nil, err
	}
	splits, gain, doubts, err := c.read(t, tree)
	if err != nil {
		return nil, err
	}
	model, err := sysid.Identify(ctx, tree, splits["train"], c.options())
	if err != nil {
		return nil, err
	}
	report := identifyReport{Model: model, Robot: c.Robot, Doubts: doubts, Errors: map[string]sysid.Errors{"train": model.Train}}
	for _, split := range []string{"valid", "test"} {
		if recordings := splits[split]; len(recordings) > 0 {
			if report.Errors[split], err = model.Measure(recordings); err != nil {
				return nil, err
			}
		}
	}
	return &identified{tree, splits, gain, report}, nil
}

// readTree reads a robot that stands on its first link, with the joints of hold fixed. A nil
// gravity stands for that of the Earth.
func readTree(t *terminal, robot string, hold []string, gravity *vectorFlag) (*rigid.Tree, error) {
	links, notes, err := urdf.ReadLinks(robot, urdf.Options{Hold: hold})
	if err != nil {
		return nil, err
	}
	t.notes(notes)
	tree := &rigid.Tree{Links: links, Gravity: [3]float64{0, 0, -9.81}}
	if gravity != nil {
		tree.Gravity = *gravity
	}
	return tree, nil
}

// doubtful lists the checks whose findings say that units, directions or columns of a log are wrong.
var doubtful = []string{checks.InDegrees, checks.InRadians, checks.BeyondLimits, checks.OtherRates, checks.OtherLoads}

// read reads the recordings of each split, and returns the gain that turned the currents of the
// first log into torques, or nil if it has none. doubts names the checks that say that units,
// directions or columns are wrong.
func (c *identifyCommand) read(t *terminal, tree *rigid.Tree) (splits map[string][]jointlog.Recording, gain []float64, doubts []string, err error) {
	o := c.log(tree.Joints())
	o.Energies, o.Checked = tree.AddEnergies, true
	for _, link := range tree.Links {
		o.Limits, o.Rotates = append(o.Limits, link.Range), append(o.Rotates, !link.Slides)
	}
	log, err := jointlog.ReadAll(c.Log, c.Test, o)
	if err != nil {
		return nil, nil, nil, err
	}
	splits, gain = log.Splits, log.Gain
	splits["train"] = append(splits["train"], splits[""]...)
	delete(splits, "")
	if len(splits["train"]) == 0 {
		return nil, nil, nil, fmt.Errorf("%s has no recordings to fit: expected arrays without a split, or of train", strings.Join(c.Log, ", "))
	}
	t.notes(log.Notes)
	var all []jointlog.Recording
	for _, split := range datasets.SplitNames {
		all = append(all, splits[split]...)
	}
	for i := range all {
		if err := all[i].Possible(o); err != nil {
			return nil, nil, nil, err
		}
	}
	for _, note := range jointlog.Check(all, o, gain) {
		t.notes([]string{note.Text()})
		if slices.Contains(doubtful, note.Check) {
			doubts = append(doubts, note.Check)
		}
	}
	return splits, gain, doubts, nil
}

// draw draws the torques of a recording, if the flags ask for a picture.
func (c *identifyCommand) draw(model *sysid.Model, tree *rigid.Tree, splits map[string][]jointlog.Recording) error {
	if c.Picture == "" {
		return nil
	}
	recordings := append(append([]jointlog.Recording{}, splits["test"]...), splits["train"]...)
	course, err := model.Course(&recordings[0])
	if err != nil {
		return err
	}
	var joints []pictures.Torques
	for j, link := range tree.Links {
		joints = append(joints, pictures.Torques{Joint: link.Joint, Unit: system.LoadUnit(link.Slides).SI(), Slides: link.Slides, Time: course.Time,
			Measured: course.Measured[j], Smoothed: course.Smoothed[j], Model: course.Model[j]})
	}
	return pictures.Course(filepath.Base(course.Name), joints).Save(string(c.Picture))
}

// write writes the constants that were found, and the descriptions that the flags ask for.
func (c *identifyCommand) write(report identifyReport, tree *rigid.Tree) error {
	text, err := json.MarshalIndent(report, "", "  ")
	if err != nil {
		return err
	}
	joints := report.Joints()
	if c.URDF != "" {
		file, err := os.ReadFile(c.Robot)
		if err != nil {
			return err
		}
		if file, err = describe.URDF(file, joints); err != nil {
			return fmt.Errorf("%s: %w", c.Robot, err)
		}
		if err := atomicfile.WriteBytes(c.URDF, file); err != nil {
			return err
		}
	}
	if c.MJCF != "" {
		var file bytes.Buffer
		name := strings.TrimSuffix(filepath.Base(c.Robot), filepath.Ext(c.Robot))
		if err := errors.Join(describe.MJCF(&file, name, tree.Gravity, joints), atomicfile.WriteBytes(c.MJCF, file.Bytes())); err != nil {
			return err
		}
	}
	if c.Output == "" {
		return nil
	}
	return atomicfile.WriteBytes(string(c.Output), append(text, '\n'))
}
