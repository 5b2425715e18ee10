package reproduce

import (
	"errors"
	"fmt"
	"math"

	"gmnc/plot"
)

// figure draws a table to a .png or .svg file; runs is the folder of run
// folders. It is errNothing if there is nothing to draw yet.
type figure func(t TableReport, runs, path string) error

var errNothing = errors.New("there is nothing to draw")

// title is that of the table's figure.
func (t TableReport) title() string {
	return plot.Title(t.Title, fmt.Sprintf("%d seeds a place, those that were run", len(t.Seeds)))
}

// agreement draws our figures against the paper's, as far as both are
// positive numbers.
func agreement(t TableReport, _, path string) error {
	series := t.lines(func(p Place) (float64, bool) {
		if p.Published == nil {
			return 0, false
		}
		return p.Published.Value, p.Published.Value > 0 && t.summarize(p, math.NaN()).value > 0
	})
	if series == nil {
		return errNothing
	}
	return plot.Agreement(t.title(), t.Metric.Name+", the paper's", t.Metric.Name+", ours", series).Save(path)
}

// lines are a series a row of what was measured, over what at says of a
// place; places of which it says nothing are left out.
func (t TableReport) lines(at func(Place) (x float64, known bool)) []plot.Series {
	var series []plot.Series
	for _, row := range t.Rows {
		s := plot.Series{Name: row.Name}
		for _, p := range t.Places {
			x, known := at(p)
			if y := t.summarize(p, math.NaN()).value; p.Row.Name == row.Name && known && !math.IsNaN(y) {
				s.X, s.Y = append(s.X, x), append(s.Y, y)
			}
		}
		if len(s.X) > 0 {
			series = append(series, s)
		}
	}
	return series
}

// overSizes draws errors over the number of training samples.
func overSizes(t TableReport, _, path string) error {
	return t.drawOver(path, "training samples", func(c Column) float64 { return float64(c.TrainSize) })
}

// overWidths draws errors over the width of what is fitted.
func overWidths(t TableReport, _, path string) error {
	return t.drawOver(path, "width", func(c Column) float64 { return float64(c.Width) })
}

// drawOver draws a line a row over what columns have.
func (t TableReport) drawOver(path, what string, of func(Column) float64) error {
	series := t.lines(func(p Place) (float64, bool) { return of(p.Column), true })
	if series == nil {
		return errNothing
	}
	return plot.Curves(plot.Axes{Title: t.title(), X: what, Y: t.Metric.Name, LogX: true, LogY: true}, series).Save(path)
}
