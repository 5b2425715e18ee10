package plot

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Role is what a mark or a line stands for. Each role has one color and one shape in all
// pictures and pages.
type Role int

// These are the roles. A series of NoRole takes the next style in turn.
const (
	NoRole Role = iota
	Truth
	Prediction
	Input
	Straight // the constant-velocity baseline x + vT
)

// These are the colors of roles, and of what has no role. Blue, green and vermilion are from
// Okabe and Ito's palette, and most others from Tol's. The contrast of each with white is at
// least 3 to 1.
var (
	roleColors = map[Role]color.RGBA{
		Truth:      {R: 26, G: 26, B: 26, A: 255},
		Prediction: vermilion,
		Input:      {R: 140, G: 140, B: 140, A: 255},
		Straight:   {R: 153, G: 51, B: 153, A: 255},
	}
	blue      = color.RGBA{R: 0, G: 114, B: 178, A: 255}
	green     = color.RGBA{R: 0, G: 145, B: 105, A: 255}
	vermilion = color.RGBA{R: 213, G: 94, B: 0, A: 255}
	wine      = color.RGBA{R: 136, G: 34, B: 85, A: 255}
	olive     = color.RGBA{R: 125, G: 125, B: 35, A: 255}
	indigo    = color.RGBA{R: 51, G: 34, B: 136, A: 255}
	sky       = color.RGBA{R: 40, G: 140, B: 190, A: 255}
	brown     = color.RGBA{R: 150, G: 105, B: 0, A: 255}
	slate     = color.RGBA{R: 100, G: 110, B: 120, A: 255}
)

// Color returns the color of a role.
func (r Role) Color() color.RGBA { return roleColors[r] }

// seriesStyle is the style of a line, which its dashes and marker alone distinguish.
type seriesStyle struct {
	line   draw.LineStyle
	marker draw.GlyphStyle
}

// seriesStyles are used in turn.
var seriesStyles = []seriesStyle{
	newSeriesStyle(blue, nil, draw.CircleGlyph{}),
	newSeriesStyle(green, []vg.Length{6, 3}, draw.SquareGlyph{}),
	newSeriesStyle(wine, []vg.Length{1.5, 2.5}, draw.PyramidGlyph{}),
	newSeriesStyle(olive, []vg.Length{8, 3, 1.5, 3}, draw.BoxGlyph{}),
	newSeriesStyle(indigo, []vg.Length{3, 3}, draw.RingGlyph{}),
	newSeriesStyle(brown, []vg.Length{12, 4}, draw.CrossGlyph{}),
	newSeriesStyle(sky, []vg.Length{1.5, 1.5, 6, 1.5}, draw.TriangleGlyph{}),
	newSeriesStyle(slate, []vg.Length{4, 1.5}, diamond{}),
}

// roleStyles holds the styles of lines by their roles.
var roleStyles = map[Role]seriesStyle{
	Truth:      newSeriesStyle(Truth.Color(), nil, draw.RingGlyph{}),
	Prediction: newSeriesStyle(Prediction.Color(), nil, draw.CircleGlyph{}),
	Input:      newSeriesStyle(Input.Color(), []vg.Length{1.5, 2.5}, diamond{}),
	Straight:   newSeriesStyle(Straight.Color(), []vg.Length{4, 2}, draw.TriangleGlyph{}),
}

// modelStyles holds the styles of the models of the paper, by their names in its tables.
var modelStyles = map[string]seriesStyle{
	"GMN": seriesStyles[0], "EGNN": seriesStyles[1], "EGNNReg": seriesStyles[2], "GNN": seriesStyles[3],
	"TFN": seriesStyles[4], "SE(3)-Tr.": seriesStyles[5], "RF": seriesStyles[6], "GMN-L": seriesStyles[7],
	"GMN-ODE": newSeriesStyle(indigo, []vg.Length{6, 1.5}, diamond{}),
	"Linear":  newSeriesStyle(Straight.Color(), []vg.Length{4, 2}, draw.PlusGlyph{}), // the straight line
}

func newSeriesStyle(c color.Color, dashes []vg.Length, shape draw.GlyphDrawer) seriesStyle {
	return seriesStyle{
		line:   draw.LineStyle{Color: c, Width: vg.Points(1.4), Dashes: dashes},
		marker: draw.GlyphStyle{Color: c, Radius: vg.Points(2.6), Shape: shape},
	}
}

// styleOf returns the style of a role, or else that of the model with this name, or else the
// next style in turn.
func styleOf(role Role, name string, turn int) seriesStyle {
	if style, known := roleStyles[role]; known {
		return style
	}
	if style, known := modelStyles[name]; known {
		return style
	}
	return seriesStyles[turn%len(seriesStyles)]
}

// diamond is a filled square that stands on a corner.
type diamond struct{}

// DrawGlyph implements draw.GlyphDrawer.
func (diamond) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	r := 1.2 * style.Radius
	c.FillPolygon(style.Color, []vg.Point{{X: at.X - r, Y: at.Y}, {X: at.X, Y: at.Y - r}, {X: at.X + r, Y: at.Y}, {X: at.X, Y: at.Y + r}})
}
