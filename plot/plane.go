package plot

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Plane is the set of points whose scalar product with the normal, a vector of length 1, is the
// offset.
type Plane struct {
	Normal Axis
	Offset float64
}

// patch is the part of a plane near a box. It has an origin, two directions in the plane, and
// its extent along each.
type patch struct {
	origin r3.Vec
	across [2]r3.Vec
	extent [2][2]float64
}

// patchOf returns the part of a plane near the box. It reports false if the plane is farther
// away than the box's diagonal.
func (r *box) patchOf(plane Plane) (p patch, near bool) {
	normal := plane.Normal.vector()
	p.origin = r3.Scale(plane.Offset, normal)
	least := r3.Vec{X: 1}
	if math.Abs(normal.X) > math.Abs(normal.Y) {
		least = r3.Vec{Y: 1}
	}
	p.across[0] = r3.Unit(r3.Sub(least, r3.Scale(r3.Dot(least, normal), normal)))
	p.across[1] = r3.Cross(normal, p.across[0])
	p.extent = [2][2]float64{{math.Inf(1), math.Inf(-1)}, {math.Inf(1), math.Inf(-1)}}
	gap, corners := math.Inf(1), r.corners()
	for _, corner := range corners {
		gap = min(gap, math.Abs(r3.Dot(corner, normal)-plane.Offset))
		for i, across := range p.across {
			along := r3.Dot(corner, across)
			p.extent[i] = [2]float64{min(p.extent[i][0], along), max(p.extent[i][1], along)}
		}
	}
	return p, gap <= r3.Norm(r3.Sub(corners[7], corners[0]))
}

// corners returns the eight corners of the box, the lowest first.
func (r *box) corners() (all [8]r3.Vec) {
	for corner := range 8 {
		var at [3]float64
		for i := range 3 {
			at[i] = r.low[i]
			if corner>>i&1 == 1 {
				at[i] = r.high[i]
			}
		}
		all[corner] = r.view.at(at)
	}
	return all
}

// at returns a point of the patch.
func (p patch) at(a, b float64) r3.Vec {
	return r3.Add(p.origin, r3.Add(r3.Scale(a, p.across[0]), r3.Scale(b, p.across[1])))
}

// corners returns the corners of the patch in order around it.
func (p patch) corners() (all [4]r3.Vec) {
	for k := range all {
		all[k] = p.at(p.extent[0][(k+1)/2%2], p.extent[1][k/2])
	}
	return all
}

// lines calls line for each edge of the patch, and for lines at multiples of a step, with their
// widths.
func (p patch) lines(step float64, line func(width float64, from, to r3.Vec)) {
	for i, along := range p.extent {
		other := p.extent[1-i]
		end := func(a, b float64) r3.Vec {
			if i == 1 {
				a, b = b, a
			}
			return p.at(a, b)
		}
		for _, edge := range along {
			line(2*gridWidth, end(edge, other[0]), end(edge, other[1]))
		}
		for k := math.Ceil(along[0] / step); k*step < along[1]; k++ {
			line(gridWidth, end(k*step, other[0]), end(k*step, other[1]))
		}
	}
}

// drawPatches draws the lines of planes.
func (r *box) drawPatches(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, patch := range r.patches {
		patch.lines(r.step, func(width float64, from, to r3.Vec) {
			start, end := r.view.see(from), r.view.see(to)
			c.StrokeLine2(lineOf(width, lightGrey), x(start.x), y(start.y), x(end.x), y(end.y))
		})
	}
}

// seenPatches returns the corners of all patches as they are seen on the page.
func (r *box) seenPatches() (all []place) {
	for _, patch := range r.patches {
		for _, corner := range patch.corners() {
			all = append(all, r.view.see(corner))
		}
	}
	return all
}

// ground returns the box around the finite points of frames, with the planes near it.
func ground(v view, frames [][][3]float32, planes []Plane) *box {
	var points [][3]float64
	for _, frame := range frames {
		for _, point := range frame {
			if v.see(vector(point)).shown() {
				points = append(points, v.within(vector(point)))
			}
		}
	}
	r := newBox(v, points)
	r.add(planes)
	return r
}

// planeMark is the mark of planes in the legend.
type planeMark struct{}

// Thumbnail implements plot.Thumbnailer.
func (planeMark) Thumbnail(c *draw.Canvas) {
	half := vg.Points(5)
	at := func(x, y vg.Length) vg.Point { return vg.Point{X: c.Center().X + x, Y: c.Center().Y + y} }
	c.StrokeLines(lineOf(2*gridWidth, lightGrey), []vg.Point{at(-2*half, -half), at(half, -half), at(2*half, half), at(-half, half), at(-2*half, -half)})
}
