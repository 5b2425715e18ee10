package plot

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot/plotter"
)

// projection maps space to the plane in which the points it was made from
// spread most.
type projection struct {
	center [3]float64
	axes   [2][3]float64
}

// principal returns the projection onto the first two principal axes of the
// finite points. An axis points to where its largest component is positive, so
// that the same points always give the same picture.
func principal(points [][3]float32) projection {
	var p projection
	count := 0.0
	for _, point := range points {
		if finite(point) {
			count++
			for axis := range 3 {
				p.center[axis] += float64(point[axis])
			}
		}
	}
	for axis := range 3 {
		p.center[axis] /= max(count, 1)
	}
	scatter := mat.NewSymDense(3, nil)
	for _, point := range points {
		if finite(point) {
			offset := mat.NewVecDense(3, nil)
			for axis := range 3 {
				offset.SetVec(axis, float64(point[axis])-p.center[axis])
			}
			scatter.SymRankOne(scatter, 1, offset)
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(scatter, true) {
		return projection{center: p.center, axes: [2][3]float64{{1, 0, 0}, {0, 1, 0}}}
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	for i := range p.axes { // eigenvalues ascend
		p.axes[i] = orient(mat.Col(nil, 2-i, &vectors))
	}
	return p
}

// orient turns a vector around if its largest component is negative.
func orient(vector []float64) [3]float64 {
	largest := 0.0
	for _, component := range vector {
		if math.Abs(component) > math.Abs(largest) {
			largest = component
		}
	}
	sign := math.Copysign(1, largest)
	return [3]float64{sign * vector[0], sign * vector[1], sign * vector[2]}
}

// project returns a point's place in the plane, not finite if the point is
// not.
func (p projection) project(point [3]float32) plotter.XY {
	var place [2]float64
	for i, axis := range p.axes {
		for k := range 3 {
			place[i] += axis[k] * (float64(point[k]) - p.center[k])
		}
	}
	return plotter.XY{X: place[0], Y: place[1]}
}

func finite(point [3]float32) bool {
	return drawable(float64(point[0])) && drawable(float64(point[1])) && drawable(float64(point[2]))
}
