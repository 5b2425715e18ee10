package pages

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"gonum.org/v1/gonum/stat"

	"gmnc/experiments/reproduce/protocol"
)

// GoalsText holds goals and the best figures that others published, in the units of their
// tables. Its column Source names the method, which SourcesOfGoals describes.
//
//go:embed goals.csv
var GoalsText string

// goal is the wanted value at a place, with the source of the published figure there.
type goal struct {
	Value  float64
	Source string // "" if no figure is published
}

// SourcesOfGoals describes the published figures of goals.csv by their sources.
var SourcesOfGoals = map[string]string{
	"CHNN":                 "a network that learns masses and the potential, in every row, from the result files of Finzi, Wang, Wilson, Simplifying Hamiltonian and Lagrangian Neural Networks via Explicit Constraints (NeurIPS 2020)",
	"CLNN":                 "a network of the same paper that learns masses and the potential, in every row: where everything is known here, the two had different tasks",
	"fitted MuJoCo":        "4.0, with friction and softness fitted on the validation tosses",
	"MuJoCo, friction 0.3": "4.0, the simulator that made the data, run with friction 0.3 where the data have 0.4: what a wrong constant costs, not a trained model",
	"multivector neurons":  "the lowest of EGNN (0.71), SEGNO (0.43), CGENN (0.39) and multivector neurons (0.35), each on the set of Satorras, Hoogeboom, Welling, E(n) Equivariant Graph Neural Networks (ICML 2021); here by the same scheme, drawn anew",
	"EGNN":                 "of that paper, with more epochs",
	"EGHN":                 "the lower of EGHN (25.9; Han et al., Equivariant Graph Hierarchy-Based Neural Networks, NeurIPS 2022) and EGNO (33.9; Xu et al., ICML 2024)",
	"another split":        "the lowest that is published for networks of message passing",
	"regressions":          "the best of constant velocity, ridge regressions and a network on the same pairs; the error is the root mean square of coordinates over the validation pairs, in m",
	"MuJoCo":               "4.0, the simulator that made the data, run with masses off by 1 % and damping by 2 %: what wrong constants cost, not a trained model",
}

// GoalFigures returns the goals and the published figures by place.
var GoalFigures = sync.OnceValues(func() (map[entryKey]goal, map[entryKey]Published) {
	rows, err := csv.NewReader(strings.NewReader(GoalsText)).ReadAll()
	if err != nil {
		panic(err) // the file is part of the program
	}
	goals, figures := map[entryKey]goal{}, map[entryKey]Published{}
	for _, row := range rows[1:] {
		at := entryKey(row[:4])
		goals[at] = goal{Parse(row[4]), row[6]}
		if row[5] != "" {
			figures[at] = Published{Text: row[5], Value: Parse(row[5]), Deviation: math.NaN()}
		}
	}
	return goals, figures
})

// goalAt returns the goal of a place, if it has one.
func goalAt(t protocol.Table, p Comparison) (goal, bool) {
	goals, _ := GoalFigures()
	g, found := goals[EntryKeyOf(t, p.Column, p.Row)]
	return g, found
}

// goals writes a line for each place: what is known and learned, or the model, then the goal,
// what was reached and what others published.
func (m *markdown) goals() {
	mechanical := m.mechanical()
	heads, rules := []string{"system", "samples", "model"}, []string{"---", "---:", "---"}
	if mechanical {
		heads, rules = []string{"system", "pieces", "known", "learned"}, []string{"---", "---:", "---", "---"}
	}
	heads, rules = append(heads, "goal", "reached", "seeds", "met"), append(rules, "---:", "---:", "---:", "---")
	if mechanical {
		heads, rules = append(heads, "constants off by"), append(rules, "---:")
	}
	m.printf("\n")
	m.line(append(heads, m.others(), "seconds")...)
	m.line(append(rules, "---:", "---:")...)
	var sources []string
	for _, p := range m.Comparisons {
		if p.blank() {
			continue
		}
		cells := []string{p.Column.System, fmt.Sprint(p.Column.TrainSize)}
		if mechanical {
			cells = append(cells, p.Row.Known)
		}
		wanted, reached, met, published := m.against(p)
		seeds := fmt.Sprint(len(p.values(m.Metric.Of)))
		if (protocol.Entry{Table: m.Table, Row: p.Row, Column: p.Column}).Settled() {
			seeds += ", nothing is drawn"
		}
		cells = append(cells, p.Row.Name, wanted, m.marked(reached, p), seeds, met)
		if mechanical {
			cells = append(cells, m.constants(p))
		}
		m.line(append(cells, published, m.seconds(p))...)
		if g, _ := goalAt(m.Table, p); g.Source != "" && !slices.Contains(sources, g.Source) {
			sources = append(sources, g.Source)
		}
	}
	m.printf("\n")
	for _, source := range sources {
		m.printf("- %s: %s.\n", source, SourcesOfGoals[source])
	}
}

// against returns the goal of a place, what was reached, whether that meets the goal, and what
// others published.
func (m *markdown) against(p Comparison) (wanted, reached, met, published string) {
	s := m.summarize(p)
	reached = fmt.Sprintf("%.3g", s.value)
	if p.Overflows() > 0 {
		reached = protocol.Overflowed
	}
	reached += deviationText(s.deviation)
	g, found := goalAt(m.Table, p)
	if !found {
		return "", reached, "", ""
	}
	if p.Published != nil {
		published = fmt.Sprintf("%s (%s)", p.Published.Text, g.Source)
	}
	met = "no"
	if s.value <= g.Value && p.Overflows() == 0 {
		met = "yes"
	}
	return fmt.Sprintf("%.3g", g.Value), reached, met, published
}

// deviationText returns a deviation that follows a number, without an exponent: with one digit
// if it is below 1, else as a whole number. It returns "" if there is none.
func deviationText(deviation float64) string {
	switch {
	case !(deviation > 0):
		return ""
	case deviation < 1:
		return fmt.Sprintf(" ± %.1g", deviation)
	default:
		return fmt.Sprintf(" ± %.0f", deviation)
	}
}

// constants returns the largest relative error of the constants of a place's runs, or "" if the
// truth is not known.
func (m *markdown) constants(p Comparison) string {
	values := p.values(func(e protocol.Errors) float64 { return e.Constants })
	if len(values) == 0 || slices.Max(values) == 0 {
		return ""
	}
	return fmt.Sprintf("%.1g", slices.Max(values))
}

// seconds returns the mean time of a place's trainings over seeds.
func (m *markdown) seconds(p Comparison) string {
	var all []float64
	for _, measured := range p.Measured {
		if measured.Result != nil {
			all = append(all, measured.Result.Seconds)
		}
	}
	return fmt.Sprintf("%.0f", stat.Mean(all, nil))
}
