package plot

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Colours: blue and vermilion are of Okabe and Ito's palette, which people
// with colour-blindness can tell apart.
var (
	white     = color.Gray{Y: 255}
	black     = color.Gray{Y: 0}
	textGrey  = color.Gray{Y: 40}
	axisGrey  = color.Gray{Y: 120}
	gridGrey  = color.Gray{Y: 232}
	midGrey   = color.Gray{Y: 165}
	lightGrey = color.Gray{Y: 195}
	blue      = color.RGBA{R: 0, G: 114, B: 178, A: 255}
	vermilion = color.RGBA{R: 213, G: 94, B: 0, A: 255}
)

// seriesStyle makes a line recognisable by its dashes and marker alone.
type seriesStyle struct {
	line   draw.LineStyle
	marker draw.GlyphStyle
}

// seriesStyles are used in turn.
var seriesStyles = []seriesStyle{
	newSeriesStyle(blue, nil, draw.CircleGlyph{}),
	newSeriesStyle(vermilion, []vg.Length{6, 3}, draw.SquareGlyph{}),
	newSeriesStyle(color.RGBA{R: 0, G: 158, B: 115, A: 255}, []vg.Length{1.5, 2.5}, draw.PyramidGlyph{}),
	newSeriesStyle(color.RGBA{R: 204, G: 121, B: 167, A: 255}, []vg.Length{8, 3, 1.5, 3}, draw.BoxGlyph{}),
	newSeriesStyle(black, []vg.Length{3, 3}, draw.RingGlyph{}),
	newSeriesStyle(color.RGBA{R: 230, G: 159, B: 0, A: 255}, []vg.Length{12, 4}, draw.CrossGlyph{}),
	newSeriesStyle(color.RGBA{R: 86, G: 180, B: 233, A: 255}, []vg.Length{1.5, 1.5, 6, 1.5}, draw.TriangleGlyph{}),
	newSeriesStyle(axisGrey, []vg.Length{4, 1.5}, draw.PlusGlyph{}),
}

func newSeriesStyle(c color.Color, dashes []vg.Length, shape draw.GlyphDrawer) seriesStyle {
	return seriesStyle{
		line:   draw.LineStyle{Color: c, Width: vg.Points(1.4), Dashes: dashes},
		marker: draw.GlyphStyle{Color: c, Radius: vg.Points(2.6), Shape: shape},
	}
}

// straightStyle marks the baseline.
var straightStyle = dashed(lineOf(1.4, black))

func sans(size vg.Length) font.Font {
	return font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, size)
}

// newPlot makes an empty plot in the style that all pictures share.
func newPlot(xLabel, yLabel string) *plot.Plot {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = xLabel, yLabel
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Label.TextStyle.Font = sans(11)
		axis.Label.TextStyle.Color = textGrey
		axis.Label.Padding = vg.Points(6)
		axis.Tick.Label.Font = sans(10)
		axis.Tick.Label.Color = textGrey
		axis.Tick.Length = vg.Points(4)
		axis.Tick.Color, axis.Color = axisGrey, axisGrey
		axis.Tick.Width, axis.Width = vg.Points(0.6), vg.Points(0.6)
		axis.Padding = 0
		axis.Tick.Marker = plot.TickerFunc(linearTicks)
	}
	return p
}
