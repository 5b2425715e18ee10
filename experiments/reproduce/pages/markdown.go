package pages

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"gmnc/datasets/md17"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/run"
)

// WriteMarkdown writes the table beside the paper's. about holds lines that say how it was
// made.
func (t TableReport) WriteMarkdown(w io.Writer, about []string) error {
	m := &markdown{TableReport: t}
	m.printf("# %s: %s\n\n", t.Name, t.Title)
	for _, line := range about {
		m.printf("- %s\n", line)
	}
	paper := ""
	if slices.ContainsFunc(t.Comparisons, func(p Comparison) bool { return p.Published != nil }) {
		paper = ", then the paper's in brackets"
	}
	own := t.Metric.Robots || t.Metric.Goals || t.Metric.Knowing || t.Metric.Certainty
	if !own {
		m.printf("- In each cell: %s, mean over seeds %v%s.\n", t.Metric.Name, t.Seeds, paper)
		m.trainings()
	}
	measured, all, left := t.measured(), t.cells(), ""
	if own && measured < all {
		left = "; models without any are left out"
		m.Rows = slices.DeleteFunc(slices.Clone(t.Rows), func(r protocol.Row) bool { return !t.hasMeasured(r) })
	}
	m.printf("- %d of %d cells were measured%s.\n", measured, all, left)
	builds := t.builds()
	if len(builds) > 1 {
		m.printf("- Letters are [builds](#builds).\n")
	}
	switch {
	case t.Metric.Goals:
		m.goals()
	case t.Metric.Knowing:
		m.knowing()
	case t.Metric.Robots:
		m.robots()
	case t.Metric.Certainty:
		m.certainty()
	default:
		for _, size := range t.sizes() {
			m.overview(size)
		}
		m.details()
	}
	if sources := m.sources(); sources != nil && !t.Metric.Certainty && !t.Metric.Robots { // the notes of these tables are constants
		m.printf("\n## Data\n\n| data | note |\n| --- | --- |\n%s", strings.Join(sources, ""))
	}
	m.reasons()
	m.letters(builds)
	_, err := io.WriteString(w, m.text.String())
	return err
}

type markdown struct {
	TableReport
	text strings.Builder
}

func (m *markdown) printf(format string, args ...any) { fmt.Fprintf(&m.text, format, args...) }

func (m *markdown) line(cells ...string) {
	for i := range cells {
		cells[i] = strings.ReplaceAll(cells[i], "|", "\\|")
	}
	m.printf("| %s |\n", strings.Join(cells, " | "))
}

// trainings says which models are trained differently from those of the paper.
func (m *markdown) trainings() {
	if models := m.trained(func(o run.Options) bool { return o.Reverse }); models != "" {
		m.printf("- Trained backwards in time, too, on target velocities, unlike the paper: %s\n", models)
	}
	var known []int
	for _, row := range m.Rows {
		patience := row.Training.Patience
		if patience > 0 && !slices.Contains(known, patience) {
			known = append(known, patience)
			m.printf("- Ended %d epochs after the lowest validation error: %s\n", patience, m.trained(func(o run.Options) bool { return o.Patience == patience }))
		}
	}
}

// trained names the models of the table that are trained in some way. If these are most of
// them, it names the others.
func (t TableReport) trained(in func(run.Options) bool) string {
	var so, otherwise []string
	for _, row := range t.Rows {
		switch {
		case row.Model.Model == "": // this is a regression or a fit
		case in(row.Training):
			so = append(so, row.Name)
		default:
			otherwise = append(otherwise, row.Name)
		}
	}
	switch {
	case len(so) > 1 && len(otherwise) == 0:
		return "all"
	case len(so) > len(otherwise)+1:
		return "all except for " + strings.Join(otherwise, "; ")
	}
	return strings.Join(so, "; ")
}

// sizes returns the training sizes of the table's columns.
func (t TableReport) sizes() []int {
	var sizes []int
	for _, column := range t.Columns {
		if !slices.Contains(sizes, column.TrainSize) {
			sizes = append(sizes, column.TrainSize)
		}
	}
	return sizes
}

