package checks

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// normal holds the normal equations in which each joint has the weight of the inverse of these squares.
type normal struct {
	*equations
	squares []float64
	lengths []float64     // by which constants are scaled
	matrix  *mat.SymDense // for scaled constants, with a ridge
	factors mat.Cholesky  // of the matrix
	regular bool          // whether it has factors
}

func (e *equations) normal(squares []float64) *normal {
	own, count := e.states+ownColumns, e.states+ownColumns*len(squares)
	rows := make([]float64, count*count) // of which those on the diagonal and to its right count
	n := &normal{equations: e, squares: squares, lengths: make([]float64, count), matrix: mat.NewSymDense(count, rows)}
	for joint, products := range e.products {
		if squares[joint] == 0 {
			continue
		}
		for k := range own {
			row, from := rows[e.place(joint, k)*count:], products.RawSymmetric().Data[k*own:][:own]
			for l := k; l < own; l++ {
				row[e.place(joint, l)] += from[l] / squares[joint]
			}
		}
	}
	for k := range count {
		n.lengths[k] = math.Sqrt(rows[k*count+k])
	}
	for k, length := range n.lengths {
		row := rows[k*count:]
		for l := k; l < count; l++ {
			if length*n.lengths[l] > 0 {
				row[l] /= length * n.lengths[l]
			}
		}
		row[k] += ridge
	}
	n.regular = n.factors.Factorize(n.matrix)
	return n
}

// right returns the right side of the normal equations.
func (n *normal) right(a averages) *mat.VecDense {
	right := mat.NewVecDense(len(n.lengths), nil)
	for joint, products := range a.products {
		for k, product := range products {
			if at := n.place(joint, k); n.squares[joint] != 0 {
				right.SetVec(at, right.AtVec(at)+product/n.squares[joint])
			}
		}
	}
	for k, length := range n.lengths {
		if length > 0 {
			right.SetVec(k, right.AtVec(k)/length)
		}
	}
	return right
}

// independent is the least eigenvalue of the normal equations, relative to those of columns that have nothing in
// common, for a combination of constants that the motion determines.
const independent = 1e-6

// rank returns the number of combinations of constants that the motion determines.
func (n *normal) rank() (count int) {
	var eigen mat.EigenSym
	if !eigen.Factorize(n.matrix, false) {
		return 0
	}
	for _, value := range eigen.Values(nil) {
		if value > independent {
			count++
		}
	}
	return count
}

// solution is what equations leave unexplained of loads.
type solution struct {
	left      [][]float64 // of each joint [frames]
	constants []float64
	fractions []float64 // of the squares of each joint's loads
}

// solve fits the constants by least squares. It returns nil if there are none.
func (n *normal) solve(a averages) *solution {
	right := n.right(a)
	if !n.regular || n.factors.SolveVecTo(right, right) != nil {
		return nil
	}
	s := &solution{constants: make([]float64, len(n.lengths))}
	for k, length := range n.lengths {
		if length > 0 {
			s.constants[k] = right.AtVec(k) / length
		}
	}
	for joint, own := range a.loads {
		constants := make([]float64, n.states+ownColumns)
		for k := range constants {
			constants[k] = s.constants[n.place(joint, k)]
		}
		left := mat.NewVecDense(len(own), nil)
		left.MulVec(n.terms[joint], mat.NewVecDense(len(constants), constants))
		left.SubVec(mat.NewVecDense(len(own), own), left)
		s.left = append(s.left, left.RawVector().Data)
		s.fractions = append(s.fractions, sumOfSquares(s.left[joint])/sumOfSquares(own))
	}
	return s
}

// rounds is the number of times that weights are set by what is left.
const rounds = 3

// explain fits the constants with weights by what each joint's loads leave.
func (e *equations) explain(a averages) *solution {
	squares := make([]float64, len(a.loads))
	for joint, own := range a.loads {
		squares[joint] = sumOfSquares(own)
	}
	s := e.normal(squares).solve(a)
	for range rounds {
		if s == nil {
			return nil
		}
		s = e.normal(s.squares(a.loads)).solve(a)
	}
	return s
}

// squares returns the squares that are left of each joint's loads.
func (s *solution) squares(loads [][]float64) (all []float64) {
	for joint, left := range s.left {
		all = append(all, max(sumOfSquares(left), leastFraction*sumOfSquares(loads[joint])))
	}
	return all
}
