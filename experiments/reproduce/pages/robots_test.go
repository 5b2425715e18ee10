package pages

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/experiments/reproduce/protocol"
)

// TestRobotsPage: a log's table has what was measured, the figures of others and the goal, and
// names the joints above it; coverage is of twins alone.
func TestRobotsPage(t *testing.T) {
	place := func(system, row string, e protocol.Errors) Comparison {
		p := placeOf(protocol.Column{System: system}, &e)
		p.Row.Name, p.Measured[0].Result = row, &protocol.Result{Note: "a note"}
		return p
	}
	arm := protocol.TorqueErrors{Torque: [protocol.RobotJoints]float64{3.3, 3.61, 1.69, 0.1, 0.1, 0.76}, Raw: [protocol.RobotJoints]float64{7, 7, 7, 7, 7, 8}, Noise: [protocol.RobotJoints]float64{1, 2, 3, 4, 5, 6}, Size: [protocol.RobotJoints]float64{10, 20, 30, 40, 50, 60}}
	m := &markdown{TableReport: TableReport{Table: protocol.Table{Columns: protocol.OnRobots()}, Comparisons: []Comparison{
		place("UR10e test", "B", protocol.Errors{}), place("UR10e test", "A", protocol.Errors{TorqueErrors: arm}),
		place("twin", "A", protocol.Errors{ErrorCoverage: protocol.ErrorCoverage{WithErrors: 4, Covered: 3, Farthest: 2.5}}),
	}}}
	m.robots()
	page := m.text.String()
	for _, line := range []string{
		"\n| joint | 1 | 2 | 3 | 4 | 5 | 6 |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n",
		"| `gmnc identify`, A | 3.3 | 3.61 | 1.69 | 0.1 | 0.1 | 0.76 |", "| — as measured | 7 | 7 | 7 | 7 | 7 | 8 |", "| noise of the measured torque | 1 | 2 | 3 | 4 | 5 | 6 |", "| the torque itself | 10 | 20 |", "| goal | 3.3 | 3.6 |",
		"| peer: ordinary least squares, viscous and Coulomb friction | 5.14 | 6.56 |",
		"- A: a note; above the goal are the joints 2, 6.", "- B: a note; no joint is above the goal.",
		"| twin | 1 | 4 | 3 | 75.0 | 2.5 | 0 |", "| all | 1 | 4 | 3 |",
	} {
		require.Contains(t, page, line)
	}
	require.Equal(t, "", overGoal("twin", arm.Torque))
	for _, line := range TorqueFigures() {
		require.NotEmpty(t, sourcesOfTorques[line[1]], line)
	}
}

// TestGoalsOfCoverage: both pages say the goal of coverage, in percent.
func TestGoalsOfCoverage(t *testing.T) {
	m := &markdown{}
	m.robots()
	require.Contains(t, m.text.String(), "covers the truth if the two are at most 2 of it apart. Goal: 90 to 99 %.\n")
	require.Contains(t, m.text.String(), "it smooths within ")
	m = &markdown{}
	m.certainty()
	require.Contains(t, m.text.String(), "if the two are at most 2 of it apart. Goal: of all constants that have an error, 90 to 99 %.")
	require.Contains(t, m.text.String(), "with frames 0.03 s apart. Velocities have 10 times the noise of positions, in 1/s.\n")
}
