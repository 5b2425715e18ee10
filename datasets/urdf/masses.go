package urdf

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gmnc/internal/vector"
)

// These are weights of the equations for the shares of a part's mass. The equations of the
// inertia have the weight 1. Each weight is large compared with the next, so that the total
// mass takes precedence over the center of mass, and this over the inertia. If shares are still
// undetermined, the ends get little.
const (
	ofTotal  = 1e5
	ofCenter = 1e3
	ofEnds   = 1e-3
)

// atJoint is the least share of a part's mass at its joint, since a joint without mass cannot
// be simulated.
const atJoint = 0.01

// centerOff is the deviation of the center of mass, as a fraction of the part's size, above
// which it is reported.
const centerOff = 0.01

// share distributes the mass over the joint and the ends. The shares are the least-squares
// solution, without negative masses, for the total, the center and the second moments. They
// therefore depend continuously on the file. It returns the resulting error of the center of
// mass, and the size of the part.
func (p *part) share(particles []particle, ends []int) (off, size float64) {
	if p.mass == 0 {
		return 0, 0
	}
	members := append([]int{p.particle}, ends...)
	var center [3]float64
	positions := make([][3]float64, len(members)) // relative to the joint
	for axis := range 3 {
		center[axis] = p.moment[axis]/p.mass - p.position[axis]
		for i, member := range members {
			positions[i][axis] = particles[member].Position[axis] - p.position[axis]
			size = max(size, math.Abs(positions[i][axis]))
		}
	}
	if size == 0 {
		particles[p.particle].Mass += p.mass
		return vector.Norm(center), vector.Norm(center)
	}
	equations, right := p.equations(positions, center, size)
	shares := bounded(equations, right)
	for i, member := range members {
		particles[member].Mass += float64(shares[i] * p.mass)
		for axis := range 3 {
			center[axis] -= float64(shares[i] * positions[i][axis])
		}
	}
	return vector.Norm(center), size
}

// bounded returns the least-squares shares that are at least 0, of which the first is at least
// atJoint, and whose sum is 1. The residual of the total and the center is added to the
// right-hand side, which is solved again. The center is then exact where that is possible, and
// not only up to its weight (Bregman's iteration).
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

// These are the first rows of the equations: of the total, the center and the second moments,
// then of the ends.
const total, first, second, rows = 0, 1, 4, 10

// equations returns the equations for the shares of the mass at positions, in units of the size,
// for a center of mass.
func (p *part) equations(positions [][3]float64, center [3]float64, size float64) (*mat.Dense, []float64) {
	equations, right := mat.NewDense(rows+len(positions)-1, len(positions), nil), make([]float64, rows+len(positions)-1)
	right[total] = ofTotal
	row := second
	for i := range 3 {
		right[first+i] = ofCenter * center[i] / size
		for k := range i + 1 {
			// This is relative to the joint, computed from the moment about the origin.
			about := p.second[i][k]/p.mass - float64(p.position[i]*p.position[k]) - float64(p.position[i]*center[k]) - float64(center[i]*p.position[k])
			right[row] = about / (size * size)
			for member, position := range positions {
				equations.Set(row, member, position[i]*position[k]/(size*size))
			}
			row++
		}
	}
	for member, position := range positions {
		equations.Set(total, member, ofTotal)
		for i := range 3 {
			equations.Set(first+i, member, ofCenter*position[i]/size)
		}
		if member > 0 {
			equations.Set(rows+member-1, member, ofEnds)
		}
	}
	return equations, right
}

// nonNegative returns the numbers x of 0 or more with the least |a x - b|. It is the active-set
// method of Lawson and Hanson (Solving Least Squares Problems, 1974, chapter 23). The columns
// of a must be independent.
func nonNegative(a *mat.Dense, b []float64) []float64 {
	_, columns := a.Dims()
	x := make([]float64, columns)
	var free []int
	for range 3 * columns { // more iterations than are known to be needed
		next := steepest(a, b, x, free)
		if next < 0 {
			break
		}
		free = append(free, next)
		for {
			solved := solve(a, b, free)
			step, stop := 1.0, -1 // fraction of the step to the solution at which a number becomes 0
			for i, column := range free {
				if displacement := x[column] / (x[column] - solved[i]); solved[i] <= 0 && displacement < step {
					step, stop = displacement, column
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

// steepest returns the column, among those that are 0, along which |a x - b| falls fastest, or
// -1 if it falls along none.
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

// solve returns the least-squares solution for some columns.
func solve(a *mat.Dense, b []float64, columns []int) []float64 {
	rows, _ := a.Dims()
	part := mat.NewDense(rows, len(columns), nil)
	for i, column := range columns {
		part.SetCol(i, mat.Col(nil, column, a))
	}
	var qr mat.QR
	qr.Factorize(part)
	solved := mat.NewDense(len(columns), 1, nil)
	// The ends' rows make the columns independent. No factor is singular, whatever QR reports
	// about its condition.
	_ = qr.SolveTo(solved, false, mat.NewDense(len(b), 1, slices.Clone(b)))
	return mat.Col(nil, 0, solved)
}
