package rotation

import (
	"gonum.org/v1/gonum/mat"

	"gmnc/internal/vector"
)

// Displacement is the motion of a body from its pose of rest: x = turn (rest - before) + after.
// The rotation turn is nil for particles on a line, which do not determine it.
type Displacement struct {
	turn          mat.Matrix
	before, after [3]float64
}

// Ground is the displacement of what never moves, such as the ground to which the first joints
// are attached.
var Ground = Displacement{turn: mat.NewDiagDense(3, []float64{1, 1, 1})}

// flat is the part of a body's second moments across a line below which its particles count as
// being on the line.
const flat = 1e-6

// FitDisplacement finds by least squares how a body has moved. rest and x are the positions
// [n*3] of particles at rest and now, and members are the indices of the body's particles. For
// particles on a line the result has no rotation.
func FitDisplacement(rest, x []float32, members []int) (p Displacement) {
	for _, i := range members {
		p.before = vector.Plus(p.before, 1/float64(len(members)), vector.At(rest, i))
		p.after = vector.Plus(p.after, 1/float64(len(members)), vector.At(x, i))
	}
	sum, atRest := mat.NewDense(3, 3, nil), mat.NewDense(3, 3, nil)
	for _, i := range members {
		from, to := vector.Plus(vector.At(rest, i), -1, p.before), vector.Plus(vector.At(x, i), -1, p.after)
		for row := range 3 {
			for column := range 3 {
				sum.Set(row, column, sum.At(row, column)+float64(to[row]*from[column]))
				atRest.Set(row, column, atRest.At(row, column)+float64(from[row]*from[column]))
			}
		}
	}
	if trace := atRest.Trace(); mat.Norm(atRest, 2) < (1-flat)*trace {
		p.turn = Nearest(sum, true)
	}
	return p
}

// IsTurned reports whether the rotation of the body is known.
func (p Displacement) IsTurned() bool { return p.turn != nil }

// Unturned returns the same displacement, with no rotation if none is known.
func (p Displacement) Unturned() Displacement {
	if p.turn == nil {
		p.turn = Ground.turn
	}
	return p
}

// Middle returns the mean position of the body's particles at rest.
func (p Displacement) Middle() [3]float64 { return p.before }

// Turned returns a vector at rest rotated with the body.
func (p Displacement) Turned(v [3]float64) (out [3]float64) {
	for row := range 3 {
		for column := range 3 {
			out[row] += float64(p.turn.At(row, column) * v[column])
		}
	}
	return out
}

// At returns the present position of a point of the body, given its position at rest.
func (p Displacement) At(rest [3]float64) [3]float64 {
	return vector.Plus(p.Turned(vector.Plus(rest, -1, p.before)), 1, p.after)
}
