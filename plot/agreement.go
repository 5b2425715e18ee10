package plot

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Agreement draws numbers against those they should be: X of a series are the
// ones expected, Y the ones measured, on logarithmic axes with the line on
// which they are equal. Points that are not finite or not positive are counted
// in the legend. It is an error if none is left.
func Agreement(title, expected, measured string, series []Series) *Drawing {
	p := newPlot(expected, measured)
	legend := &legend{}
	p.Add(grid(), diagonal{})
	drawn := 0
	for i, s := range series {
		if len(s.X) != len(s.Y) {
			return failed("series %q has %d expected and %d measured numbers", s.Name, len(s.X), len(s.Y))
		}
		var points plotter.XYs
		for k := range s.X {
			if drawable(s.X[k]) && drawable(s.Y[k]) && s.X[k] > 0 && s.Y[k] > 0 {
				points = append(points, plotter.XY{X: s.X[k], Y: s.Y[k]})
			}
		}
		marks := marks{&plotter.Scatter{XYs: points, GlyphStyle: seriesStyles[i%len(seriesStyles)].marker}}
		name := s.Name
		if hidden := len(s.X) - len(points); hidden > 0 {
			name += fmt.Sprintf(" (%d not shown)", hidden)
		}
		legend.add(name, marks)
		if len(points) > 0 {
			p.Add(marks)
		}
		drawn += len(points)
	}
	if drawn == 0 {
		return failed("there is no positive %s with a positive %s", measured, expected)
	}
	p.X.Min = min(p.X.Min, p.Y.Min)
	p.X.Max = max(p.X.Max, p.Y.Max)
	useLogarithm(&p.X)
	p.Y.Min, p.Y.Max = p.X.Min, p.X.Max
	p.Y.Scale, p.Y.Tick.Marker = p.X.Scale, p.X.Tick.Marker
	legend.add("equal", &plotter.Line{LineStyle: lineOf(diagonalWidth, midGrey)})
	return &Drawing{plot: p, title: title, legend: legend, height: agreementHeight}
}

const (
	agreementHeight = 11 * vg.Centimeter
	diagonalWidth   = 0.9 // points
)

// diagonal is the line on which both axes, which have one range, agree.
type diagonal struct{}

// Plot implements plot.Plotter.
func (diagonal) Plot(c draw.Canvas, _ *plot.Plot) {
	c.StrokeLine2(lineOf(diagonalWidth, midGrey), c.Min.X, c.Min.Y, c.Max.X, c.Max.Y)
}
