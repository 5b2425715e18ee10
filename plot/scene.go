package plot

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gmnc/system"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// These are the widths of lines in points. The truth is drawn thin over the prediction, so that
// both are seen if they agree.
const (
	stickWidth = 2.6
	hingeWidth = 1.8
	bodyWidth  = 1.2
	bondWidth  = 0.9
	truthWidth = 0.45 // a factor for the widths above
	pathWidth  = 0.7
)

// scene draws the particles of a picture and the lines that join them.
type scene struct {
	box                      *box
	input, prediction, truth *moment
	moments                  []*moment // the three moments above, in the legend's order
	pivots                   *moment
	joints                   []joint
	loads                    []loadArrow
}

// moment holds the positions of the particles at one time. A particle that cannot be drawn has
// a position that is not finite.
type moment struct {
	name   string
	places []place
	marker draw.GlyphStyle
	color  color.Color
	layer  int // the highest is drawn last
	exits  []exit
}

// joint is a line between two particles of a moment.
type joint struct {
	from, to int
	look
}

// look is the style of a line, with its width in points.
type look struct {
	width  float64
	dashed bool
}

func (l look) line(thickness float64, c color.Color) draw.LineStyle {
	style := lineOf(thickness*l.width, c)
	if l.dashed {
		style = dashed(style)
	}
	return style
}

// barOf returns the style of the bars of a kind. Bars that rotate about their center are thick,
// those that rotate about a joint are dashed, and those that join all particles of a body are
// thin.
func barOf(kind *system.Kind) look {
	switch kind.Constraint {
	case system.Jointed:
		return look{hingeWidth, true}
	case system.Rigid:
		return look{width: bodyWidth}
	}
	return look{width: stickWidth}
}

// barName returns the name of a bar. The bar of an object with a single one has the object's
// name.
func barName(kind *system.Kind) string {
	if len(kind.Bars) == 1 {
		return kind.Name
	}
	return kind.Name + " bar"
}

// joints returns the joints of a picture. A bond that is a bar is drawn as a bar.
func (picture Picture) joints() (joints []joint) {
	for _, link := range picture.Objects.Links(picture.Bonds) {
		l := look{width: bondWidth}
		if link.Kind != nil {
			l = barOf(link.Kind)
		}
		joints = append(joints, joint{link.Ends[0], link.Ends[1], l})
	}
	return joints
}

// crowded is the number of particles above which marks are smaller.
const crowded = 15

func newScene(picture Picture) *scene {
	view := newView(slices.Concat(picture.Input, picture.Truth, picture.Pivots), picture.Up.vector())
	size := 1.0
	if len(picture.Input) > crowded {
		size = 0.7
	}
	at := func(name string, points [][3]float32, c color.Color, radius float64, shape draw.GlyphDrawer, layer int) *moment {
		m := &moment{name: name, color: c, layer: layer,
			marker: draw.GlyphStyle{Color: c, Radius: vg.Points(size * radius), Shape: shape}}
		for _, point := range points {
			m.places = append(m.places, view.see(vector(point)))
		}
		return m
	}
	s := &scene{
		input:      at("input", picture.Input, Input.Color(), 3.6, draw.CircleGlyph{}, 0),
		prediction: at("prediction", picture.Prediction, Prediction.Color(), 3, draw.CircleGlyph{}, 1),
		truth:      at("truth", picture.Truth, Truth.Color(), 5, ring{}, 2),
		joints:     picture.joints(),
		pivots:     at("fixed", picture.Pivots, textGrey, 6, draw.TriangleGlyph{}, 3),
	}
	s.moments = []*moment{s.input, s.truth, s.prediction}
	s.dropFar(picture.Unit)
	s.box = newBox(view, s.inside(picture, view))
	s.box.add(picture.Planes)
	s.addLoads(picture.Loads)
	return s
}

// inside returns the points that are drawn, in the view's frame.
func (s *scene) inside(picture Picture, v view) [][3]float64 {
	var points [][3]float64
	for i, all := range [][][3]float32{picture.Input, picture.Truth, picture.Prediction} {
		for k, point := range all {
			if s.moments[i].places[k].shown() {
				points = append(points, v.within(vector(point)))
			}
		}
	}
	for _, point := range picture.Pivots {
		points = append(points, v.within(vector(point)))
	}
	return points
}

