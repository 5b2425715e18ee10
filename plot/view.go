package plot

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"
)

// view is a view of space without perspective, a little from the side and from above. Its frame
// is along the directions in which the points spread.
type view struct {
	center r3.Vec
	frame  [3]r3.Vec // orthonormal: the spread's length, height and depth
	eye    [3]r3.Vec // orthonormal: to the right, up, and away from the eye
}

// These are the angles of the direction of view, in radians: around the height, and above the
// ground.
const (
	azimuth   = 0.5
	elevation = 0.35
)

// flatness is the depth of points, relative to their length, below which they count as a plane.
// A plane is seen from the front.
const flatness = 1e-5

// newView returns a view of the finite points. Its frame is their principal axes, that of the
// largest spread first. If up is not 0, it is the height, and the length is the direction of
// the largest spread across it. The largest component of each principal axis is positive, so
// that the same points always give the same picture.
func newView(points [][3]float32, up r3.Vec) view {
	v := view{center: centerOf(points), frame: [3]r3.Vec{{X: 1}, {Y: 1}, {Z: 1}}}
	scatter := mat.NewSymDense(3, nil)
	for _, point := range points {
		if finite(point) {
			offset := r3.Sub(vector(point), v.center)
			offset = r3.Sub(offset, r3.Scale(r3.Dot(offset, up), up))
			scatter.SymRankOne(scatter, 1, mat.NewVecDense(3, []float64{offset.X, offset.Y, offset.Z}))
		}
	}
	var eigen mat.EigenSym
	if eigen.Factorize(scatter, true) {
		var vectors mat.Dense
		eigen.VectorsTo(&vectors)
		for i := range 2 { // eigenvalues ascend
			v.frame[i] = orient(mat.Col(nil, 2-i, &vectors))
		}
	}
	if up != (r3.Vec{}) {
		v.frame[1] = up
		if math.Abs(r3.Dot(v.frame[0], up)) > 0.5 { // there is no spread across up
			v.frame[0] = r3.Vec{X: up.Y, Y: up.Z, Z: up.X}
		}
	}
	v.frame[2] = r3.Cross(v.frame[1], v.frame[0]) // it points away from the eye
	if v.flat(points) {
		if upright := within(v.frame[2]); up == (r3.Vec{}) && upright != (r3.Vec{}) {
			return newView(points, upright)
		}
		v.eye = v.frame
		return v
	}
	length, height, depth := v.frame[0], v.frame[1], v.frame[2]
	across := combine(math.Cos(azimuth), length, math.Sin(azimuth), depth)
	away := combine(math.Cos(azimuth), depth, -math.Sin(azimuth), length)
	v.eye = [3]r3.Vec{
		across,
		combine(math.Cos(elevation), height, math.Sin(elevation), away),
		combine(math.Cos(elevation), away, -math.Sin(elevation), height),
	}
	return v
}

// flat reports whether the points are in a plane across the depth, but not on a line.
func (v view) flat(points [][3]float32) bool {
	var most [3]float64
	for _, point := range points {
		if finite(point) {
			for axis, x := range v.within(vector(point)) {
				most[axis] = max(most[axis], math.Abs(x))
			}
		}
	}
	return most[2] <= flatness*most[0] && most[1] > flatness*most[0]
}

// within returns the coordinate axis that is drawn upright in a plane perpendicular to a
// direction. It is the last axis in the plane, or 0 if there is none.
func within(across r3.Vec) r3.Vec {
	for _, axis := range []r3.Vec{{Z: 1}, {Y: 1}, {X: 1}} {
		if math.Abs(r3.Dot(axis, across)) < flatness {
			return axis
		}
	}
	return r3.Vec{}
}

func combine(a float64, x r3.Vec, b float64, y r3.Vec) r3.Vec {
	return r3.Add(r3.Scale(a, x), r3.Scale(b, y))
}

// centerOf returns the mean of the finite points.
func centerOf(points [][3]float32) r3.Vec {
	var sum r3.Vec
	count := 0.0
	for _, point := range points {
		if finite(point) {
			sum = r3.Add(sum, vector(point))
			count++
		}
	}
	return r3.Scale(1/max(count, 1), sum)
}

// orient reverses a vector if its largest component is negative.
func orient(vector []float64) r3.Vec {
	largest := 0.0
	for _, component := range vector {
		if math.Abs(component) > math.Abs(largest) {
			largest = component
		}
	}
	return r3.Scale(math.Copysign(1, largest), r3.Vec{X: vector[0], Y: vector[1], Z: vector[2]})
}

// place is the position of a point as it is seen: on the page, and its distance from the eye.
type place struct{ x, y, depth float64 }

// see returns the position of a point as it is seen. It is not finite if the point is not.
func (v view) see(point r3.Vec) place {
	offset := r3.Sub(point, v.center)
	return place{r3.Dot(offset, v.eye[0]), r3.Dot(offset, v.eye[1]), r3.Dot(offset, v.eye[2])}
}

// within returns a point's coordinates in the frame.
func (v view) within(point r3.Vec) [3]float64 {
	offset := r3.Sub(point, v.center)
	return [3]float64{r3.Dot(offset, v.frame[0]), r3.Dot(offset, v.frame[1]), r3.Dot(offset, v.frame[2])}
}

// at returns the point with these coordinates in the frame.
func (v view) at(coordinates [3]float64) r3.Vec {
	point := v.center
	for i, axis := range v.frame {
		point = r3.Add(point, r3.Scale(coordinates[i], axis))
	}
	return point
}

func vector(point [3]float32) r3.Vec {
	return r3.Vec{X: float64(point[0]), Y: float64(point[1]), Z: float64(point[2])}
}

func finite(point [3]float32) bool {
	return drawable(float64(point[0])) && drawable(float64(point[1])) && drawable(float64(point[2]))
}

// Look returns the directions in which Trajectory looks at points: height is upright, and away
// points away from the eye.
func Look(points [][3]float32, up Axis) (height, away [3]float64) {
	v := newView(points, up.vector())
	array := func(v r3.Vec) [3]float64 { return [3]float64{v.X, v.Y, v.Z} }
	return array(v.frame[1]), array(v.eye[2])
}
