package plot

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// These are the greys of what has no role: walls, axes and text.
var (
	white     = color.Gray{Y: 255}
	textGrey  = color.Gray{Y: 40}
	axisGrey  = color.Gray{Y: 120}
	gridGrey  = color.Gray{Y: 232}
	lightGrey = color.Gray{Y: 195}
)

func sans(size vg.Length) font.Font {
	return font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, size)
}

// newPlot returns an empty plot in the style that all pictures share.
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
