package plot

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// band is the area between two values at each X. It is transparent, so that lines and other
// bands are seen through it.
type band struct {
	x, low, high []float64
	fill         color.Color
}

func newBand(s Series, turn int) *band {
	c := styleOf(s.Role, s.Name, turn).line.Color.(color.RGBA)
	return &band{s.X, s.Low, s.High, color.NRGBA{R: c.R, G: c.G, B: c.B, A: 64}}
}

// DataRange implements plot.DataRanger. Points that are not finite do not extend the range.
func (b *band) DataRange() (xMin, xMax, yMin, yMax float64) {
	xMin, xMax, yMin, yMax = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for i, x := range b.x {
		if b.drawn(i) {
			xMin, xMax = min(xMin, x), max(xMax, x)
			yMin, yMax = min(yMin, b.low[i]), max(yMax, b.high[i])
		}
	}
	return xMin, xMax, yMin, yMax
}

func (b *band) drawn(i int) bool {
	return drawable(b.x[i]) && drawable(b.low[i]) && drawable(b.high[i])
}

// Plot implements plot.Plotter. It draws an area for each run of points without a gap.
func (b *band) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for from := 0; from < len(b.x); from++ {
		to := from
		for to < len(b.x) && b.drawn(to) {
			to++
		}
		if to-from > 1 {
			var outline []vg.Point
			for i := from; i < to; i++ {
				outline = append(outline, vg.Point{X: x(b.x[i]), Y: y(b.high[i])})
			}
			for i := to - 1; i >= from; i-- {
				outline = append(outline, vg.Point{X: x(b.x[i]), Y: y(b.low[i])})
			}
			c.FillPolygon(b.fill, outline)
		}
		from = to
	}
}

// markLine is a vertical line at a value of X.
type markLine struct{ x float64 }

// Plot implements plot.Plotter.
func (m markLine) Plot(c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	if m.x >= p.X.Min && m.x <= p.X.Max {
		c.StrokeLine2(dotted(lineOf(1.1, textGrey)), x(m.x), c.Min.Y, x(m.x), c.Max.Y)
	}
}

// Thumbnail implements plot.Thumbnailer.
func (markLine) Thumbnail(c *draw.Canvas) {
	c.StrokeLine2(dotted(lineOf(1.1, textGrey)), c.Center().X, c.Center().Y-vg.Points(7), c.Center().X, c.Center().Y+vg.Points(7))
}
