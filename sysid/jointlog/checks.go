package jointlog

import (
	"fmt"
	"math"

	"gmnc/datasets/checks"
)

// gearOption returns the name of the option that changes the sign of torques, or "" if it has
// numbers already, or if torques follow from currents or goals, which it does not multiply.
func gearOption(o Options, gain []float64) string {
	if o.Gear != nil || o.Servo != nil || gain != nil {
		return ""
	}
	return "--gear"
}

// check returns the findings of package checks for the recording. gear is the result of gearOption.
func (r *Recording) check(o Options, gear string) (notes []string) {
	for _, note := range r.forChecks(o).Check(&checks.Words{
		Positions: "angles", Key: r.Name, Rates: "rates", RateKey: r.Name, Loads: "torques", LoadKey: r.Name, GearOption: gear,
		Name: func(joint int) string { return fmt.Sprintf("the joint %.40s", o.Joints[joint]) },
		Remedies: map[string]string{
			checks.AJump:          "take out whole turns and rows that were not measured",
			checks.ASeam:          "write each recording to a file of its own",
			checks.Missing:        "give the rows their stamps (time)",
			checks.AnotherPace:    "give the rows their stamps (time)",
			checks.UnevenStamps:   "rows are taken at their stamps, which should be those of the measurement and not of the message",
			checks.FrozenPosition: "leave these rows out",
			checks.OutOfOrder:     "the rows are out of order, or too far apart for rates",
			checks.LateLoads:      "shift their column in the log, or leave them out",
		},
	}) {
		notes = append(notes, note.Text())
	}
	return notes
}

// forChecks returns the recording in the form of package checks. Angles that jump by whole turns
// are unwrapped.
func (r *Recording) forChecks(o Options) *checks.Recording {
	rows, joints := len(r.Time), len(r.Angle)
	all := &checks.Recording{Elements: joints, Each: 1, Starts: []int{0, rows}, Stamps: r.Time, Limits: o.Limits, Rotates: o.Rotates}
	if gaps := all.Gaps(); !gaps.Uneven() {
		all.Time = gaps.Typical
	}
	all.Positions = joined(r.Angle)
	for i := joints; i < len(all.Positions); i++ {
		if displacement := all.Positions[i] - all.Positions[i-joints]; math.Abs(displacement) > math.Pi {
			all.Positions[i] -= 2 * math.Pi * math.Round(displacement/(2*math.Pi))
		}
	}
	if r.Rate != nil {
		all.Rates = joined(r.Rate)
	}
	if r.Torque != nil {
		all.Loads = joined(r.Torque)
	}
	if all.Time > 0 {
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
