package commandline

import (
	"fmt"
	"math"

	"gmnc/predict"
)

// driftReport is the JSON object of one step of a rollout.
type driftReport struct {
	Step         int    `json:"step"`
	Systems      int    `json:"systems"`
	Left         number `json:"left"` // share of systems that are not finite or ran away
	RMSE         spread `json:"position_rmse"`
	StraightRMSE spread `json:"straight_line_rmse"`
	VelocityRMSE spread `json:"velocity_rmse"`
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

// spread holds quantiles over the systems: a tenth of them are below Low, half are below
// Median, and a tenth are above High.
type spread struct {
	Low    number `json:"low"`
	Median number `json:"median"`
	High   number `json:"high"`
}

func newSpread(s predict.Spread) spread {
	return spread{number(s.Low), number(s.Median), number(s.High)}
}

func newDriftReport(d predict.Drift) driftReport {
	return driftReport{d.Step, d.Systems, number(d.Left), newSpread(d.PositionRoot), newSpread(d.StraightRoot), newSpread(d.VelocityRoot),
		number(d.Position), number(d.PositionMedian), number(d.Velocity), number(d.Straight),
		number(d.Lengths), number(d.Momentum), number(d.Kinetic), number(d.TrueKinetic),
		number(d.Energy), number(d.EnergyMedian), number(d.TrueEnergy)}
}

// driftColumn is a column of a rollout's table.
type driftColumn struct {
	column
	printed   bool // printed without --all
	potential bool // of data whose potential is known
	cell      func(predict.Drift) string
}

// driftColumns holds all columns of a rollout's table.
var driftColumns = []driftColumn{
	{numberColumn("step", 5), true, false, func(d predict.Drift) string { return fmt.Sprint(d.Step) }},
	{numberColumn("systems", 7), false, false, func(d predict.Drift) string { return fmt.Sprint(d.Systems) }},
	{numberColumn("left", 6), false, false, func(d predict.Drift) string { return fmt.Sprintf("%.3g%%", 100*d.Left) }},
	{numberColumn("RMSE median", 9), true, false, func(d predict.Drift) string { return short(d.PositionRoot.Median) }},
	{numberColumn("RMSE 10%", 9), false, false, func(d predict.Drift) string { return short(d.PositionRoot.Low) }},
	{numberColumn("RMSE 90%", 9), false, false, func(d predict.Drift) string { return short(d.PositionRoot.High) }},
	{numberColumn("constant velocity median", 9), true, false, func(d predict.Drift) string { return short(d.StraightRoot.Median) }},
	{numberColumn("velocity RMSE median", 9), true, false, func(d predict.Drift) string { return short(d.VelocityRoot.Median) }},
	{numberColumn("length change", 7), true, false, func(d predict.Drift) string { return known("%.2g", d.Lengths) }},
	{numberColumn("momentum change", 7), false, false, func(d predict.Drift) string { return known("%.2g", d.Momentum) }},
	{numberColumn("kinetic energy", 9), false, false, func(d predict.Drift) string { return short(d.Kinetic) }},
	{numberColumn("true kinetic energy", 9), false, false, func(d predict.Drift) string { return short(d.TrueKinetic) }},
	{numberColumn("energy change", 9), false, true, func(d predict.Drift) string { return short(d.Energy) }},
	{numberColumn("energy change median", 9), true, true, func(d predict.Drift) string { return short(d.EnergyMedian) }},
	{numberColumn("true energy change", 9), false, true, func(d predict.Drift) string { return short(d.TrueEnergy) }},
	{numberColumn("RMSE of all", 9), false, false, func(d predict.Drift) string { return short(math.Sqrt(d.Position)) }},
	{numberColumn("constant velocity of all", 9), false, false, func(d predict.Drift) string { return short(math.Sqrt(d.Straight)) }},
	{numberColumn("velocity RMSE of all", 9), false, false, func(d predict.Drift) string { return short(math.Sqrt(d.Velocity)) }},
}

// driftTable is the table of a rollout.
type driftTable struct {
	*table
	columns []driftColumn
}

// newDriftTable returns a table with all columns or only the usual ones. Columns about the
// energy need data with a known potential.
func newDriftTable(all, potential bool) driftTable {
	var t driftTable
	var plain []column
	for _, c := range driftColumns {
		if (all || c.printed) && (potential || !c.potential) {
			t.columns, plain = append(t.columns, c), append(plain, c.column)
		}
	}
	t.table = newTable(plain...)
	return t
}

// cells returns the cells of a step.
func (t driftTable) cells(d predict.Drift) []string {
	cells := make([]string, len(t.columns))
	for i, c := range t.columns {
		cells[i] = c.cell(d)
	}
	return cells
}

func short(value float64) string { return known("%.4g", value) }

// none stands for a number that is not finite.
const none = "-"

// known formats a number, or returns a dash if it is not finite.
func known(format string, value float64) string {
	if !isFinite(value) {
		return none
	}
	return fmt.Sprintf(format, value)
}

func isFinite(value float64) bool { return !math.IsNaN(value) && !math.IsInf(value, 0) }
