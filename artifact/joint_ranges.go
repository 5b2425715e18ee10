package artifact

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"gmnc/builder/joints"
	"gmnc/export/rolling"
	"gmnc/internal/units"
	"gmnc/run"
	"gmnc/system"
)

// RangesFor returns the ranges of the joints in training data, in the units of the file's inputs: a
// drive turns what the file takes into the load on the joint. It returns nil if the training data
// have other joints.
func RangesFor(data *run.DataInfo, j Joints) []system.JointRange {
	if data == nil || !slices.EqualFunc(data.Joints, j.Names, func(r system.JointRange, name string) bool { return r.Joint == name }) || !j.have(data.Joints) {
		return nil
	}
	ranges := slices.Clone(data.Joints)
	for number, drive := range j.Drives {
		gain, offset := float64(drive[0]), float64(drive[1])
		if gain == 0 {
			return nil
		}
		var driven system.ColumnRanges
		for _, load := range ranges[number].Torque {
			least, most := (load.Least+offset)/gain, (load.Most+offset)/gain
			driven = append(driven, system.Range{Least: min(least, most), Most: max(least, most)})
		}
		ranges[number].Torque = driven
	}
	return ranges
}

// have reports whether ranges are those of these joints, with one for each column.
func (j Joints) have(ranges []system.JointRange) bool {
	for number, r := range ranges {
		parts := joints.CoordinateColumns(j.Type(number))
		if len(r.Q) != len(parts[system.CoordinateInput]) || len(r.Rate) != len(parts[system.RateInput]) || len(r.Torque) != len(parts[system.LoadInput]) {
			return false
		}
	}
	return true
}

// describeJointRanges prints the ranges of joints in training data with these units. Driven joints
// take another quantity than their load.
func describeJointRanges(w io.Writer, ranges []system.JointRange, data *run.DataInfo, driven bool) {
	if len(ranges) == 0 {
		return
	}
	Line(w, "ranges", "of the joints in the training data, as minimum to maximum. A state or a torque outside of them is outside of what was learned")
	for _, r := range ranges {
		Line(w, "range", "%s", textOfRange(r, data, driven))
	}
}

// textOfRange describes the ranges of a joint in the units of the data.
func textOfRange(r system.JointRange, data *run.DataInfo, driven bool) string {
	kind := system.OnAxis
	switch {
	case len(r.Q) == len(coordinateParts):
		kind = system.Floating
	case len(r.Q) > 1:
		kind = system.OnBall
	}
	return r.Text(func(input string, column int) (name, unit string) {
		if kind == system.OnAxis {
			return "", unitsOfJoint(r.Slides, data, driven)[input]
		}
		part := joints.CoordinateColumns(kind)[input][column]
		names, slides := coordinateParts, part < 3 && kind == system.Floating
		if input == system.RateInput {
			names = rateParts
		}
		if name = names[part]; strings.HasPrefix(name, "q") {
			return name, ""
		}
		return name, unitsOfJoint(slides, data, driven)[input]
	})
}

// unitsOfJoint returns the units of q, rate and torque of a joint by these names, or "" for those
// that are not known. The unit of what a driven joint takes is not known.
func unitsOfJoint(slides bool, data *run.DataInfo, driven bool) map[string]string {
	time := units.TimeOf(data.VelocityUnit, data.LengthUnit)
	length := "rad"
	if slides {
		length = data.LengthUnit
	}
	of := map[string]string{system.CoordinateInput: length}
	if length != "" && time != "" {
		of[system.RateInput] = length + "/" + time
	}
	if data.LengthUnit == "m" && time == "s" && !driven {
		of[system.LoadInput] = system.LoadUnit(slides).SI()
	}
	return of
}

// Units returns the units of q, rate and what follows from them, as metadata of a file. Joints that
// slide have other units than those that turn. Units returns none for joints that do not have one
// axis, whose columns have several units.
func (j *Joints) Units(data *run.DataInfo) map[string]string {
	entries := map[string]string{}
	if data == nil || j.Types != nil {
		return entries
	}
	turns, slides := unitsOfJoint(false, data, j.Driven()), unitsOfJoint(true, data, j.Driven())
	for _, name := range []string{system.CoordinateInput, system.RateInput} {
		unit := turns[name]
		switch {
		case !slices.Contains(j.Slides, false):
			unit = slides[name]
		case slices.Contains(j.Slides, true) && slides[name] != "":
			unit += ", or " + slides[name] + " for joints that slide"
		}
		if unit != "" {
			entries[unitsPrefix+name], entries[unitsPrefix+rolling.NextPrefix+name] = unit, unit
		}
	}
	return entries
}

// Driven reports whether the file takes something else than the loads on its joints, such as
// currents.
func (j *Joints) Driven() bool {
	return slices.ContainsFunc(j.Drives, func(drive [2]float32) bool { return drive[0] != 1 })
}

// caveats says what a file in joint coordinates does not check, and which limits it lacks.
func (j *Joints) caveats() []string {
	lines := []string{fmt.Sprintf("The constants are those of one robot, with the joints %s. The file cannot check that q, rate and torque are those of this robot, in this order, measured from its pose of rest.", strings.Join(j.Names, ", "))}
	if !j.limited {
		lines = append(lines, "The file has no limits of joints, because its data set has none: joints move past any that the robot has.")
	}
	return lines
}
