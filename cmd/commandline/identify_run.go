package commandline

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
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
	"gmnc/system"
)

const (
	// stretchSeconds is the length of the trajectories of a run's data set. Without recordings
	// for validation, one in heldOut of the trajectories is a validation sample.
	stretchSeconds, heldOut = 1.0, 10
	// identifiedSteps is the number of steps of the law of joints in a prediction.
	identifiedSteps = 4
)

// makeRun writes the robot that was found as a run: mechanics without a network, and a data set
// of the robot's constants and the recordings in even steps. The notes say what the files
// exported from the run take, and what they lack.
func (c *identifyCommand) makeRun(model *sysid.Model, tree *rigid.Tree, splits map[string][]jointlog.Recording, gain []float64) (report runReport, notes []string, err error) {
	job, err := c.found(model, tree)
	if err != nil {
		return report, nil, err
	}
	job.OfJoints = ofJoints(model, gain)
	job.Interval = jointlog.Step(splits["train"])
	motions := motionsOf(model, splits, job.Interval)
	data, err := job.Recorded(motions)
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
	measureJoints(info.Joints, motions[0])
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
	return runReport{Path: c.RunFolder, Model: cfg, Unit: data.About.LengthUnit}, carries(model, tree, gain, job.Interval), nil
}

// found returns the robot with the constants that were found, as a mechanism.
func (c *identifyCommand) found(model *sysid.Model, tree *rigid.Tree) (job robots.Config, err error) {
	file, err := os.ReadFile(c.Robot)
	if err != nil {
		return job, err
	}
	joints := model.Joints()
	if file, err = describe.URDF(file, joints); err != nil {
		return job, fmt.Errorf("%s: %w", c.Robot, err)
	}
	robot, _, err := urdf.ParseMechanism(c.Robot, bytes.NewReader(file), urdf.Options{Hold: c.Hold, Recorded: true})
	if err != nil {
		return job, err
	}
	if len(robot.Bodies) != len(joints) {
		return job, fmt.Errorf("%s: %d bodies move by %d joints that were identified", c.Robot, len(robot.Bodies), len(joints))
	}
	robot.Gravity = r3.Vec{X: tree.Gravity[0], Y: tree.Gravity[1], Z: tree.Gravity[2]}
	frictions := model.Frictions()
	for b := range robot.Bodies {
		if joints[b].Link.Joint != robot.Bodies[b].Name {
			return job, fmt.Errorf("%s: body %d moves by %s, and the joint %d is %s", c.Robot, b, robot.Bodies[b].Name, b, joints[b].Link.Joint)
		}
		robot.Bodies[b].Rotor = joints[b].Rotor
		robot.Bodies[b].Damping, robot.Bodies[b].Friction = frictions[b].Damping, frictions[b].Coulomb
	}
	return robots.Config{Robot: robot, Name: filepath.Base(c.Robot)}, nil
}

// motionsOf returns the recordings in even steps, by split. If no recording is for validation,
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

// measureJoints measures the ranges of joints anew, over motions: positions of particles tell angles
// only up to whole turns.
func measureJoints(joints []system.JointRange, motions []robots.Motion) {
	for b := range joints {
		joints[b] = system.NewJointRange(joints[b].Joint, joints[b].Slides)
		for _, m := range motions {
			for frame, load := range m.Load {
				joints[b].Take(m.Angle[frame][b:b+1], m.Rate[frame][b:b+1], load[b:b+1])
			}
		}
	}
}

// undescribed returns a note on the terms of friction that the robot's description, the file
// made, cannot hold.
func undescribed(made string, model *sysid.Model) (notes []string) {
	var terms []string
	for _, term := range []string{"memory", "root", "load", "stribeck"} {
		if model.Has(term) {
			terms = append(terms, term)
		}
	}
	if terms == nil {
		return nil
	}
	return []string{fmt.Sprintf("%s: URDF and MJCF have no %s. Their viscous and Coulomb friction is fitted to the friction that was found, and differs from it by %s N m, root mean square by joint over the recordings", made, strings.Join(terms, ", "), listed(model.FrictionLost()))}
}

