package plot

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Widths of lines in points. The truth is drawn thin over the prediction, so
// that both are seen where they agree.
const (
	stickWidth = 2.6
	hingeWidth = 1.8
	truthWidth = 0.45 // times those
	pathWidth  = 0.7
)

// scene draws the particles of a picture and what joins them.
type scene struct {
	input, prediction, truth *moment
	moments                  []*moment // these three, in the legend's order
	sticks                   [][2]int
	hinges                   [][3]int
}

// moment is where the particles are at one time. A particle that cannot be
// drawn has a place that is not finite.
type moment struct {
	name   string
	places plotter.XYs
	marker draw.GlyphStyle
	color  color.Color
}

func newScene(picture Picture) *scene {
	both := append(append([][3]float32{}, picture.Input...), picture.Truth...)
	plane := principal(both)
	place := func(name string, points [][3]float32, c color.Color, radius vg.Length, shape draw.GlyphDrawer) *moment {
		places := make(plotter.XYs, len(points))
		for i, point := range points {
			places[i] = plane.project(point)
		}
		return &moment{name: name, places: places, color: c, marker: draw.GlyphStyle{Color: c, Radius: radius, Shape: shape}}
	}
	s := &scene{
		input:      place("input", picture.Input, lightGrey, vg.Points(3.6), draw.CircleGlyph{}),
		prediction: place("prediction", picture.Prediction, vermilion, vg.Points(3), draw.CircleGlyph{}),
		truth:      place("truth", picture.Truth, black, vg.Points(5), ring{}),
		sticks:     picture.Sticks,
		hinges:     picture.Hinges,
	}
	s.moments = []*moment{s.input, s.truth, s.prediction}
	s.dropFar()
	return s
}

// dropFar makes predictions not finite that lie farther from the input and
// truth than those spread: a diverged one would shrink all else to a dot.
func (s *scene) dropFar() {
	xMin, xMax, yMin, yMax := bounds(s.input, s.truth)
	reach := max(xMax-xMin, yMax-yMin)
	if reach == 0 { // nothing moved, so nothing says what is far
		return
	}
	for i, place := range s.prediction.places {
		if place.X < xMin-reach || place.X > xMax+reach || place.Y < yMin-reach || place.Y > yMax+reach {
			s.prediction.places[i] = plotter.XY{X: math.NaN(), Y: math.NaN()}
		}
	}
}

// bounds returns the smallest box around the drawn particles; minima are above
// maxima if there are none.
func bounds(moments ...*moment) (xMin, xMax, yMin, yMax float64) {
	xMin, yMin = math.Inf(1), math.Inf(1)
	xMax, yMax = math.Inf(-1), math.Inf(-1)
	for _, moment := range moments {
		for _, place := range moment.places {
			if shown(place) {
				xMin, xMax = min(xMin, place.X), max(xMax, place.X)
				yMin, yMax = min(yMin, place.Y), max(yMax, place.Y)
			}
		}
	}
	return xMin, xMax, yMin, yMax
}

func shown(place plotter.XY) bool { return drawable(place.X) && drawable(place.Y) }

func (s *scene) empty() bool {
	xMin, xMax, _, _ := bounds(s.input, s.truth)
	return xMin > xMax
}

// DataRange implements plot.DataRanger.
func (s *scene) DataRange() (xMin, xMax, yMin, yMax float64) { return bounds(s.moments...) }

// Plot implements plot.Plotter.
func (s *scene) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	line := func(style draw.LineStyle, from, to plotter.XY) {
		if shown(from) && shown(to) {
			c.StrokeLine2(style, x(from.X), y(from.Y), x(to.X), y(to.Y))
		}
	}
	for i, start := range s.input.places {
		line(lineOf(pathWidth, midGrey), start, s.truth.places[i])
		line(dotted(lineOf(pathWidth, vermilion)), start, s.prediction.places[i])
	}
	for _, moment := range []*moment{s.input, s.prediction, s.truth} {
		thickness := 1.0
		if moment == s.truth {
			thickness = truthWidth
		}
		for _, stick := range s.sticks {
			line(lineOf(thickness*stickWidth, moment.color), moment.places[stick[0]], moment.places[stick[1]])
		}
		for _, hinge := range s.hinges {
			for _, end := range hinge[1:] {
				line(dashed(lineOf(thickness*hingeWidth, moment.color)), moment.places[hinge[0]], moment.places[end])
			}
		}
		for _, place := range moment.places {
			if shown(place) {
				c.DrawGlyph(moment.marker, vg.Point{X: x(place.X), Y: y(place.Y)})
			}
		}
	}
}

// label is the moment's name for the legend, with what is not shown of it.
func (m *moment) label() string {
	hidden := 0
	for _, place := range m.places {
		if !shown(place) {
			hidden++
		}
	}
	if hidden == 0 {
		return m.name
	}
	return fmt.Sprintf("%s (%d not shown)", m.name, hidden)
}

// Thumbnail implements plot.Thumbnailer.
func (m *moment) Thumbnail(c *draw.Canvas) { c.DrawGlyph(m.marker, c.Center()) }

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

// ring is a circle without filling, thick enough to be seen around a dot.
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
