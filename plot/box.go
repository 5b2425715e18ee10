package plot

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// box surrounds a scene with the three walls behind it, whose grid is the scale for all
// directions.
type box struct {
	view      view
	low, high [3]float64 // in the view's frame
	step      float64
	patches   []patch // the parts of planes near the box
	more      []place // positions for which the picture has room
}

// newBox returns the box around points, which are in the view's frame.
func newBox(v view, points [][3]float64) *box {
	r := &box{view: v}
	for i := range 3 {
		r.low[i], r.high[i] = math.Inf(1), math.Inf(-1)
	}
	for _, point := range points {
		for i, x := range point {
			r.low[i], r.high[i] = min(r.low[i], x), max(r.high[i], x)
		}
	}
	longest := 0.0
	for i := range 3 {
		longest = max(longest, r.high[i]-r.low[i])
	}
	r.step = roundStep(longest)
	margin := marginOfBox * longest
	if longest == 0 { // all points are equal
		r.step, margin = 1, 1
	}
	for i := range 3 {
		r.low[i] -= margin
		r.high[i] += margin
	}
	return r
}

// add adds the planes that are near the box.
func (r *box) add(planes []Plane) {
	for _, plane := range planes {
		if p, near := r.patchOf(plane); near {
			r.patches = append(r.patches, p)
		}
	}
}

// marginOfBox is the distance from the points to the walls, relative to the longest extent.
const marginOfBox = 0.05

// DataRange implements plot.DataRanger.
func (r *box) DataRange() (xMin, xMax, yMin, yMax float64) {
	xMin, yMin, xMax, yMax = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	corners := r.corners()
	all := slices.Clone(r.more)
	for _, corner := range corners {
		all = append(all, r.view.see(corner))
	}
	for _, seen := range append(all, r.seenPatches()...) {
		xMin, xMax = min(xMin, seen.x), max(xMax, seen.x)
		yMin, yMax = min(yMin, seen.y), max(yMax, seen.y)
	}
	return xMin, xMax, yMin, yMax
}

// Plot implements plot.Plotter. It draws, for each axis, the wall that is farther from the eye.
func (r *box) Plot(c draw.Canvas, p *plot.Plot) {
	for axis := range 3 {
		wall := r.low
		if r.view.see(r.view.at(r.high)).depth > r.view.see(r.view.at(with(r.high, axis, r.low[axis]))).depth {
			wall = with(r.low, axis, r.high[axis])
		}
		first, second := (axis+1)%3, (axis+2)%3
		r.lines(c, p, wall, first, second)
		r.lines(c, p, wall, second, first)
	}
	r.drawPatches(c, p)
}

// lines draws the lines of a wall that run along one axis: its edges, and a line at each
// multiple of the step across.
func (r *box) lines(c draw.Canvas, p *plot.Plot, wall [3]float64, along, across int) {
	x, y := p.Transforms(&c)
	line := func(at float64) {
		start := with(wall, across, at)
		from, to := r.view.see(r.view.at(with(start, along, r.low[along]))), r.view.see(r.view.at(with(start, along, r.high[along])))
		c.StrokeLine2(lineOf(gridWidth, gridGrey), x(from.x), y(from.y), x(to.x), y(to.y))
	}
	line(r.low[across])
	line(r.high[across])
	first, last := math.Ceil(r.low[across]/r.step), math.Floor(r.high[across]/r.step)
	for k := range int(last-first) + 1 {
		line((first + float64(k)) * r.step)
	}
}

const gridWidth = 0.7 // in points

// with returns a point with one coordinate changed.
func with(point [3]float64, axis int, value float64) [3]float64 {
	point[axis] = value
	return point
}

// scale returns the length of a step of the grid, in words.
func (r *box) scale() string { return fmt.Sprintf("grid step %.4g", r.step) }

// Thumbnail implements plot.Thumbnailer.
func (r *box) Thumbnail(c *draw.Canvas) {
	style := lineOf(gridWidth, gridGrey)
	c.StrokeLine2(style, c.Min.X, c.Center().Y-vg.Points(3), c.Max.X, c.Center().Y-vg.Points(3))
	c.StrokeLine2(style, c.Min.X, c.Center().Y+vg.Points(3), c.Max.X, c.Center().Y+vg.Points(3))
}
