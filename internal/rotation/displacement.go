package rotation

import (
	"gonum.org/v1/gonum/mat"

	"gmnc/internal/vector"
)

// Displacement is how a body has moved from its pose of rest: x = turn (rest - before) + after. The turn
// is nil for particles on a line, from which it does not follow.
type Displacement struct {
	turn          mat.Matrix
	before, after [3]float64
}

// Ground is the placement of what never moves, such as the ground that the first joints hang on.
var Ground = Displacement{turn: mat.NewDiagDense(3, []float64{1, 1, 1})}

// flat is the share of a body's second moments that are across a line, below which its particles
// are taken to be on it.
const flat = 1e-6

// FitDisplacement finds by least squares how a body has moved: its members are indices of the particles at
// rest and of those now, both [n*3]. Particles on a line give its middle without its turn.
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

// IsTurned reports whether the turn of the body is known.
func (p Displacement) IsTurned() bool { return p.turn != nil }

// Unturned is the same placement, with no turn where none is known.
func (p Displacement) Unturned() Displacement {
	if p.turn == nil {
		p.turn = Ground.turn
	}
	return p
}

// Middle is the mean of the body's particles at rest.
func (p Displacement) Middle() [3]float64 { return p.before }

// Turned is a vector at rest as the body has turned it.
func (p Displacement) Turned(v [3]float64) (out [3]float64) {
	for row := range 3 {
		for column := range 3 {
			out[row] += float64(p.turn.At(row, column) * v[column])
		}
	}
	return out
}

// At is where the body has a point that it had elsewhere at rest.
func (p Displacement) At(rest [3]float64) [3]float64 {
	return vector.Plus(p.Turned(vector.Plus(rest, -1, p.before)), 1, p.after)
}
