package plot

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Heat holds values in rows and columns, such as the errors of particles for samples.
type Heat struct {
	Rows   []string    // names, from top to bottom
	Values [][]float64 // [rows][columns]; NaN leaves a cell blank
	X      []float64   // the edges of columns, one more than those
	Unit   string      // the unit of values, for the legend; may be empty
}

const (
	heatLevels  = 6
	heatRow     = 14 // the largest height of a row, in points
	mostHeatRow = 45 // the largest number of rows of which all are named
)

// HeatMap draws values as cells, darker if larger. The scale is logarithmic if all values are
// positive. It is an error if no value is finite.
func HeatMap(axes Axes, h Heat) *Drawing {
	p := newPlot(axes.X, axes.Y)
	cells := &heatCells{Heat: h, low: math.Inf(1), high: math.Inf(-1)}
	for i, row := range h.Values {
		if len(row)+1 != len(h.X) || len(h.Values) != len(h.Rows) {
			return failed("row %d has %d cells, expected %d, and %d rows have %d names", i, len(row), len(h.X)-1, len(h.Values), len(h.Rows))
		}
		for _, value := range row {
			if drawable(value) {
				cells.low, cells.high = min(cells.low, value), max(cells.high, value)
			}
		}
	}
	if cells.low > cells.high {
		return failed("no %s is finite", axes.Y)
	}
	p.Add(cells)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = h.X[0], h.X[len(h.X)-1], 0, float64(len(h.Rows))
	p.Y.Tick.Marker = plot.ConstantTicks(cells.names())
	p.Y.Tick.Width = 0
	legend := &legend{}
	for k := heatLevels - 1; k >= 0; k-- {
		value := cells.level(float64(k) / (heatLevels - 1))
		legend.add(InUnit(fmt.Sprintf("%.3g", value), h.Unit), swatch{cells.color(value)})
	}
	height := max(7*vg.Centimeter, vg.Length(len(h.Rows))*heatRow+4*vg.Centimeter)
	return &Drawing{plot: p, title: axes.Title, legend: legend, height: min(height, 22*vg.Centimeter), chart: chartOfCells(axes, cells)}
}

// heatCells draws the cells.
type heatCells struct {
	Heat
	low, high float64 // the least and the largest value
}

// names returns the names of rows. If there are many rows, it returns every other name, or
// fewer.
func (h *heatCells) names() (ticks []plot.Tick) {
	step := 1 + (len(h.Rows)-1)/mostHeatRow
	for i := 0; i < len(h.Rows); i += step {
		ticks = append(ticks, plot.Tick{Value: float64(len(h.Rows)-i) - 0.5, Label: shortened(h.Rows[i], longestTick)})
	}
	return ticks
}

// share returns the position of a value between the least and the largest, from 0 to 1.
func (h *heatCells) share(value float64) float64 {
	switch {
	case h.low == h.high:
		return 1
	case h.low > 0:
		return math.Log(value/h.low) / math.Log(h.high/h.low)
	}
	return (value - h.low) / (h.high - h.low)
}

// level returns the value at a position between the least and the largest.
func (h *heatCells) level(share float64) float64 {
	if h.low > 0 {
		return h.low * math.Pow(h.high/h.low, share)
	}
	return h.low + share*(h.high-h.low)
}

// heatStops holds the colors from the least to the largest value: a pale one, the color of
// predictions, and a dark one. Lightness alone therefore distinguishes them.
var heatStops = [3][3]float64{{253, 240, 226}, {226, 120, 40}, {70, 18, 0}}

func (h *heatCells) color(value float64) color.Color {
	at := 2 * min(max(h.share(value), 0), 1)
	below := min(int(at), 1)
	var mixed [3]uint8
	for i := range mixed {
		from, to := heatStops[below][i], heatStops[below+1][i]
		mixed[i] = uint8(math.Round(from + (at-float64(below))*(to-from)))
	}
	return color.RGBA{R: mixed[0], G: mixed[1], B: mixed[2], A: 255}
}

// Plot implements plot.Plotter.
func (h *heatCells) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, row := range h.Values {
		bottom, top := y(float64(len(h.Rows)-i-1)), y(float64(len(h.Rows)-i))
		for k, value := range row {
			if drawable(value) {
				left, right := x(h.X[k]), x(h.X[k+1])
				c.FillPolygon(h.color(value), []vg.Point{{X: left, Y: bottom}, {X: right, Y: bottom}, {X: right, Y: top}, {X: left, Y: top}})
			}
		}
	}
}

// swatch is the mark of a color in the legend.
type swatch struct{ fill color.Color }

// Thumbnail implements plot.Thumbnailer.
func (s swatch) Thumbnail(c *draw.Canvas) {
	c.FillPolygon(s.fill, []vg.Point{c.Min, {X: c.Max.X, Y: c.Min.Y}, c.Max, {X: c.Min.X, Y: c.Max.Y}})
}