// ofJoints returns the fields of the joints that descriptions of robots cannot hold.
func ofJoints(model *sysid.Model, gain []float64) map[*system.Field][]float32 {
	all := map[*system.Field][]float32{}
	add := func(f *system.Field, values ...float64) {
		for _, value := range values {
			all[f] = append(all[f], float32(value))
		}
	}
	offsets, beyond := model.Offsets(), model.Has("root") || model.Has("load") || model.Has("stribeck")
	for j, friction := range model.Frictions() {
		beyond = beyond || friction.Law[0] < 0 || friction.Law[2] < 0
		add(system.FrictionLaw, friction.Law[:]...)
		if model.Has("memory") {
			add(system.FrictionMemory, friction.Memory[:]...)
		}
		if gain != nil {
			add(system.Drive, gain[min(j, len(gain)-1)], offsets[j])
		} else if model.Has("offset") {
			add(system.Drive, 1, offsets[j])
		}
	}
	if !beyond {
		delete(all, system.FrictionLaw)
	}
	if model.Residual != nil {
		add(system.FrictionNetwork, model.Residual.Numbers()...)
	}
	return all
}

// carries returns notes on what the files of the run hold and lack, compared with those of any
// robot. step [s] is the time from row to row of the log.
func carries(model *sysid.Model, tree *rigid.Tree, gain []float64, step float64) (notes []string) {
	if slices.ContainsFunc(tree.Links, func(link urdf.Link) bool { return link.Range[0] < link.Range[1] }) {
		notes = append(notes, "the run has no limits of joints: in its predictions, and in the files of gmnc export --joints, joints move past the limits of the robot's file")
	}
	if gain != nil {
		notes = append(notes, "the log has currents, and so the files of gmnc export --joints take currents in A: they have "+listed(gain)+" N m/A inside")
	}
	if model.Has("memory") {
		notes = append(notes, "friction has memory: the files of gmnc export --joints take and return it as memory, the direction that each joint's friction is in. Predictions of positions begin each time with the direction of motion")
	}
	if model.Has("delay") {
		notes = append(notes, late(model.Delays(), step))
	}
	return notes
}

// inTime is the largest fraction of a row by which torques may be late and still count as held
// from row to row.
const inTime = 0.2

// mostEarly is the number of rows by which torques may act later or earlier than in the log without a
// note. Torques that were measured at their rows act half a row earlier than torques that were held.
const mostEarly = 0.75

// logged returns a note if the torques of all joints are late, or early, in a log with rows a step [s]
// apart, by the delays [s] that were found. Otherwise it returns nil.
func logged(delays []float64, step float64) []string {
	least, most := math.Inf(1), math.Inf(-1)
	var rows []float64
	for _, delay := range delays {
		early := delay/step - 0.5
		rows = append(rows, math.Abs(early))
		least, most = min(least, early), max(most, early)
	}
	switch {
	case most < -mostEarly:
		return []string{"the torques are late in the log by " + listed(rows) + " rows, by the delays that were found: move their columns to earlier rows by as many"}
	case least > mostEarly:
		return []string{"the torques are early in the log by " + listed(rows) + " rows, or the drives act late, by the delays that were found: move their columns to later rows by as many"}
	}
	return nil
}

// late says how to give the torques of a log whose motion lags by delays [s] to the files of a
// run, which hold each torque for a step [s]. A held torque has a delay of half a step.
func late(delays []float64, step float64) string {
	var beyond []float64
	most := 0.0
	for _, delay := range delays {
		beyond = append(beyond, delay-step/2)
		most = max(most, math.Abs(delay-step/2))
	}
	text := fmt.Sprintf("the delays, %s s, are not in the run. Its files hold each torque for one row of the log, %g s, which is a delay of half a row. ", listed(delays), step)
	if most <= inTime*step {
		return text + "The delays are no longer than that: give the torques as they are in the log"
	}
	return text + fmt.Sprintf("Give each torque later by the rest, %s s, or earlier where it is negative", listed(beyond))
}

// listed returns the numbers as text, with three digits each.
func listed(values []float64) string {
	var texts []string
	for _, value := range values {
		texts = append(texts, fmt.Sprintf("%.3g", value))
	}
	return strings.Join(texts, ", ")
}
