package reproduce

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"gonum.org/v1/gonum/stat"
)

// goalsText are goals and the best figures that others published, in the units of their
// tables. Source names the method; sourcesOfGoals says where it is described.
//
//go:embed goals.csv
var goalsText string

// goal is what a table wants at a place, and who published what there.
type goal struct {
	Value  float64
	Source string // "" where nobody published a figure
}

// sourcesOfGoals say what the published figures of goals.csv are.
var sourcesOfGoals = map[string]string{
	"CHNN":                 "with masses and potential learned, from the result files of Finzi, Wang, Wilson, Simplifying Hamiltonian and Lagrangian Neural Networks via Explicit Constraints (NeurIPS 2020)",
	"CLNN":                 "of the same paper, with masses and potential learned",
	"fitted MuJoCo":        "4.0, with friction and softness fitted on the validation tosses",
	"MuJoCo, friction 0.3": "4.0, the simulator that made the data, with friction 0.3 in place of 0.4",
	"MuJoCo":               "4.0, the simulator that made the data, with masses off by 1 % and damping by 2 %",
}

// goalFigures are goals and published figures by place.
var goalFigures = sync.OnceValues(func() (map[place]goal, map[place]Published) {
	rows, err := csv.NewReader(strings.NewReader(goalsText)).ReadAll()
	if err != nil {
		panic(err) // the file is part of the program
	}
	goals, figures := map[place]goal{}, map[place]Published{}
	for _, row := range rows[1:] {
		at := place(row[:4])
		goals[at] = goal{parse(row[4]), row[6]}
		if row[5] != "" {
			figures[at] = Published{Text: row[5], Value: parse(row[5]), Deviation: math.NaN()}
		}
	}
	return goals, figures
})

// goal is the goal of a place.
func (t Table) goal(p Place) (goal, bool) {
	goals, _ := goalFigures()
	g, found := goals[t.place(p.Column, p.Row)]
	return g, found
}

// goals is a line a place: what is known and learned, what is wanted, what came and
// what others published.
func (m *markdown) goals() {
	m.printf("\n")
	m.line("system", "pieces", "known", "learned", "goal", "reached", "seeds", "met", "constants off by", "best published", "seconds")
	m.line("---", "---:", "---", "---", "---:", "---:", "---:", "---", "---:", "---:", "---:")
	var sources []string
	for _, p := range m.Places {
		if p.blank() {
			continue
		}
		wanted, met, published := "", "", ""
		s := m.summarize(p)
		if g, found := m.goal(p); found {
			wanted, met = fmt.Sprintf("%.3g", g.Value), "no"
			if s.value <= g.Value {
				met = "yes"
			}
			if p.Published != nil {
				published = fmt.Sprintf("%s (%s)", p.Published.Text, g.Source)
			}
			if g.Source != "" && !slices.Contains(sources, g.Source) {
				sources = append(sources, g.Source)
			}
		}
		reached := fmt.Sprintf("%.3g", s.value)
		if p.overflows() > 0 {
			reached = overflowed
		}
		if s.deviation > 0 {
			reached += fmt.Sprintf(" ± %.1g", s.deviation)
		}
		m.line(p.Column.System, fmt.Sprint(p.Column.TrainSize), p.Row.Known, p.Row.Name, wanted, reached,
			fmt.Sprint(len(p.values(m.Metric.of))), met, m.constants(p), published, m.seconds(p))
	}
	m.printf("\n")
	for _, source := range sources {
		m.printf("- %s: %s.\n", source, sourcesOfGoals[source])
	}
}

// constants is the largest relative error of the constants of a place's runs, "" where
// the truth is not known.
func (m *markdown) constants(p Place) string {
	values := p.values(func(e Errors) float64 { return e.Constants })
	if len(values) == 0 || slices.Max(values) == 0 {
		return ""
	}
	return fmt.Sprintf("%.1g", slices.Max(values))
}

// seconds is how long a training of a place took, in the mean over its seeds.
func (m *markdown) seconds(p Place) string {
	var all []float64
	for _, measured := range p.Measured {
		if measured.Result != nil {
			all = append(all, measured.Result.Seconds)
		}
	}
	return fmt.Sprintf("%.0f", stat.Mean(all, nil))
}
