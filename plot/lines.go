package plot

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

func lineOf(width float64, c color.Color) draw.LineStyle {
	return draw.LineStyle{Color: c, Width: vg.Points(width)}
}

func dashed(style draw.LineStyle) draw.LineStyle {
	style.Dashes = []vg.Length{vg.Points(4), vg.Points(2)}
	return style
}

func dotted(style draw.LineStyle) draw.LineStyle {
	style.Dashes = []vg.Length{vg.Points(1.5), vg.Points(1.5)}
	return style
}

// ring is an unfilled circle, thick enough to be seen around a dot.
type ring struct{}

// DrawGlyph implements draw.GlyphDrawer.
func (ring) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, center vg.Point) {
	c.SetLineStyle(lineOf(1.1, style.Color))
	var path vg.Path
	path.Move(vg.Point{X: center.X + style.Radius, Y: center.Y})
	path.Arc(center, style.Radius, 0, 2*math.Pi)
	path.Close()
	c.Stroke(path)
}
