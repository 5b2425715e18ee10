package plot

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// dotMark is a number with its position and style.
type dotMark struct {
	x     float64 // the coordinate along the places
	at    Estimate
	style draw.GlyphStyle
}

// dotRow draws marks at places 0, 1, 2 and so on, from left to right, or from top to bottom if
// it is lying.
type dotRow struct {
	count               int
	lying               bool
	dots, marks, dashes []dotMark // seeds, their medians, and what was expected
}

// offset returns the offset of a kind from the middle of its place, given its index and the
// number of kinds.
func (r *dotRow) offset(number, of int) float64 {
	return dotSpan * ((float64(number)+0.5)/float64(of) - 0.5)
}

// DataRange implements plot.DataRanger. The lower end of a deviation counts only if it is
// positive.
func (r *dotRow) DataRange() (xMin, xMax, yMin, yMax float64) {
	yMin, yMax = math.Inf(1), math.Inf(-1)
	for _, marks := range [][]dotMark{r.dots, r.marks, r.dashes} {
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
	end := float64(r.count) - 0.5
	if r.lying {
		return yMin, yMax, -0.5, end
	}
	return -0.5, end, yMin, yMax
}

// shades draws a shade behind every other place.
type shades struct{ *dotRow }

// Plot implements plot.Plotter.
func (s shades) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i := 1; i < s.count; i += 2 {
		low, high := float64(i)-0.5, float64(i)+0.5
		area := c.Rectangle
		if s.lying {
			area.Min.Y, area.Max.Y = y(high), y(low)
		} else {
			area.Min.X, area.Max.X = x(low), x(high)
		}
		c.FillPolygon(shade, []vg.Point{area.Min, {X: area.Max.X, Y: area.Min.Y}, area.Max, {X: area.Min.X, Y: area.Max.Y}})
	}
}

// Plot implements plot.Plotter. A deviation whose lower end is outside the axis is drawn only
// above its number.
func (r *dotRow) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	values := p.Y
	point := func(position, value float64) vg.Point { return vg.Point{X: x(position), Y: y(value)} }
	along := vg.Point{X: vg.Points(dashHalf)}
	if r.lying {
		values = p.X
		point = func(position, value float64) vg.Point { return vg.Point{X: x(value), Y: y(position)} }
		along = vg.Point{Y: vg.Points(dashHalf)}
	}
	line := func(style draw.LineStyle, a, b vg.Point) { c.StrokeLine2(style, a.X, a.Y, b.X, b.Y) }
	for _, m := range r.dashes {
		if drawable(m.at.Deviation) && m.at.Deviation > 0 {
			low := m.at.Value - m.at.Deviation
			if low < values.Min {
				low = m.at.Value
			}
			line(lineOf(2.4, lightGrey), point(m.x, low), point(m.x, m.at.Value+m.at.Deviation))
		}
		at := point(m.x, m.at.Value)
		line(lineOf(1.2, m.style.Color), at.Sub(along), at.Add(along))
	}
	for _, m := range r.dots {
		c.DrawGlyph(dotOf(m), point(m.x, m.at.Value))
	}
	for _, m := range r.marks {
		c.DrawGlyph(m.style, point(m.x, m.at.Value))
	}
}

// expectedMark is the mark of dashes in the legend.
type expectedMark struct{}

// Thumbnail implements plot.Thumbnailer.
func (expectedMark) Thumbnail(c *draw.Canvas) {
	center := c.Center()
	c.StrokeLine2(lineOf(1.2, textGrey), center.X-vg.Points(dashHalf), center.Y, center.X+vg.Points(dashHalf), center.Y)
}
