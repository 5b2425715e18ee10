package jointlog

import (
	"fmt"
	"math"
	"slices"

	"gmnc/datasets/checks"
	"gmnc/sysid/series"
)

// gearOption returns the name of the option that changes the sign of torques, or "" if it has
// numbers already, or if torques follow from currents or goals, which it does not multiply.
func gearOption(o Options, gain []float64) string {
	if o.Gear != nil || o.Servo != nil || gain != nil {
		return ""
	}
	return "--gear"
}

// Check returns the findings of package checks for recordings. Recordings with the same quantities and
// the same time from row to row are checked together. gain is that of the log, or nil.
func Check(recordings []Recording, o Options, gain []float64) (notes []checks.Note) {
	for _, group := range alike(recordings) {
		key := group[0].Name
		if more := len(group) - 1; more > 0 {
			key = fmt.Sprintf("%s and %d more", key, more)
		}
		names := make([]string, len(group))
		for k := range group {
			names[k] = group[k].Name
		}
		notes = append(notes, forChecks(group, o).Check(&checks.Words{
			Positions: "angles", Key: key, Rates: "rates", RateKey: key, Loads: "torques", LoadKey: key, GearOption: gearOption(o, gain),
			Names: names, Name: func(joint int) string { return fmt.Sprintf("the joint %.40s", o.Joints[joint]) },
			Remedies: map[string]string{
				checks.AJump:          "take out whole turns and rows that were not measured",
				checks.ASeam:          "write each recording to a file of its own",
				checks.Missing:        "give the rows the times at which they were measured (time)",
				checks.AnotherPace:    "give the rows the times at which they were measured (time)",
				checks.UnevenStamps:   "rows are taken at their stamps, which should be those of the measurement and not of the message",
				checks.FrozenPosition: "leave these rows out",
				checks.OutOfOrder:     "the rows are out of order, or too far apart for rates",
				checks.InDegrees:      "convert angles and rates with numpy.deg2rad, or in a .csv file name their columns with deg, as in JOINT_position_deg",
				checks.InRadians:      "leave deg out of the names of columns, and convert none from degrees",
				checks.LateLoads:      "move their columns to earlier rows by as many rows, or to later ones if torques are early; the term delay (--learn) finds what is left",
			},
		})...)
	}
	return notes
}

// alike returns recordings in groups that have the same quantities and steps.
func alike(recordings []Recording) (groups [][]Recording) {
	for _, r := range recordings {
		k := slices.IndexFunc(groups, func(group []Recording) bool {
			first := &group[0]
			return (first.Rate == nil) == (r.Rate == nil) && (first.Torque == nil) == (r.Torque == nil) &&
				math.Abs(series.Step(first.Time)-series.Step(r.Time)) <= stepOff*series.Step(r.Time)
		})
		if k < 0 {
			groups = append(groups, nil)
			k = len(groups) - 1
		}
		groups[k] = append(groups[k], r)
	}
	return groups
}

// forChecks returns recordings, one after the other, in the form of package checks. Angles that jump
// by whole turns are unwrapped.
func forChecks(recordings []Recording, o Options) *checks.Recording {
	all := &checks.Recording{Elements: len(recordings[0].Angle), Each: 1, Starts: []int{0}, Limits: o.Limits, Rotates: o.Rotates, HeldOrSampled: true}
	for _, r := range recordings {
		all.Stamps = append(all.Stamps, r.Time...)
		all.Positions = append(all.Positions, joined(r.Angle)...)
		if r.Rate != nil {
			all.Rates = append(all.Rates, joined(r.Rate)...)
		}
		if r.Torque != nil {
			all.Loads = append(all.Loads, joined(r.Torque)...)
		}
		all.Starts = append(all.Starts, len(all.Stamps))
	}
	all.Unwrap()
	if gaps := all.Gaps(); !gaps.Uneven() {
		all.Time = gaps.Typical
		all.AddEnergies = o.Energies
	}
	return all
}

// joined returns columns [joints][rows] row by row.
func joined(columns [][]float64) (all []float64) {
	for row := range columns[0] {
		for _, column := range columns {
			all = append(all, column[row])
		}
	}
	return all
}
