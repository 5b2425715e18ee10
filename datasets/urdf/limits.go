package urdf

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gmnc/internal/fields"
	"gmnc/sim/mechanism"
)

// limitRanges sets how far joints may move from their coordinates in the pose. The notes name
// the joints that have no effective limits.
func (p *parser) limitRanges(positions []float64) (notes []string) {
	var whole, without []string
	for i := range p.joints {
		j := &p.joints[i]
		switch {
		case j.kind == "continuous" || !j.turns() && !j.slides():
		case !(j.lower < j.upper):
			without = append(without, j.name)
		case j.turns() && j.upper-j.lower >= 2*math.Pi:
			whole = append(whole, j.name)
		default:
			j.travel = [2]float64{j.lower - positions[i], j.upper - positions[i]}
		}
	}
	if whole != nil {
		notes = append(notes, "with limits a whole turn apart, which stop nothing: "+strings.Join(whole, ", "))
	}
	if without != nil {
		notes = append(notes, "without a lower limit below an upper one, and not stopped: "+strings.Join(without, ", "))
	}
	return notes
}

// checkLimits returns an error if no joint of the robot has effective limits.
func checkLimits(m *mechanism.Mechanism) error {
	if slices.ContainsFunc(m.Bodies, func(b mechanism.Body) bool { return b.Stop.Lower < b.Stop.Upper }) {
		return nil
	}
	return fields.Errorf("{limits}: no joint that moves has a lower limit below an upper one, less than a whole turn apart: leave {limits} out")
}

// beyondLimits returns the joints whose coordinate in the pose is outside of the file's limits.
func (p *parser) beyondLimits(positions []float64) (names []string) {
	const rounding = 1e-6 // rounding of limits that are written with a few digits
	for i, j := range p.joints {
		if j.lower < j.upper && j.kind != "continuous" && (positions[i] < j.lower-rounding || positions[i] > j.upper+rounding) {
			names = append(names, fmt.Sprintf("%.40s (%g to %g)", j.name, j.lower, j.upper))
		}
	}
	return names
}