// overview writes the table in the paper's form, for one training size.
func (m *markdown) overview(size int) {
	m.printf("\n## %d training samples\n\n", size)
	head, rule := []string{""}, []string{"---"}
	for _, column := range m.Columns {
		if column.TrainSize == size {
			head, rule = append(head, column.System), append(rule, "---:")
		}
	}
	m.line(head...)
	m.line(rule...)
	for _, row := range m.Rows {
		cells := []string{row.Name}
		for _, p := range m.Comparisons {
			if p.Row.Name == row.Name && p.Column.TrainSize == size {
				cells = append(cells, m.short(p))
			}
		}
		m.line(cells...)
	}
}

// short returns the text of a place in few characters.
func (m *markdown) short(p Comparison) string {
	text := m.marked(m.ours(p), p)
	if p.Published != nil {
		text += " (" + p.Published.Text + ")"
	}
	return strings.TrimSpace(text)
}

// marked returns a text with the letters of the builds that made a place, unless the text is
// blank.
func (m *markdown) marked(text string, p Comparison) string {
	if marks := m.marks(p); marks != "" && text != "" {
		text += " <sup>" + marks + "</sup>"
	}
	return text
}

// ours returns the mean over seeds, or O.F. if a training overflowed. It returns "" if there is
// none.
func (m *markdown) ours(p Comparison) string {
	if p.Overflows() > 0 {
		return protocol.Overflowed
	}
	return m.number(m.summarize(p).value)
}

// number returns a figure in the paper's unit, or "" if it is not known.
func (m *markdown) number(value float64) string {
	switch {
	case math.IsNaN(value):
		return ""
	case value != 0 && math.Abs(value) < 0.001:
		return fmt.Sprintf("%.0e", value)
	}
	return fmt.Sprintf("%.3f", value)
}

// details writes a line for each place.
func (m *markdown) details() {
	m.printf("\n## In detail\n\nDeviations are over seeds, %s. Medians and 1 %%-trimmed means are over test samples (%s).\n\n", m.seedsData(), m.Metric.Squares)
	head := []string{"samples", "system", "model", "seeds", "ours", "deviation", "median", "trimmed mean", "paper", "difference", "in ours", "in the paper's", "overflows"}
	rule := []string{"---:", "---", "---", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:"}
	if m.Metric.Count != nil {
		head, rule = append(head, m.Metric.CountName), append(rule, "---:")
	}
	m.line(head...)
	m.line(rule...)
	for _, size := range m.sizes() {
		for _, p := range m.Comparisons {
			if p.Column.TrainSize == size && !p.blank() {
				m.detail(p)
			}
		}
	}
}

// seedsData says what data seeds have.
func (m *markdown) seedsData() string {
	if slices.ContainsFunc(m.Columns, func(c protocol.Column) bool { return c.Data.Kind == corpus.Forest }) {
		return "which draw weights, order and how trees are taken apart, on the same data"
	}
	text := "each with data of its own"
	if strings.Contains(strings.Join(m.sources(), ""), md17.AsGiven) {
		text += ", but over weights and order alone where the data are " + md17.AsGiven
	}
	return text
}

func (m *markdown) detail(p Comparison) {
	s := m.summarize(p)
	paper, theirs := "", math.NaN()
	if p.Published != nil {
		paper, theirs = p.Published.Text, p.Published.Deviation
		if !math.IsNaN(p.Published.Deviation) {
			paper += fmt.Sprintf(" ± %.2f", p.Published.Deviation)
		}
	}
	cells := []string{fmt.Sprint(p.Column.TrainSize), p.Column.System, p.Row.Name, fmt.Sprint(len(p.values(m.Metric.Of))),
		m.number(s.value), m.number(s.deviation),
		m.number(m.Metric.SquareScale * stat.Mean(p.values(func(e protocol.Errors) float64 { return e.Median }), nil)),
		m.number(m.Metric.SquareScale * stat.Mean(p.values(func(e protocol.Errors) float64 { return e.TrimmedMean }), nil)),
		paper, signed(s.difference, 3), signed(ratio(s.difference, s.deviation), 1), signed(ratio(s.difference, theirs), 1), fmt.Sprint(p.Overflows())}
	if m.Metric.Count != nil {
		counts := []string{}
		for _, count := range p.values(m.Metric.Count) {
			counts = append(counts, fmt.Sprint(count))
		}
		cells = append(cells, strings.Join(counts, ", "))
	}
	m.line(cells...)
}

func signed(value float64, decimals int) string {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return ""
	}
	return fmt.Sprintf("%+.*f", decimals, value)
}
