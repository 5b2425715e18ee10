package pages

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"gmnc/experiments/reproduce/protocol"
	"gmnc/plot"
)

// drawings maps figures to functions that draw a table to a .png or .svg file; runs is the
// folder of run folders. They return errNothing if there is nothing to draw yet.
var drawings = map[protocol.Figure]func(t TableReport, runs, path string) error{
	protocol.DotPlots: drawDotPlots, protocol.AtRadii: drawRadii, protocol.OverSizes: drawSizes, protocol.OverWidths: drawWidths, protocol.TrainingAndTest: DrawTrainings,
}

var errNothing = errors.New("there is nothing to draw")

// draw draws the table as its figure says.
func (t TableReport) draw(runs, path string) error {
	drawing := drawings[t.Figure]
	if drawing == nil {
		return errNothing
	}
	return drawing(t, runs, path)
}

// title returns the title of the table's figure.
func (t TableReport) title() string {
	most := 0
	for _, p := range t.Comparisons {
		most = max(most, len(p.values(t.Metric.Of)))
	}
	if most < 2 {
		return plot.Title(t.Title, "one seed per cell")
	}
	return plot.Title(t.Title, fmt.Sprintf("up to %d seeds per cell", most))
}

// others returns a name for the numbers with which the table is compared: the paper's, the best
// that others published, or figures that include our own baselines, as the table's sources say.
func (t TableReport) others() string {
	switch {
	case !t.Metric.Goals:
		return "paper"
	case t.mechanical():
		return "compared with"
	}
	return "best published"
}

// mechanical reports whether rows say what is known about a system.
func (t TableReport) mechanical() bool {
	return slices.ContainsFunc(t.Rows, func(r protocol.Row) bool { return r.Known != "" })
}

// drawDotPlots draws the numbers of all seeds with their medians, beside the paper's with their
// deviations. If there are many numbers, each place has a panel. The axis has the models or the
// systems, whichever are more.
func drawDotPlots(t TableReport, _, path string) error {
	t, err := t.withOtherRows(filepath.Dir(path))
	if err != nil {
		return err
	}
	columns, rows := t.shown()
	if len(rows) == 0 {
		return errNothing
	}
	cells := map[[2]string]Comparison{}
	for _, p := range t.Comparisons {
		cells[[2]string{p.Row.Name, t.columnName(p.Column)}] = p
	}
	at := func(row, column string) Comparison { return cells[[2]string{row, column}] }
	along, kinds, of := columns, rows, func(column, row string) Comparison { return at(row, column) }
	if len(rows) > len(columns) {
		along, kinds, of = rows, columns, at
	}
	var all []plot.Measurements
	for _, kind := range kinds {
		m := plot.Measurements{Name: kind}
		for _, name := range along {
			measured, expected := t.numbers(of(name, kind))
			m.Measured, m.Expected = append(m.Measured, measured), append(m.Expected, expected)
		}
		all = append(all, m)
	}
	draw := plot.DotPlot
	if len(along)*len(kinds) > mostTogether && len(along) <= mostPanels {
		draw = plot.Facets
	}
	return draw(plot.Axes{Title: t.title(), Y: t.Metric.Name, LogY: true}, along, t.others(), all).Save(path)
}

// withOtherRows returns the table with those rows of other tables that its figure shows, if a
// folder has them.
func (t TableReport) withOtherRows(folder string) (TableReport, error) {
	for _, other := range t.OtherRows {
		at := slices.IndexFunc(protocol.Tables, func(table protocol.Table) bool { return table.Name == other.Table })
		cells, err := ReadEarlier(filepath.Join(folder, other.Table+".csv"))
		if err != nil {
			return t, err
		}
		for _, p := range (TableReport{Table: protocol.Tables[at]}).With(cells).Comparisons {
			if p.Row.Name == other.Row {
				t.Comparisons = append(slices.Clip(t.Comparisons), p)
			}
		}
		rows := protocol.Tables[at].Rows
		row := slices.IndexFunc(rows, func(r protocol.Row) bool { return r.Name == other.Row })
		t.Rows = append(slices.Clip(t.Rows), rows[row])
	}
	return t, nil
}

// drawRadii draws the places that have radii. It leaves out constants of laws, which are not
// coverage.
func drawRadii(t TableReport, runs, path string) error {
	t.Comparisons = slices.DeleteFunc(slices.Clone(t.Comparisons), func(p Comparison) bool { return p.Column.Sought != nil })
	return drawDotPlots(t, runs, path)
}

const (
	mostTogether = 60 // the largest number of values in one panel
	mostPanels   = 12
)

// shown returns the columns and rows with a measurement.
func (t TableReport) shown() (columns, rows []string) {
	known := map[string]bool{}
	for _, p := range t.Comparisons {
		if !math.IsNaN(t.summarize(p).value) {
			known[t.columnName(p.Column)], known[p.Row.Name] = true, true
		}
	}
	for _, c := range t.Columns {
		if name := t.columnName(c); known[name] {
			columns = append(columns, name)
		}
	}
	for _, r := range t.Rows {
		if known[r.Name] {
			rows = append(rows, r.Name)
		}
	}
	return columns, rows
}

// columnName returns the system of a column and, if the table has several training sizes, the
// number of training samples.
func (t TableReport) columnName(c protocol.Column) string {
	if len(t.sizes()) == 1 {
		return c.System
	}
	return fmt.Sprintf("%s · %d", c.System, c.TrainSize)
}

// numbers returns what the seeds measured at a place, and the paper's number.
func (t TableReport) numbers(p Comparison) (measured []float64, paper plot.Estimate) {
	for _, value := range p.values(t.Metric.Of) {
		measured = append(measured, t.Metric.Scale*value)
	}
	paper = plot.Estimate{Value: math.NaN(), Deviation: math.NaN()}
	if p.Published != nil {
		paper = plot.Estimate{Value: p.Published.Value, Deviation: p.Published.Deviation}
	}
	return measured, paper
}

// lines returns a series of measurements for each row, over the value that at returns for a
// place. Places without a value are left out.
func (t TableReport) lines(at func(Comparison) (x float64, known bool)) []plot.Series {
	var series []plot.Series
	for _, row := range t.Rows {
		s := plot.Series{Name: row.Name}
		for _, p := range t.Comparisons {
			x, known := at(p)
			if y := t.summarize(p).value; p.Row.Name == row.Name && known && !math.IsNaN(y) {
				s.X, s.Y = append(s.X, x), append(s.Y, y)
			}
		}
		if len(s.X) > 0 {
			series = append(series, s)
		}
	}
	return series
}

// drawSizes draws errors over the number of training samples.
func drawSizes(t TableReport, _, path string) error {
	return t.drawOver(path, "training samples", func(c protocol.Column) float64 { return float64(c.TrainSize) })
}

// drawWidths draws errors over the width of the fitted layer.
func drawWidths(t TableReport, _, path string) error {
	return t.drawOver(path, "width", func(c protocol.Column) float64 { return float64(c.Width) })
}

// drawOver draws a line for each row over a value of the columns.
func (t TableReport) drawOver(path, what string, of func(protocol.Column) float64) error {
	series := t.lines(func(p Comparison) (float64, bool) { return of(p.Column), true })
	if series == nil {
		return errNothing
	}
	return plot.Curves(plot.Axes{Title: t.title(), X: what, Y: t.Metric.Name, LogX: true, LogY: true}, series).Save(path)
}
