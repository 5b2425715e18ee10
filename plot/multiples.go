package plot

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

const (
	multiplesWidth = 22 * vg.Centimeter
	multipleHeight = 5 * vg.Centimeter
	mostInRow      = 3 // the largest number of multiples in a row
)

// Multiples draws curves side by side, each below a name, in rows of at most three. They share
// axes and the legend. A part without a finite value is left out.
func Multiples(axes Axes, names []string, series [][]Series) *Drawing {
	if len(names) != len(series) {
		return failed("%d names of %d parts", len(names), len(series))
	}
	title := axes.Title
	var parts []*Drawing
	for i, name := range names {
		axes.Title = name
		parts = append(parts, Curves(axes, series[i]))
	}
	columns := min(len(parts), mostInRow)
	if len(parts) == mostInRow+1 {
		columns = 2
	}
	whole := Grid(title, columns, parts...)
	if whole.parts == nil {
		return whole
	}
	whole.share()
	rows := (len(whole.parts) + columns - 1) / columns
	whole.height = titleHeight(fmt.Sprintf("%s\n", title), multiplesWidth, false) + 2*margin + vg.Length(rows)*multipleHeight
	whole.wide, whole.xLabel, whole.yLabel = multiplesWidth, axes.X, axes.Y
	return whole
}

// share gives the parts one range and one scale for each axis, and moves their legends to the
// whole.
func (d *Drawing) share() {
	low, high, logarithmic := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}, true
	for _, part := range d.parts {
		p := part.plot
		low = [2]float64{min(low[0], p.X.Min), min(low[1], p.Y.Min)}
		high = [2]float64{max(high[0], p.X.Max), max(high[1], p.Y.Max)}
		_, log := p.Y.Scale.(plot.LogScale)
		logarithmic = logarithmic && log
	}
	for _, part := range d.parts {
		p := part.plot
		p.X.Min, p.Y.Min, p.X.Max, p.Y.Max = low[0], low[1], high[0], high[1]
		p.X.Label.Text, p.Y.Label.Text = "", ""
		if !logarithmic {
			p.Y.Scale, p.Y.Tick.Marker = plot.LinearScale{}, plot.TickerFunc(linearTicks)
		}
		for _, entry := range part.legend.entries {
			if !d.legend.has(entry.name) {
				d.legend.entries = append(d.legend.entries, entry)
			}
		}
		part.legend, part.column = &legend{}, 0
	}
}
