package plot

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// exit is a prediction that is outside the scene. It is drawn as an arrow at the scene's edge
// or, if it is not finite, as a cross at the last position inside.
type exit struct {
	particle int
	from, to place // from is the last position inside
	name     string
}

// nowhere is the position of what is not drawn as a particle.
var nowhere = place{math.NaN(), math.NaN(), math.NaN()}

// leave makes an exit of a particle of the moment, from its last position inside. name says
// when it left; its distance from another position, such as the truth, is added to the name.
func (m *moment) leave(particle int, from, other place, name, unit string) {
	to := m.places[particle]
	m.places[particle] = nowhere
	switch {
	case !to.shown():
		name = strings.TrimPrefix(name+", not finite", ", ")
	default:
		distance := math.Hypot(math.Hypot(to.x-other.x, to.y-other.y), to.depth-other.depth)
		name = strings.TrimPrefix(fmt.Sprintf("%s, %.3g", name, distance), ", ")
		if unit != "" {
			name += " " + unit
		}
	}
	m.exits = append(m.exits, exit{particle, from, to, name})
}

// left says how many particles are not drawn at their positions; it returns "" if there are
// none.
func (m *moment) left() string {
	outside, lost := 0, 0
	for _, e := range m.exits {
		if e.to.shown() {
			outside++
		} else {
			lost++
		}
	}
	var parts []string
	if outside > 0 {
		parts = append(parts, fmt.Sprintf("%d left the scene", outside))
	}
	if lost += m.hidden() - len(m.exits); lost > 0 {
		parts = append(parts, fmt.Sprintf("%d not finite", lost))
	}
	return strings.Join(parts, ", ")
}

// mostExits is the largest number of exits whose names do not cover each other.
const mostExits = 6

// drawExits draws arrows that end at the plot's edge, and crosses for exits that are not
// finite.
func drawExits(c draw.Canvas, p *plot.Plot, exits []exit, marker draw.GlyphStyle) {
	x, y := p.Transforms(&c)
	for _, e := range exits {
		if !e.from.shown() {
			continue
		}
		from := vg.Point{X: x(e.from.x), Y: y(e.from.y)}
		tip := from
		if e.to.shown() {
			tip = edge(c, from, e.to.x-e.from.x, e.to.y-e.from.y)
			arrow(c, tip, e.to.x-e.from.x, e.to.y-e.from.y, marker.Color)
		} else {
			cross := marker
			cross.Shape, cross.Radius = draw.CrossGlyph{}, vg.Points(5)
			c.DrawGlyph(cross, from)
		}
		if len(exits) <= mostExits {
			nameExit(c, tip, e.name)
		}
	}
}

// edge returns the point where a line from a point in a direction leaves the canvas, or the
// point itself if the direction is 0.
func edge(c draw.Canvas, from vg.Point, dx, dy float64) vg.Point {
	size := math.Hypot(dx, dy)
	if size == 0 {
		return from
	}
	dx, dy = dx/size, dy/size
	reach := math.Inf(1)
	for _, side := range []struct{ direction, distance float64 }{
		{dx, float64(c.Max.X - from.X)}, {-dx, float64(from.X - c.Min.X)}, {dy, float64(c.Max.Y - from.Y)}, {-dy, float64(from.Y - c.Min.Y)},
	} {
		if side.direction > 0 {
			reach = min(reach, max(0, side.distance)/side.direction)
		}
	}
	return vg.Point{X: from.X + vg.Length(reach*dx), Y: from.Y + vg.Length(reach*dy)}
}

// arrow draws the end of an arrow with its head.
func arrow(c draw.Canvas, tip vg.Point, dx, dy float64, of color.Color) {
	const length, head, half = 26, 9, 4.5
	size := math.Hypot(dx, dy)
	if size == 0 {
		return
	}
	along := vg.Point{X: vg.Length(dx / size), Y: vg.Length(dy / size)}
	across := vg.Point{X: -along.Y, Y: along.X}
	neck := tip.Sub(along.Scale(head))
	c.StrokeLine2(lineOf(1.8, of), tip.X-length*along.X, tip.Y-length*along.Y, neck.X, neck.Y)
	c.FillPolygon(of, []vg.Point{tip, neck.Add(across.Scale(half)), neck.Sub(across.Scale(half))})
}

// nameExit writes a name next to an arrow's tip, towards the middle of the canvas.
func nameExit(c draw.Canvas, tip vg.Point, name string) {
	const away, letters = 6, 40
	style := text.Style{Font: sans(8.5), Color: textGrey, XAlign: text.XLeft, YAlign: text.YBottom, Handler: plot.DefaultTextHandler}
	name = shortened(name, letters)
	width := style.Width(name)
	at := vg.Point{X: min(tip.X+away, c.Max.X-width), Y: tip.Y + away}
	if tip.X > c.Center().X {
		at.X = max(tip.X-away-width, c.Min.X)
	}
	if tip.Y > c.Center().Y {
		style.YAlign, at.Y = text.YTop, tip.Y-away
	}
	c.FillText(style, at, name)
}
