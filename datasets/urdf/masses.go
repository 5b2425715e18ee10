package urdf

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gmnc/internal/vector"
)

// Weights of the equations that the shares of a part's mass should fulfil,
// beside its inertia, which has 1. The first is large against the second and
// this against 1, so that the total mass holds before the centre of mass, and
// this before the inertia; where shares are still open, the ends take little.
const (
	ofTotal  = 1e5
	ofCenter = 1e3
	ofEnds   = 1e-3
)

// atJoint is the least share of a part's mass at its joint: a joint without any
// could not be simulated.
const atJoint = 0.01

// centerOff is by how much of the part's size its centre of mass may be
// elsewhere before it is told.
const centerOff = 0.01

// share puts the mass on the joint and the ends: the least squares, without
// negative masses, of the total, the centre and the second moments. So shares
// follow the file without jumps. It returns how far the centre of mass is then
// from where it was, and the size of the part.
func (p *part) share(particles []particle, ends []int) (off, size float64) {
	if p.mass == 0 {
		return 0, 0
	}
	members := append([]int{p.particle}, ends...)
	var center [3]float64
	places := make([][3]float64, len(members)) // from the joint
	for axis := range 3 {
		center[axis] = p.moment[axis]/p.mass - p.place[axis]
		for i, member := range members {
			places[i][axis] = particles[member].Position[axis] - p.place[axis]
			size = max(size, math.Abs(places[i][axis]))
		}
	}
	if size == 0 {
		particles[p.particle].Mass += p.mass
		return vector.Norm(center), vector.Norm(center)
	}
	equations, right := p.equations(places, center, size)
	shares := bounded(equations, right)
	for i, member := range members {
		particles[member].Mass += float64(shares[i] * p.mass)
		for axis := range 3 {
			center[axis] -= float64(shares[i] * places[i][axis])
		}
	}
	return vector.Norm(center), size
}

// bounded are the least squares of shares of 0 or more, the first of atJoint or
// more, and all together 1. The centre's rest is added to what it
// should be and solved again: it then holds not only by its weight but exactly,
// where it can (Bregman's iteration).
func bounded(equations *mat.Dense, right []float64) (shares []float64) {
	wanted := slices.Clone(right)
	for row := range wanted {
		wanted[row] -= float64(atJoint * equations.At(row, 0))
	}
	for range 3 {
		shares = nonNegative(equations, wanted)
		floats.Scale((1-atJoint)/floats.Sum(shares), shares)
		shares[0] += atJoint
		for row := range second {
			wanted[row] += right[row] - floats.Dot(equations.RawRowView(row), shares)
		}
	}
	return shares
}

// Rows of the equations: the total, the centre and the second moments, then the rows of
// the ends.
const total, first, second, rows = 0, 1, 4, 10

// equations are the equations of the shares of masses at places, in units of the size,
// for a centre of mass.
func (p *part) equations(places [][3]float64, center [3]float64, size float64) (*mat.Dense, []float64) {
	equations, right := mat.NewDense(rows+len(places)-1, len(places), nil), make([]float64, rows+len(places)-1)
	right[total] = ofTotal
	row := second
	for i := range 3 {
		right[first+i] = ofCenter * center[i] / size
		for k := range i + 1 {
			// About the joint, from the moment about the origin.
			about := p.second[i][k]/p.mass - float64(p.place[i]*p.place[k]) - float64(p.place[i]*center[k]) - float64(center[i]*p.place[k])
			right[row] = about / (size * size)
			for member, place := range places {
				equations.Set(row, member, place[i]*place[k]/(size*size))
			}
			row++
		}
	}
	for member, place := range places {
		equations.Set(total, member, ofTotal)
		for i := range 3 {
			equations.Set(first+i, member, ofCenter*place[i]/size)
		}
		if member > 0 {
			equations.Set(rows+member-1, member, ofEnds)
		}
	}
	return equations, right
}

// nonNegative are the numbers x of 0 or more with the least |a x - b|, by the
// active sets of Lawson and Hanson (Solving Least Squares Problems, 1974,
// chapter 23). The columns of a must be independent.
func nonNegative(a *mat.Dense, b []float64) []float64 {
	_, columns := a.Dims()
	x := make([]float64, columns)
	var free []int
	for range 3 * columns { // more rounds than are known to be needed
		next := steepest(a, b, x, free)
		if next < 0 {
			break
		}
		free = append(free, next)
		for {
			solved := solve(a, b, free)
			step, stop := 1.0, -1 // of the way to what is solved, where a number becomes 0
			for i, column := range free {
				if way := x[column] / (x[column] - solved[i]); solved[i] <= 0 && way < step {
					step, stop = way, column
				}
			}
			for i, column := range free {
				x[column] = max(0, x[column]+float64(step*(solved[i]-x[column])))
			}
			if stop < 0 {
				break
			}
			x[stop] = 0
			free = slices.DeleteFunc(free, func(column int) bool { return column == stop })
		}
	}
	return x
}

// steepest is the column, among those that are 0, along which |a x - b| falls
// fastest; -1 if it falls along none.
func steepest(a *mat.Dense, b, x []float64, free []int) int {
	var rest, slopes mat.VecDense
	rest.MulVec(a, mat.NewVecDense(len(x), x))
	rest.SubVec(mat.NewVecDense(len(b), b), &rest)
	slopes.MulVec(a.T(), &rest)
	best, largest := -1, 1e-9*mat.Norm(a, 2)
	for column := range x {
		if slope := slopes.AtVec(column); slope > largest && !slices.Contains(free, column) {
			best, largest = column, slope
		}
	}
	return best
}

// solve is the least squares of some columns.
func solve(a *mat.Dense, b []float64, columns []int) []float64 {
	rows, _ := a.Dims()
	part := mat.NewDense(rows, len(columns), nil)
	for i, column := range columns {
		part.SetCol(i, mat.Col(nil, column, a))
	}
	var qr mat.QR
	qr.Factorize(part)
	solved := mat.NewDense(len(columns), 1, nil)
	// The ends' rows keep the columns apart: no factor is singular, whatever
	// QR says of its condition.
	_ = qr.SolveTo(solved, false, mat.NewDense(len(b), 1, slices.Clone(b)))
	return mat.Col(nil, 0, solved)
}
