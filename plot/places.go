package plot

import (
	"fmt"
	"image/color"
	"math"
	"unicode/utf8"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Estimate is a number with its deviation; each is NaN if it is not known.
type Estimate struct{ Value, Deviation float64 }

// Measurements are those of one kind, one a place, beside what was expected there.
type Measurements struct {
	Name               string
	Measured, Expected []Estimate
}

// Places draws what was measured at named places, beside each other and with
// deviations, and what was expected of it as a dash with its own. The axis is
// logarithmic if all numbers are positive. Numbers that are not finite are
// counted in the legend; it is an error if none is left. expected names the dashes.
func Places(axes Axes, places []string, expected string, all []Measurements) *Drawing {
	p := newPlot(axes.X, axes.Y)
	lines := grid()
	lines.Vertical.Width = 0
	legend := &legend{}
	row := &placeRow{count: len(places)}
	for i, m := range all {
		if len(m.Measured) != len(places) || len(m.Expected) != len(places) {
			return failed("%q has %d measured and %d expected numbers at %d places", m.Name, len(m.Measured), len(m.Expected), len(places))
		}
		style, hidden := placeStyle(m.Name, i), 0
		for at, measured := range m.Measured {
			x := float64(at) + row.offset(i, len(all))
			if !drawable(measured.Value) {
				if !math.IsNaN(measured.Value) {
					hidden++
				}
				continue
			}
			row.marks = append(row.marks, placeMark{x, measured, style})
			if drawable(m.Expected[at].Value) {
				row.dashes = append(row.dashes, placeMark{x, m.Expected[at], style})
			}
		}
		name := m.Name
		if hidden > 0 {
			name += fmt.Sprintf(" (%d not shown)", hidden)
		}
		legend.add(name, &plotter.Scatter{GlyphStyle: style})
	}
	if len(row.marks) == 0 {
		return failed("no %s is finite", axes.Y)
	}
	if len(row.dashes) > 0 {
		legend.add(expected, expectedMark{})
	}
	p.Add(shades(len(places)), lines, row)
	scale(&p.Y, axes.LogY)
	nameTicks(p, places)
	return &Drawing{plot: p, title: axes.Title, legend: legend, height: placesHeight}
}

const (
	placesHeight = 12 * vg.Centimeter
	placeSpan    = 0.76 // of a place, which its marks take
	placeRadius  = 2    // points
	dashHalf     = 3.2  // points
	longestTick  = 24   // letters of a name below the picture
	// lettersInARow is how many fit below the picture.
	lettersInARow = 40
)

var shade = color.Gray{Y: 246}

// placeStyle is a mark; beyond the styles of series, shapes and colours go
// together in other ways.
func placeStyle(name string, number int) draw.GlyphStyle {
	count := len(seriesStyles)
	style := styleOf(NoRole, name, number).marker
	if _, known := modelStyles[name]; !known {
		style.Shape = seriesStyles[(number+number/count)%count].marker.Shape
	}
	style.Radius = vg.Points(placeRadius)
	return style
}

// touching reports whether names beside each other would touch.
func touching(places []string) bool {
	last := 0
	for i, name := range places {
		letters := utf8.RuneCountInString(name)
		if i > 0 && (last+letters)/2+1 > lettersInARow/len(places) {
			return true
		}
		last = letters
	}
	return last > lettersInARow
}

// nameTicks names the places, at an angle where they would touch.
func nameTicks(p *plot.Plot, places []string) {
	p.X.Tick.Marker = plot.ConstantTicks(ticksOf(places, 1, touching(places)))
	p.X.Tick.Width = 0
	if touching(places) {
		slant(p)
	}
}

// ticksOf are those of every so many names.
func ticksOf(names []string, step int, atAnAngle bool) (ticks []plot.Tick) {
	for i := 0; i < len(names); i += step {
		label := shortened(names[i], longestTick)
		if atAnAngle {
			label += "   " // keeps names off the axis
		}
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: label})
	}
	return ticks
}

// slant writes the names below an axis at an angle.
func slant(p *plot.Plot) {
	p.X.Tick.Label.Rotation = math.Pi / 4
	p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = text.XRight, text.YCenter
	p.X.Tick.Label.Font = sans(8.5)
}

// placeMark is a number where it is drawn.
type placeMark struct {
	x     float64
	at    Estimate
	style draw.GlyphStyle
}

// placeRow draws marks at places 0, 1, 2 and so on.
type placeRow struct {
	count         int
	marks, dashes []placeMark
}

// offset is how far a kind of so many stands from the middle of its place.
func (r *placeRow) offset(number, of int) float64 {
	return placeSpan * ((float64(number)+0.5)/float64(of) - 0.5)
}

// DataRange implements plot.DataRanger. The lower ends of deviations do not count:
// they may be below zero.
func (r *placeRow) DataRange() (xMin, xMax, yMin, yMax float64) {
	yMin, yMax = math.Inf(1), math.Inf(-1)
	for _, marks := range [][]placeMark{r.marks, r.dashes} {
		for _, m := range marks {
			yMin, yMax = min(yMin, m.at.Value), max(yMax, m.at.Value)
			if drawable(m.at.Deviation) {
				yMax = max(yMax, m.at.Value+m.at.Deviation)
			}
		}
	}
	return -0.5, float64(r.count) - 0.5, yMin, yMax
}

// shades are every other of so many places.
type shades int

// Plot implements plot.Plotter.
func (s shades) Plot(c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	for i := 1; i < int(s); i += 2 {
		left, right := x(float64(i)-0.5), x(float64(i)+0.5)
		c.FillPolygon(shade, []vg.Point{{X: left, Y: c.Min.Y}, {X: right, Y: c.Min.Y}, {X: right, Y: c.Max.Y}, {X: left, Y: c.Max.Y}})
	}
}

// Plot implements plot.Plotter. Deviations go no farther than the axis does.
func (r *placeRow) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	whisker := func(m placeMark, style draw.LineStyle) {
		if drawable(m.at.Deviation) && m.at.Deviation > 0 {
			low := max(m.at.Value-m.at.Deviation, p.Y.Min)
			c.StrokeLine2(style, x(m.x), y(low), x(m.x), y(min(m.at.Value+m.at.Deviation, p.Y.Max)))
		}
	}
	for _, m := range r.dashes {
		whisker(m, lineOf(2.4, lightGrey))
		at := vg.Point{X: x(m.x), Y: y(m.at.Value)}
		c.StrokeLine2(lineOf(1.2, m.style.Color), at.X-vg.Points(dashHalf), at.Y, at.X+vg.Points(dashHalf), at.Y)
	}
	for _, m := range r.marks {
		whisker(m, lineOf(0.9, m.style.Color))
		c.DrawGlyph(m.style, vg.Point{X: x(m.x), Y: y(m.at.Value)})
	}
}

// expectedMark is a dash in the legend.
type expectedMark struct{}

// Thumbnail implements plot.Thumbnailer.
func (expectedMark) Thumbnail(c *draw.Canvas) {
	center := c.Center()
	c.StrokeLine2(lineOf(1.2, textGrey), center.X-vg.Points(dashHalf), center.Y, center.X+vg.Points(dashHalf), center.Y)
}
