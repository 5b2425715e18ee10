package plot

import (
	"image/color"
	"math"

	"gonum.org/v1/gonum/spatial/r3"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Load acts on a system at its input. The length of its arrow is proportional to its size,
// relative to the largest load of its kind.
type Load struct {
	Kind  string      // gravity, force, torque or thrust
	At    *[3]float32 // nil if it acts everywhere, which is drawn at a corner
	Along [3]float32  // for a torque, its right-handed axis
}

// loadColors holds the colors of kinds of loads, which pages use too.
var loadColors = map[string]color.RGBA{"gravity": Truth.Color(), "force": blue, "torque": green, "thrust": green}

// These are the lengths of the longest arrows, relative to half of the box's diagonal: at
// particles and joints, and at a corner.
const (
	longestLoad   = 0.6
	longestCorner = 0.4
)

// loadArrow is a load as it is seen, with a ring around the foot of a torque.
type loadArrow struct {
	from, to place
	ring     []place
	color    color.Color
}

// addLoads adds arrows for loads, and makes room for them in the box.
func (s *scene) addLoads(loads []Load) {
	largest := map[string]float64{}
	for _, load := range loads {
		largest[load.Kind] = max(largest[load.Kind], r3.Norm(vector(load.Along)))
	}
	b := s.box
	reach := r3.Norm(r3.Sub(b.view.at(b.high), b.view.at(b.low))) / 2
	for _, load := range loads {
		along := vector(load.Along)
		size := r3.Norm(along)
		if !drawable(size) || size == 0 || !drawable(largest[load.Kind]) {
			continue
		}
		from, longest := b.corner(along), longestCorner
		if load.At != nil {
			from, longest = vector(*load.At), longestLoad
		}
		length := longest * reach * size / largest[load.Kind]
		direction := r3.Scale(1/size, along)
		a := loadArrow{from: b.view.see(from), to: b.view.see(r3.Add(from, r3.Scale(length, direction))), color: loadColors[load.Kind]}
		if load.Kind == "torque" {
			a.ring = b.view.ring(from, direction, length/5)
		}
		s.loads = append(s.loads, a)
		b.more = append(append(b.more, a.from, a.to), a.ring...)
	}
}

// corner returns the corner of the box from which a direction leads into it.
func (r *box) corner(along r3.Vec) r3.Vec {
	at := r.high
	for i, axis := range r.view.frame {
		if r3.Dot(along, axis) > 0 {
			at[i] = r.low[i]
		}
	}
	return r.view.at(at)
}

// ring returns four fifths of a right-handed circle around an axis.
func (v view) ring(center, axis r3.Vec, radius float64) (seen []place) {
	const parts = 24
	first := r3.Cross(axis, r3.Vec{X: 1})
	if r3.Norm(first) < 0.5 {
		first = r3.Cross(axis, r3.Vec{Y: 1})
	}
	first = r3.Unit(first)
	second := r3.Cross(axis, first)
	for k := range parts + 1 {
		angle := 1.6 * math.Pi * float64(k) / parts
		seen = append(seen, v.see(r3.Add(center, combine(radius*math.Cos(angle), first, radius*math.Sin(angle), second))))
	}
	return seen
}

// drawLoads draws the arrows over everything else.
func (s *scene) drawLoads(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	at := func(seen place) vg.Point { return vg.Point{X: x(seen.x), Y: y(seen.y)} }
	for _, a := range s.loads {
		drawArrow(c, at(a.from), at(a.to), a.color)
		var ring []vg.Point
		for _, seen := range a.ring {
			ring = append(ring, at(seen))
		}
		if ring != nil {
			c.StrokeLines(lineOf(loadWidth, a.color), ring)
			drawHead(c, ring[len(ring)-2], ring[len(ring)-1], a.color)
		}
	}
}

const loadWidth = 1.6 // in points

// drawArrow draws an arrow, or a dot if it points to or from the eye.
func drawArrow(c draw.Canvas, from, to vg.Point, of color.Color) {
	if vg.Length(math.Hypot(float64(to.X-from.X), float64(to.Y-from.Y))) < vg.Points(1) {
		c.DrawGlyph(draw.GlyphStyle{Color: of, Radius: vg.Points(2), Shape: draw.CircleGlyph{}}, from)
		return
	}
	c.StrokeLine2(lineOf(loadWidth, of), from.X, from.Y, to.X, to.Y)
	drawHead(c, from, to, of)
}

// drawHead draws the head of an arrow around the end of its line.
func drawHead(c draw.Canvas, from, to vg.Point, of color.Color) {
	const ahead, behind, half = 2, 4, 3.2 // in points
	size := math.Hypot(float64(to.X-from.X), float64(to.Y-from.Y))
	if size == 0 {
		return
	}
	along := vg.Point{X: vg.Length(float64(to.X-from.X) / size), Y: vg.Length(float64(to.Y-from.Y) / size)}
	across := vg.Point{X: -along.Y, Y: along.X}
	tip, neck := to.Add(along.Scale(ahead)), to.Sub(along.Scale(behind))
	c.FillPolygon(of, []vg.Point{tip, neck.Add(across.Scale(half)), neck.Sub(across.Scale(half))})
}

// loadMark is the mark of a kind of loads in the legend.
type loadMark struct{ color color.Color }

// Thumbnail implements plot.Thumbnailer.
func (m loadMark) Thumbnail(c *draw.Canvas) {
	drawArrow(*c, vg.Point{X: c.Min.X + vg.Points(3), Y: c.Center().Y}, vg.Point{X: c.Max.X - vg.Points(5), Y: c.Center().Y}, m.color)
}
