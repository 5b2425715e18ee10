package reproduce

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"time"

	"gmnc/datasets/npz"
	"gmnc/datasets/urdf"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/internal/uncertainty"
	"gmnc/run"
	"gmnc/sysid"
	"gmnc/sysid/jointlog"
	"gmnc/sysid/rigid"
)

// identify fits a robot to the training part of a log and measures it on another log, or on the
// test part of the same one. If the file has the true constants, it compares the errors with
// them.
func (r *runner) identify(ctx context.Context, result *protocol.Result) error {
	c := result.Cell
	links, _, err := urdf.ReadLinks(filepath.Join(filepath.Dir(c.Data.File), "ur10e.urdf"), urdf.Options{})
	if err != nil {
		return err
	}
	tree := &rigid.Tree{Links: links, Gravity: [3]float64{0, 0, -9.81}}
	names := tree.Joints()
	if len(names) != protocol.RobotJoints {
		return fmt.Errorf("%s: the robot has %d joints that move, expected %d", c.Data.File, len(names), protocol.RobotJoints)
	}
	train, err := jointlog.Read(c.Data.File, jointlog.Options{Joints: names})
	if err != nil {
		return err
	}
	test, err := jointlog.Read(c.Test.File, jointlog.Options{Joints: names})
	if err != nil {
		return err
	}
	began := time.Now()
	model, err := sysid.Identify(ctx, tree, part(train, "train"), sysid.Options{Learn: c.Robot.Learn, Half: c.Robot.Half, Trust: 1})
	if err != nil {
		return err
	}
	result.Seconds = time.Since(began).Seconds()
	measured, err := model.Measure(part(test, "test"))
	if err != nil {
		return err
	}
	result.Errors = new(protocol.Errors)
	copy(result.Errors.Torque[:], measured.Error)
	copy(result.Errors.Raw[:], measured.Raw)
	copy(result.Errors.Noise[:], measured.Noise)
	copy(result.Errors.Size[:], measured.Size)
	for j := range protocol.RobotJoints {
		share := measured.Error[j] / measured.Size[j]
		result.Errors.Mean += share * share / protocol.RobotJoints
	}
	truth, err := robotTruth(c.Data.File, tree)
	if err != nil {
		return err
	}
	if truth == nil {
		result.Note = fmt.Sprintf("found %s; smoothed within %g s on either side", strings.Join(model.Learned, ", "), model.Half)
		return nil
	}
	result.Note = result.Errors.Compare(foundOfRobot(model, truth), truth)
	return nil
}

// part returns a split of a log, or the whole log if it has no splits.
func part(log *jointlog.Log, split string) []jointlog.Recording {
	if recordings := log.Splits[split]; recordings != nil {
		return recordings
	}
	return log.All()
}

// robotTruth reads the true constants of a simulated robot, by their titles. It returns nil for
// a log that has none. Inertias are in the file's order xx, xy, yy, xz, yz, zz.
func robotTruth(path string, tree *rigid.Tree) (truth map[string]float64, err error) {
	order := [rigid.Constants]int{0, 1, 2, 3, 4, 6, 9, 5, 7, 8}
	err = npz.Open(path, func(a *npz.Archive) error {
		if !a.Has("true_parameters") {
			return nil
		}
		truth = map[string]float64{}
		inertial, _, err := a.Numbers("true_parameters")
		if err == nil && len(inertial) != rigid.Constants*len(tree.Links) {
			err = a.Errorf("true_parameters", "expected %d numbers of each of %d links, and it has %d in all", rigid.Constants, len(tree.Links), len(inertial))
		}
		if err != nil {
			return err
		}
		for b, link := range tree.Links {
			for k, name := range rigid.Names {
				truth[name+" of "+link.Links[0]] = inertial[b*rigid.Constants+order[k]]
			}
		}
		for key, name := range map[string]string{"true_rotor": "rotor inertia", "true_viscous": "viscous friction", "true_coulomb": "Coulomb friction"} {
			values, _, err := a.Numbers(key)
			if err == nil && len(values) != len(tree.Links) {
				err = a.Errorf(key, "expected a number of each of %d joints, and it has %d", len(tree.Links), len(values))
			}
			if err != nil {
				return err
			}
			for j, link := range tree.Links {
				truth[name+" of "+link.Joint] = values[j]
			}
		}
		if !a.Has("dt") {
			return nil
		}
		step, _, err := a.Numbers("dt")
		if err == nil && len(step) != 1 {
			err = a.Errorf("dt", "expected one number, and it has %d", len(step))
		}
		if err != nil {
			return err
		}
		for _, link := range tree.Links {
			truth["delay of the motion of "+link.Joint] = step[0] / 2 // torques are constant from row to row
		}
		return nil
	})
	return truth, err
}

// foundOfRobot returns the constants that a log determines, and the combinations of others. It
// adds the true values of combinations to truth.
func foundOfRobot(model *sysid.Model, truth map[string]float64) (found []run.FoundConstant) {
	for _, c := range model.Constants {
		if c.Determined {
			found = append(found, run.FoundConstant{Name: c.Name, Of: c.Of, Value: c.Value, Unit: c.Unit, Error: uncertainty.Error{StandardError: c.Error, Most: c.Most}})
		}
	}
	for _, sum := range model.Combinations {
		wanted := 0.0
		for _, term := range sum.Terms {
			of, known := truth[term.Name+" of "+term.Of]
			if !known {
				of = math.NaN()
			}
			wanted += float64(term.Factor * of)
		}
		if !math.IsNaN(wanted) {
			name := "`" + sum.Words + "`" // it is a formula
			truth[name] = wanted
			found = append(found, run.FoundConstant{Name: name, Value: sum.Value, Unit: sum.Unit, Error: uncertainty.Error{StandardError: sum.Error, Most: sum.Most}})
		}
	}
	return found
}
