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

	"gmnc/internal/median"
)

// Estimate is a number with its deviation; each is NaN if it is not known.
type Estimate struct{ Value, Deviation float64 }

// Measurements holds the measurements of one kind: at each place the numbers of all
// seeds, which may be none, beside what was expected there.
type Measurements struct {
	Name     string
	Measured [][]float64
	Expected []Estimate
}

// Places draws what was measured at named places, beside each other: each seed a dot and
// the median a mark, and what was expected of it as a dash with its deviation. The axis
// is logarithmic if all numbers are positive. Numbers that are not finite are counted in
// the legend; it is an error if none is left. expected names the dashes.
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
		style := placeStyle(m.Name, i)
		name := m.Name
		if hidden := row.add(m, style, row.offset(i, len(all))); hidden > 0 {
			name += fmt.Sprintf(" (%d not finite)", hidden)
		}
		legend.add(name, &plotter.Scatter{GlyphStyle: style})
	}
	if len(row.marks) == 0 {
		return failed("no %s is finite", axes.Y)
	}
	if len(row.dots) > 0 {
		legend.add("a seed; larger marks are medians", &plotter.Scatter{GlyphStyle: dotOf(placeMark{style: draw.GlyphStyle{Color: textGrey}})})
	}
	if len(row.dashes) > 0 {
		legend.add(expected, expectedMark{})
	}
	p.Add(shades(len(places)), lines, row)
	scale(&p.Y, axes.LogY)
	nameTicks(p, places)
	return &Drawing{plot: p, title: axes.Title, legend: legend, height: placesHeight}
}

// add adds what was measured of a kind, so far from the middle of each place, and
// returns how many numbers are not finite.
func (r *placeRow) add(m Measurements, style draw.GlyphStyle, offset float64) (hidden int) {
	for at, seeds := range m.Measured {
		x, known := float64(at)+offset, []float64{}
		for _, value := range seeds {
			if drawable(value) {
				known = append(known, value)
			} else {
				hidden++
			}
		}
		if len(known) == 0 {
			continue
		}
		if len(known) > 1 {
			for _, value := range known {
				r.dots = append(r.dots, placeMark{x, Estimate{Value: value}, style})
			}
		}
		r.marks = append(r.marks, placeMark{x, Estimate{Value: median.Of(known)}, style})
		if drawable(m.Expected[at].Value) {
			r.dashes = append(r.dashes, placeMark{x, m.Expected[at], style})
		}
	}
	return hidden
}

// Facets is Places with a panel for each place, which share axis and legend.
func Facets(axes Axes, places []string, expected string, all []Measurements) *Drawing {
	const columns = 4
	title := axes.Title
	var parts []*Drawing
	for at, place := range places {
		var here []Measurements
		for _, m := range all {
			here = append(here, Measurements{m.Name, m.Measured[at : at+1], m.Expected[at : at+1]})
		}
		axes.Title = place
		part := Places(axes, []string{""}, expected, here)
		if part.err == nil {
			part.plot.X.Tick.Marker = plot.ConstantTicks(nil)
		}
		parts = append(parts, part)
	}
	whole := Grid(title, min(columns, len(parts)), parts...)
	if whole.parts == nil {
		return whole
	}
	whole.share()
	rows := (len(whole.parts) + columns - 1) / columns
	whole.height = titleHeight("One\nTwo", multiplesWidth, false) + 2*margin + vg.Length(rows)*facetHeight
	whole.wide, whole.yLabel = multiplesWidth, axes.Y
	return whole
}

const (
	placesHeight = 12 * vg.Centimeter
	facetHeight  = 4.6 * vg.Centimeter
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
	if name == subject {
		style.Radius = vg.Points(1.5 * placeRadius)
	}
	return style
}

// subject is the model that the paper is about, which is larger.
const subject = "GMN"

// dotOf is the mark of a seed.
func dotOf(m placeMark) draw.GlyphStyle {
	return draw.GlyphStyle{Color: m.style.Color, Radius: vg.Points(1.1), Shape: draw.CircleGlyph{}}
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

// ticksOf are the ticks of every few names.
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
	count               int
	dots, marks, dashes []placeMark // of seeds, of their medians, and what was expected
}

// offset returns how far a kind, by its number of all kinds, stands from the middle of
// its place.
func (r *placeRow) offset(number, of int) float64 {
	return placeSpan * ((float64(number)+0.5)/float64(of) - 0.5)
}

// DataRange implements plot.DataRanger. A lower end of a deviation that is not positive
// does not count.
func (r *placeRow) DataRange() (xMin, xMax, yMin, yMax float64) {
	yMin, yMax = math.Inf(1), math.Inf(-1)
	for _, marks := range [][]placeMark{r.dots, r.marks, r.dashes} {
		for _, m := range marks {
			yMin, yMax = min(yMin, m.at.Value), max(yMax, m.at.Value)
			if drawable(m.at.Deviation) {
				yMax = max(yMax, m.at.Value+m.at.Deviation)
				if low := m.at.Value - m.at.Deviation; low > 0 {
					yMin = min(yMin, low)
				}
			}
		}
	}
	return -0.5, float64(r.count) - 0.5, yMin, yMax
}

// shades is a number of places, of which every other one is shaded.
type shades int

// Plot implements plot.Plotter.
func (s shades) Plot(c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	for i := 1; i < int(s); i += 2 {
		left, right := x(float64(i)-0.5), x(float64(i)+0.5)
		c.FillPolygon(shade, []vg.Point{{X: left, Y: c.Min.Y}, {X: right, Y: c.Min.Y}, {X: right, Y: c.Max.Y}, {X: left, Y: c.Max.Y}})
	}
}

// Plot implements plot.Plotter. A deviation whose lower end would leave the axis is drawn
// above its number alone.
func (r *placeRow) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, m := range r.dashes {
		if drawable(m.at.Deviation) && m.at.Deviation > 0 {
			low := m.at.Value - m.at.Deviation
			if low < p.Y.Min {
				low = m.at.Value
			}
			c.StrokeLine2(lineOf(2.4, lightGrey), x(m.x), y(low), x(m.x), y(m.at.Value+m.at.Deviation))
		}
		at := vg.Point{X: x(m.x), Y: y(m.at.Value)}
		c.StrokeLine2(lineOf(1.2, m.style.Color), at.X-vg.Points(dashHalf), at.Y, at.X+vg.Points(dashHalf), at.Y)
	}
	for _, m := range r.dots {
		c.DrawGlyph(dotOf(m), vg.Point{X: x(m.x), Y: y(m.at.Value)})
	}
	for _, m := range r.marks {
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
