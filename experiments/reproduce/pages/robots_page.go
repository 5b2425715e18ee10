package pages

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"strings"
	"sync"

	"gmnc/experiments/reproduce/protocol"
)

// robotsText holds the goals and the figures of others, by log and joint, in N m.
//
//go:embed robots.csv
var robotsText string

// sourcesOfTorques describes the figures of robots.csv.
var sourcesOfTorques = map[string]string{
	"goal":          "goal",
	"least squares": "peer: ordinary least squares, viscous and Coulomb friction",
	"with cbrt":     "peer: with friction over the cube root of the rate",
	"description":   "peer: the numbers of the robot's description",
	"truth":         "peer: with the true constants",
}

// TorqueFigures returns the lines of robots.csv without their header.
var TorqueFigures = sync.OnceValue(func() [][]string {
	rows, err := csv.NewReader(strings.NewReader(robotsText)).ReadAll()
	if err != nil {
		panic(err) // the file is part of the program
	}
	return rows[1:]
})

// robots writes tables of torque errors by joint, and the coverage of errors on simulated
// twins.
func (m *markdown) robots() {
	m.printf("- In each cell: the error of the torque on a log that was not fitted, in N m, root mean square, by joint: of the smoothed torque, or of the torque as it was measured, with its noise. A wider filter takes away errors, too, so compare smoothed torques of one width alone.\n")
	m.printf("- The UR10e's logs are by Mamedov and others (Practical Aspects of Model-Based Collision Detection, Frontiers in Robotics and AI, 2020). `train` and `valid` are harmonic motions of two days, and `test` goes from point to point. They are not part of the project.\n")
	m.printf("- The peer is Pinocchio's regressor. Its figures were not made here: they come with the data. On the UR10e it smooths within %g s on either side, on steps of 0.01 s. On `twin` its figures are not below the noise even with the true constants, so they are of torques as they were measured.\n", protocol.PeersHalf)
	m.printf("- `test` was seen while the terms that are tried were chosen, so that it is kind to `gmnc`.\n")
	for _, column := range m.Columns {
		m.torqueTable(column.System)
	}
	m.covered("Standard errors on the twins", func(c protocol.Column) bool { return strings.HasPrefix(c.System, "twin") })
	m.printf("\nThe twins have the arm's kinematics with other constants, which are known. Constants and combinations of them that a log tells have an error. A standard error covers the truth if the two are at most %d of it apart. Goal: %g to %g %%.\n", protocol.CoveringErrors, 100*protocol.LeastCovered, 100*protocol.MostCovered)
	m.notCovered()
}

// torqueTable writes a line for each model that was measured on a log, and for the figures of
// others.
func (m *markdown) torqueTable(log string) {
	m.printf("\n## %s\n\n", log)
	head, rule := []string{"joint"}, []string{"---"}
	for j := range protocol.RobotJoints {
		head, rule = append(head, fmt.Sprint(j+1)), append(rule, "---:")
	}
	m.line(head...)
	m.line(rule...)
	row := func(name string, values [protocol.RobotJoints]float64) {
		cells := []string{name}
		for _, v := range values {
			cells = append(cells, fmt.Sprintf("%.3g", v))
		}
		m.line(cells...)
	}
	var last *protocol.Errors
	var notes []string
	for _, p := range m.Comparisons {
		if p.Column.System == log && len(p.Measured) > 0 && p.Measured[0].Errors != nil {
			last = p.Measured[0].Errors
			row(m.marked("`gmnc identify`, "+p.Row.Name, p), last.Torque)
			row("— as measured", last.Raw)
			if result := p.Measured[0].Result; result != nil && last.WithErrors == 0 {
				notes = append(notes, fmt.Sprintf("- %s: %s%s.\n", p.Row.Name, result.Note, overGoal(log, last.Torque)))
			}
		}
	}
	for _, line := range TorqueFigures() {
		if line[0] == log {
			m.line(append([]string{sourcesOfTorques[line[1]]}, line[2:]...)...)
		}
	}
	if last != nil {
		row("noise of the measured torque", last.Noise)
		row("the torque itself", last.Size)
	}
	if notes != nil {
		m.printf("\n%s", strings.Join(notes, ""))
	}
}

// overGoal names the joints whose errors are above the goal of a log, or returns "" if it has
// none.
func overGoal(log string, errors [protocol.RobotJoints]float64) string {
	for _, line := range TorqueFigures() {
		if line[0] != log || line[1] != "goal" {
			continue
		}
		var over []string
		for j, e := range errors {
			if e > Parse(line[2+j]) {
				over = append(over, fmt.Sprint(j+1))
			}
		}
		if over == nil {
			return "; no joint is above the goal"
		}
		return "; above the goal are the joints " + strings.Join(over, ", ")
	}
	return ""
}
