package plot

import (
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Bar is one bar of a picture.
type Bar struct {
	Name  string // written below the bar
	Kind  string // the legend shows the fill of each kind
	Value float64
	// Straight is the value of the baseline, which is drawn as a line across the bar, or NaN if
	// there is none.
	Straight float64
}

// fills holds the fills of kinds of bars, in turn. They differ in lightness and outline, so
// that no color is needed to distinguish them.
var fills = []draw.LineStyle{
	{Color: Input.Color(), Width: 0},
	{Color: blue, Width: 0},
	{Color: blue, Width: vg.Points(1.6)}, // this one is hollow
	{Color: textGrey, Width: 0},
	dashed(draw.LineStyle{Color: textGrey, Width: vg.Points(1.6)}),
}

// Bars draws values as bars from 0, side by side; kinds lists the kinds that bars may have. A
// value that is not finite has no bar. It is an error if no value is finite.
func Bars(axes Axes, kinds []string, bars []Bar) *Drawing {
	p := newPlot(axes.X, axes.Y)
	lines := grid()
	lines.Vertical.Width = 0
	p.Add(lines)
	legend := &legend{}
	row := &barRow{bars: bars, kinds: map[string]draw.LineStyle{}}
	for i, kind := range kinds {
		row.kinds[kind] = fills[i%len(fills)]
		if slices.ContainsFunc(bars, func(bar Bar) bool { return bar.Kind == kind }) {
			legend.add(kind, barMark{row.kinds[kind]})
		}
	}
	if !slices.ContainsFunc(bars, func(bar Bar) bool { return drawable(bar.Value) }) {
		return failed("no %s is finite", axes.Y)
	}
	if slices.ContainsFunc(bars, func(bar Bar) bool { return drawable(bar.Straight) }) {
		legend.add(StraightLine, &plotter.Line{LineStyle: roleStyles[Straight].line})
	}
	p.Add(row)
	row.name(p)
	addMargin(&p.Y)
	p.Y.Min = min(p.Y.Min, 0)
	return &Drawing{plot: p, title: axes.Title, legend: legend, height: curveHeight, chart: chartOfBars(axes, kinds, row)}
}

// barRow draws bars at 0, 1, 2 and so on.
type barRow struct {
	bars  []Bar
	kinds map[string]draw.LineStyle
}

// DataRange implements plot.DataRanger.
func (r *barRow) DataRange() (xMin, xMax, yMin, yMax float64) {
	for _, bar := range r.bars {
		if drawable(bar.Value) {
			yMin, yMax = min(yMin, bar.Value), max(yMax, bar.Value)
		}
		if drawable(bar.Straight) {
			yMin, yMax = min(yMin, bar.Straight), max(yMax, bar.Straight)
		}
	}
	return -0.6, float64(len(r.bars)) - 0.4, yMin, yMax
}

const barWidth = 0.7 // relative to the distance between bars

// Plot implements plot.Plotter.
func (r *barRow) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, bar := range r.bars {
		left, right := x(float64(i)-barWidth/2), x(float64(i)+barWidth/2)
		if drawable(bar.Straight) {
			defer c.StrokeLine2(roleStyles[Straight].line, left, y(bar.Straight), right, y(bar.Straight))
		}
		if drawable(bar.Value) {
			drawBar(c, r.kinds[bar.Kind], vg.Rectangle{
				Min: vg.Point{X: left, Y: y(0)}, Max: vg.Point{X: right, Y: y(bar.Value)},
			})
		}
	}
}

// mostNames is the largest number of names below a row of bars.
const mostNames = 12

// name writes as many names as fit below the bars: one word below the other, or at an angle if
// words would touch.
func (r *barRow) name(p *plot.Plot) {
	step := (len(r.bars) + mostNames - 1) / mostNames
	var names, words []string
	for i, bar := range r.bars {
		names = append(names, bar.Name)
		if i%step == 0 {
			words = append(words, slices.MaxFunc(append(strings.Fields(bar.Name), ""), func(a, b string) int { return len(a) - len(b) }))
		}
	}
	if touching(words) {
		p.X.Tick.Marker = plot.ConstantTicks(ticksOf(names, step, longestTick, true))
		slant(p)
		return
	}
	for i, name := range names {
		names[i] = strings.ReplaceAll(name, " ", "\n")
	}
	p.X.Tick.Marker = plot.ConstantTicks(ticksOf(names, step, longestTick, false))
}

// drawBar fills a rectangle, or outlines it if the fill has a line.
func drawBar(c draw.Canvas, fill draw.LineStyle, area vg.Rectangle) {
	var inside color.Color = white
	if fill.Width == 0 {
		inside = fill.Color
	}
	corners := []vg.Point{area.Min, {X: area.Max.X, Y: area.Min.Y}, area.Max, {X: area.Min.X, Y: area.Max.Y}, area.Min}
	c.FillPolygon(inside, corners)
	if fill.Width > 0 {
		c.StrokeLines(fill, corners)
	}
}

// barMark is the mark of a kind of bars in the legend.
type barMark struct{ fill draw.LineStyle }

// Thumbnail implements plot.Thumbnailer.
func (m barMark) Thumbnail(c *draw.Canvas) {
	center, half := c.Center(), vg.Points(5)
	drawBar(*c, m.fill, vg.Rectangle{
		Min: vg.Point{X: center.X - half, Y: center.Y - half}, Max: vg.Point{X: center.X + half, Y: center.Y + half},
	})
}
