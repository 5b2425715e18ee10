package commandline

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/datasets/robots"
	"gmnc/datasets/urdf"
	"gmnc/run"
	"gmnc/sysid"
	"gmnc/sysid/describe"
	"gmnc/sysid/jointlog"
	"gmnc/sysid/rigid"
)

const (
	// stretchSeconds is how long the trajectories of a run's data set are, and heldOut the
	// share of the recordings that is its validation part where there is no other: one in ten.
	stretchSeconds, heldOut = 1.0, 10
	// identifiedSteps is how many steps of the law of joints a prediction has.
	identifiedSteps = 4
)

// makeRun writes the robot that was found as a run: mechanics without a network, and the data
// set with the robot's constants and the recordings in even steps. Notes say what it lacks.
func (c *identifyCommand) makeRun(model *sysid.Model, tree *rigid.Tree, splits map[string][]jointlog.Recording, gain []float64) (report runReport, notes []string, err error) {
	job, err := c.found(model, tree)
	if err != nil {
		return report, nil, err
	}
	job.Interval = jointlog.Step(splits["train"])
	data, err := job.Recorded(motionsOf(model, splits, job.Interval))
	if err != nil {
		return report, nil, err
	}
	file, err := datasets.Encode(data)
	if err != nil {
		return report, nil, err
	}
	info, err := run.DescribeContent(run.RobotName, bytes.NewReader(file), data)
	if err != nil {
		return report, nil, err
	}
	cfg := config.DefaultConfig()
	cfg.Model, cfg.Forces, cfg.Layers, cfg.TrueVelocity = "gmn-ode", config.NoForces, identifiedSteps, true
	cfg = run.ModelFor(cfg, data)
	made, err := run.New(run.Config{Version: run.Version(), Model: cfg, Data: info}, nil)
	if err != nil {
		return report, nil, err
	}
	if err := c.clear(c.RunFolder); err != nil {
		return report, nil, err
	}
	if err := made.WriteRobot(run.Folder(c.RunFolder), file); err != nil {
		return report, nil, err
	}
	return runReport{Path: c.RunFolder, Model: cfg, Unit: data.About.LengthUnit}, lacks(model, gain), nil
}

// found is the robot with what was found, as a mechanism.
func (c *identifyCommand) found(model *sysid.Model, tree *rigid.Tree) (job robots.Config, err error) {
	file, err := os.ReadFile(c.Robot)
	if err != nil {
		return job, err
	}
	joints := model.Joints()
	if file, err = describe.URDF(file, joints); err != nil {
		return job, fmt.Errorf("%s: %w", c.Robot, err)
	}
	robot, _, err := urdf.ParseMechanism(c.Robot, bytes.NewReader(file), urdf.Options{Hold: c.Hold, Stands: true, Recorded: true})
	if err != nil {
		return job, err
	}
	if len(robot.Bodies) != len(joints) {
		return job, fmt.Errorf("%s: %d bodies move by %d joints that were identified", c.Robot, len(robot.Bodies), len(joints))
	}
	robot.Gravity = r3.Vec{X: tree.Gravity[0], Y: tree.Gravity[1], Z: tree.Gravity[2]}
	for b := range robot.Bodies {
		if joints[b].Link.Joint != robot.Bodies[b].Name {
			return job, fmt.Errorf("%s: body %d moves by %s, and the joint %d is %s", c.Robot, b, robot.Bodies[b].Name, b, joints[b].Link.Joint)
		}
		robot.Bodies[b].Rotor = joints[b].Rotor
	}
	return robots.Config{Robot: robot, Name: filepath.Base(c.Robot)}, nil
}

// motionsOf are the recordings in even steps, by split. Where no recording is for validation,
// parts of those for training are.
func motionsOf(model *sysid.Model, splits map[string][]jointlog.Recording, step float64) (motions [3][]robots.Motion) {
	frames := max(2, int(stretchSeconds/step)+1)
	for split, name := range datasets.SplitNames {
		for i := range splits[name] {
			for _, s := range model.Stretches(&splits[name][i], step, frames) {
				motions[split] = append(motions[split], robots.Motion{Angle: s.Angle, Rate: s.Rate, Load: s.Torque})
			}
		}
	}
	if len(motions[1]) == 0 {
		all := motions[0]
		motions[0] = nil
		for i, m := range all {
			split := 0
			if i%heldOut == heldOut-1 {
				split = 1
			}
			motions[split] = append(motions[split], m)
		}
	}
	return motions
}

// lacks says what was found and a run cannot carry.
func lacks(model *sysid.Model, gain []float64) (notes []string) {
	if terms := model.Uncarried(); terms != nil {
		notes = append(notes, fmt.Sprintf("the run has viscous and Coulomb friction, fitted to the friction that was found: it cannot carry %s. By joint the two differ by %s N m, root mean square over the recordings", strings.Join(terms, ", "), listed(model.FrictionLost())))
	}
	if gain != nil {
		notes = append(notes, "the run and its files take torques, and the log has currents: multiply currents by "+listed(gain)+" N m/A before you give them to it")
	}
	if offsets := model.Offsets(); offsets != nil {
		notes = append(notes, "the run has no offset of the torque: take these from measured torques before you give them to it: "+listed(offsets)+" N m")
	}
	return notes
}

// listed are numbers in three digits.
func listed(values []float64) string {
	var texts []string
	for _, value := range values {
		texts = append(texts, fmt.Sprintf("%.3g", value))
	}
	return strings.Join(texts, ", ")
}
