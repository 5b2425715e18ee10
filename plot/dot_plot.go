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

// Estimate is a number with its standard deviation; each is NaN if it is not known.
type Estimate struct{ Value, Deviation float64 }

// Measurements holds the measurements of one kind: for each place the numbers of all seeds, of
// which there may be none, and what was expected there.
type Measurements struct {
	Name     string
	Measured [][]float64
	Expected []Estimate
}

// DotPlot draws measurements at named places, side by side, or one below the other if there are
// many. Each seed is a dot, the median is a larger mark, and what was expected is a dash with
// its deviation. The axis is logarithmic if all numbers are positive. The legend counts the
// numbers that are not finite; it is an error if no others are left. expected is the name of
// the dashes in the legend.
func DotPlot(axes Axes, places []string, expected string, all []Measurements) *Drawing {
	legend := &legend{}
	row := &dotRow{count: len(places), lying: len(places) > mostUpright}
	for i, m := range all {
		if len(m.Measured) != len(places) || len(m.Expected) != len(places) {
			return failed("%q has %d measured and %d expected numbers at %d places", m.Name, len(m.Measured), len(m.Expected), len(places))
		}
		style := dotStyle(m.Name, i)
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
		legend.add("a seed; larger marks are medians", &plotter.Scatter{GlyphStyle: dotOf(dotMark{style: draw.GlyphStyle{Color: textGrey}})})
	}
	if len(row.dashes) > 0 {
		legend.add(expected, expectedMark{})
	}
	d := row.drawing(axes, places)
	d.title, d.legend = axes.Title, legend
	return d
}

// drawing returns the drawing of the marks between axes.
func (r *dotRow) drawing(axes Axes, places []string) *Drawing {
	lines := grid()
	if r.lying {
		p := newPlot(axes.Y, axes.X)
		lines.Horizontal.Width = 0
		p.Add(shades{r}, lines, r)
		scale(&p.X, axes.LogY)
		p.Y.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
		p.Y.Tick.Marker, p.Y.Tick.Width = plot.ConstantTicks(ticksOf(places, 1, lyingLetters, false)), 0
		return &Drawing{plot: p, height: dotPlotHeight/3 + vg.Length(len(places))*lyingHeight, wide: multiplesWidth}
	}
	p := newPlot(axes.X, axes.Y)
	lines.Vertical.Width = 0
	p.Add(shades{r}, lines, r)
	scale(&p.Y, axes.LogY)
	nameTicks(p, places)
	return &Drawing{plot: p, height: dotPlotHeight}
}

// add adds the measurements of a kind at an offset from the middle of each place. It returns
// the number of values that are not finite.
func (r *dotRow) add(m Measurements, style draw.GlyphStyle, offset float64) (hidden int) {
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
				r.dots = append(r.dots, dotMark{x, Estimate{Value: value}, style})
			}
		}
		r.marks = append(r.marks, dotMark{x, Estimate{Value: median.Of(known)}, style})
		if drawable(m.Expected[at].Value) {
			r.dashes = append(r.dashes, dotMark{x, m.Expected[at], style})
		}
	}
	return hidden
}

// Facets is DotPlot with a panel for each place. The panels share an axis and the legend.
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
		part := DotPlot(axes, []string{""}, expected, here)
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
	dotPlotHeight = 12 * vg.Centimeter
	facetHeight   = 4.6 * vg.Centimeter
	dotSpan       = 0.76 // the part of a place that its marks take
	dotRadius     = 2    // in points
	mostUpright   = 12   // places; more of them are drawn one below the other
	lyingHeight   = 0.5 * vg.Centimeter
	lyingLetters  = 48
	dashHalf      = 3.2 // in points
	longestTick   = 24  // in letters, of a name below the picture
	// lettersInARow is the number of letters that fit below the picture.
	lettersInARow = 40
)

var shade = color.Gray{Y: 246}

// dotStyle returns the style of a mark. After all styles of series are used, it combines their
// shapes and colors in other ways.
func dotStyle(name string, number int) draw.GlyphStyle {
	count := len(seriesStyles)
	style := styleOf(NoRole, name, number).marker
	if _, known := modelStyles[name]; !known {
		style.Shape = seriesStyles[(number+number/count)%count].marker.Shape
	}
	style.Radius = vg.Points(dotRadius)
	if name == subject {
		style.Radius = vg.Points(1.5 * dotRadius)
	}
	return style
}

// subject is the model that the paper is about, which has larger marks.
const subject = "GMN"

// dotOf returns the style of a seed's dot.
func dotOf(m dotMark) draw.GlyphStyle {
	return draw.GlyphStyle{Color: m.style.Color, Radius: vg.Points(1.1), Shape: draw.CircleGlyph{}}
}

// touching reports whether names side by side would touch.
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

// nameTicks writes the names of places, at an angle if they would touch.
func nameTicks(p *plot.Plot, places []string) {
	p.X.Tick.Marker = plot.ConstantTicks(ticksOf(places, 1, longestTick, touching(places)))
	p.X.Tick.Width = 0
	if touching(places) {
		slant(p)
	}
}

// ticksOf returns ticks for one in every step names, shortened to that many letters.
func ticksOf(names []string, step, letters int, atAnAngle bool) (ticks []plot.Tick) {
	for i := 0; i < len(names); i += step {
		label := shortened(names[i], letters)
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
