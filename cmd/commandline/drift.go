package commandline

import (
	"fmt"
	"math"

	"gmnc/predict"
)

// driftReport is the JSON object of a step of a rollout.
type driftReport struct {
	Step         int    `json:"step"`
	Systems      int    `json:"systems"`
	Position     number `json:"position_mse"`
	Median       number `json:"position_median"`
	Velocity     number `json:"velocity_mse"`
	Straight     number `json:"straight_line_mse"`
	Lengths      number `json:"length_drift"`
	Momentum     number `json:"momentum_drift"`
	Kinetic      number `json:"kinetic_energy"`
	TrueKinetic  number `json:"true_kinetic_energy"`
	Energy       number `json:"energy_drift"`
	EnergyMedian number `json:"energy_drift_median"`
	TrueEnergy   number `json:"true_energy_drift"`
}

func newDriftReport(d predict.Drift) driftReport {
	return driftReport{d.Step, d.Systems, number(d.Position), number(d.PositionMedian), number(d.Velocity), number(d.Straight),
		number(d.Lengths), number(d.Momentum), number(d.Kinetic), number(d.TrueKinetic),
		number(d.Energy), number(d.EnergyMedian), number(d.TrueEnergy)}
}

// driftTitles are those of the columns of driftLine: mean squared errors x100 of
// positions, with their median, of those on straight lines and of velocities, the
// largest change of a length as a share of it, and for each particle the mean change
// of momentum, the kinetic energy, and the change of the total energy.
const driftTitles = "  step  systems  position x100     median  straight x100  velocity x100  lengths  momentum  kinetic     true   energy   median     true"

func driftLine(d predict.Drift) string {
	short := func(value float64) string { return known("%.4g", value) }
	return fmt.Sprintf("  %4d  %7d  %13s  %9s  %13s  %13s  %7s  %8s  %7s  %7s  %7s  %7s  %7s", d.Step, d.Systems,
		hundredfold(d.Position), hundredfold(d.PositionMedian), hundredfold(d.Straight), hundredfold(d.Velocity),
		known("%.1e", d.Lengths), known("%.1e", d.Momentum),
		short(d.Kinetic), short(d.TrueKinetic), short(d.Energy), short(d.EnergyMedian), short(d.TrueEnergy))
}

func hundredfold(value float64) string { return known("%.5f", 100*value) }

// known is a number, or a dash where there is none that is finite.
func known(format string, value float64) string {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return "-"
	}
	return fmt.Sprintf(format, value)
}