// dropFar makes exits of predictions that are farther from the input and truth than these
// extend. Diverged predictions would otherwise shrink everything else to a dot.
func (s *scene) dropFar(unit string) {
	low, high := bounds(s.input, s.truth)
	reach := max(high.x-low.x, high.y-low.y, high.depth-low.depth)
	for i, at := range s.prediction.places {
		from := s.truth.places[i]
		if !from.shown() {
			from = s.input.places[i]
		}
		// If nothing moved, there is no scale for what is far.
		if !at.shown() || reach > 0 && (at.x < low.x-reach || at.x > high.x+reach || at.y < low.y-reach || at.y > high.y+reach ||
			at.depth < low.depth-reach || at.depth > high.depth+reach) {
			s.prediction.leave(i, from, from, "", unit)
		}
	}
}

// bounds returns the smallest box around the drawn particles; low is above high if there are
// none.
func bounds(moments ...*moment) (low, high place) {
	inf := math.Inf(1)
	low, high = place{inf, inf, inf}, place{-inf, -inf, -inf}
	for _, moment := range moments {
		for _, at := range moment.places {
			if at.shown() {
				low = place{min(low.x, at.x), min(low.y, at.y), min(low.depth, at.depth)}
				high = place{max(high.x, at.x), max(high.y, at.y), max(high.depth, at.depth)}
			}
		}
	}
	return low, high
}

func (p place) shown() bool { return drawable(p.x) && drawable(p.y) && drawable(p.depth) }

func (s *scene) empty() bool {
	low, high := bounds(s.input, s.truth)
	return low.x > high.x
}

// DataRange implements plot.DataRanger.
func (s *scene) DataRange() (xMin, xMax, yMin, yMax float64) { return s.box.DataRange() }

// Plot implements plot.Plotter. It draws the input below the prediction and that below the
// truth, as the three often nearly agree. Of each, it draws the farthest particles first.
func (s *scene) Plot(c draw.Canvas, p *plot.Plot) {
	s.box.Plot(c, p)
	e := &displayList{canvas: c}
	e.x, e.y = p.Transforms(&c)
	for i, start := range s.input.places {
		e.line(lineOf(pathWidth, Input.Color()), start, s.truth.places[i], 0)
		e.line(dotted(lineOf(pathWidth, Prediction.Color())), start, s.prediction.places[i], 0)
	}
	low, high := bounds(s.moments...)
	for _, m := range s.moments {
		s.sketch(e, m, low.depth, high.depth)
	}
	for _, at := range s.pivots.places {
		e.mark(s.pivots.marker, at, s.pivots.layer)
	}
	e.sort()
	for _, stroke := range e.strokes {
		stroke.draw()
	}
	s.drawLoads(c, p)
	drawExits(c, p, s.prediction.exits, s.prediction.marker)
}

// sketch adds a moment, in a scene between these depths.
func (s *scene) sketch(e *displayList, m *moment, nearest, farthest float64) {
	thickness := 1.0
	if m == s.truth {
		thickness = truthWidth
	}
	for _, j := range s.joints {
		e.line(j.line(thickness, m.color), m.places[j.from], m.places[j.to], m.layer)
	}
	for _, at := range m.places {
		marker := m.marker
		marker.Radius *= vg.Length(nearness(at.depth, nearest, farthest))
		e.mark(marker, at, m.layer)
	}
}

// nearness returns a factor for the size of marks, which is larger for those that are nearer to
// the eye.
func nearness(depth, nearest, farthest float64) float64 {
	const change = 0.25
	if nearest == farthest {
		return 1
	}
	return 1 + change*(1-2*(depth-nearest)/(farthest-nearest))
}

// hidden returns the number of particles that cannot be drawn.
func (m *moment) hidden() (count int) {
	for _, at := range m.places {
		if !at.shown() {
			count++
		}
	}
	return count
}

// label returns the moment's name for the legend, with the numbers of particles that are not
// drawn at their positions.
func (m *moment) label() string {
	if left := m.left(); left != "" {
		return fmt.Sprintf("%s (%s)", m.name, left)
	}
	return m.name
}

// Thumbnail implements plot.Thumbnailer.
func (m *moment) Thumbnail(c *draw.Canvas) { c.DrawGlyph(m.marker, c.Center()) }
