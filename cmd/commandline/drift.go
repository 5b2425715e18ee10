package commandline

import (
	"fmt"
	"math"

	"gmnc/predict"
)

// driftReport is the JSON object of a step of a rollout.
type driftReport struct {
	Step        int    `json:"step"`
	Systems     int    `json:"systems"`
	Position    number `json:"position_mse"`
	Velocity    number `json:"velocity_mse"`
	Straight    number `json:"straight_line_mse"`
	Lengths     number `json:"length_drift"`
	Momentum    number `json:"momentum_drift"`
	Kinetic     number `json:"kinetic_energy"`
	TrueKinetic number `json:"true_kinetic_energy"`
}

func newDriftReport(d predict.Drift) driftReport {
	return driftReport{d.Step, d.Systems, number(d.Position), number(d.Velocity), number(d.Straight),
		number(d.Lengths), number(d.Momentum), number(d.Kinetic), number(d.TrueKinetic)}
}

// driftTitles are those of the columns of driftLine: mean squared errors x100 of
// positions, of those on straight lines and of velocities, the largest change of
// a length as a share of it, the mean change of momentum and the kinetic energy, both
// for each particle.
const driftTitles = "  step  systems  position x100  straight x100  velocity x100  lengths  momentum  kinetic  true"

func driftLine(d predict.Drift) string {
	return fmt.Sprintf("  %4d  %7d  %13s  %13s  %13s  %7.1e  %8.1e  %7.4g  %s", d.Step, d.Systems,
		hundredfold(d.Position), hundredfold(d.Straight), hundredfold(d.Velocity), d.Lengths, d.Momentum, d.Kinetic, known("%.4g", d.TrueKinetic))
}

func hundredfold(value float64) string { return known("%.5f", 100*value) }

// known is a number, or a dash where there is none.
func known(format string, value float64) string {
	if math.IsNaN(value) {
		return "-"
	}
	return fmt.Sprintf(format, value)
}
