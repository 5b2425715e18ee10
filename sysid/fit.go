package sysid

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gmnc/sysid/rigid"
)

// fit estimates the constants of a law from motions.
type fit struct {
	*law
	*prior
	motions   []*motion
	constants []float64
	sure      bool      // whether rows with unknown friction are left out
	weights   []float64 // 1 over the variance of each joint's residuals and over the number of rows that count as one
}

// newFit returns a fit that begins at the prior, with weights from the sizes of the torques.
func newFit(l *law, p *prior, motions []*motion) *fit {
	f := &fit{law: l, prior: p, motions: motions, constants: slices.Clone(p.start)}
	for j := range l.tree.Links {
		if c := l.of(j, rotor); l.index[c] < 0 {
			f.constants[c] = l.tree.Links[j].Rotor
		}
		var all []float64
		for _, m := range motions {
			all = append(all, m.torque[j]...)
		}
		f.weights = append(f.weights, 10/max(squared(all), math.SmallestNonzeroFloat32))
	}
	return f
}

// unknown reports whether the k-th row is left out because the friction on a joint is unknown
// there. Coulomb friction without memory does not determine the friction of a joint at rest or
// of one that reverses between two stamps. With such rows a delay came out too long, and
// viscous friction too large.
func (f *fit) unknown(m *motion, j, k int) bool {
	return f.sure && f.has["coulomb"] && !f.has[memoryTerm] && m.turned[j] != nil && m.turned[j][m.rows[k]]
}

// normal adds up the normal equations of the free constants over a motion: the curvature J^T W
// J and the gradient -J^T W r, either of which may be nil. It returns half of the weighted sum
// of squares of r, the measured torque less the law's. It calls each, unless that is nil, at
// the end of each block.
func (f *fit) normal(m *motion, gradient []float64, curvature *mat.SymDense, each func()) (cost float64) {
	frictions := f.frictions(m, f.constants, gradient != nil)
	full := make([]float64, len(f.constants))
	columns := make([][]int, len(f.tree.Links)) // free constants that act on each joint
	for j := range columns {
		for i, c := range f.free {
			if joint, _, ok := f.jointOf(c); ok && joint == j || !ok && f.tree.HangsOn(c/rigid.Constants, j) {
				columns[j] = append(columns[j], i)
			}
		}
	}
	squares := make([][]float64, len(columns)) // of each joint's own columns, [columns][columns]
	for j, own := range columns {
		squares[j] = make([]float64, len(own)*len(own))
	}
	if gradient == nil {
		full = nil
	}
	own := make([]float64, len(f.free))
	block := 1
	for k := range m.rows {
		if each != nil && k == m.blocks[block] {
			each()
			block++
		}
		for j, w := range f.weights {
			if f.unknown(m, j, k) {
				continue
			}
			left := m.torque[j][m.rows[k]] - f.torque(m, &frictions[j], j, k, f.constants, full)
			cost += w * left * left / 2
			if gradient == nil {
				continue
			}
			for a, at := range columns[j] {
				own[a] = full[f.free[at]]
				gradient[at] -= w * left * own[a]
			}
			if curvature == nil {
				continue
			}
			n := len(columns[j])
			for a := range n { // the upper triangle
				floats.AddScaled(squares[j][a*n+a:(a+1)*n], w*own[a], own[a:n])
			}
		}
	}
	if each != nil {
		each()
	}
	if curvature == nil {
		return cost
	}
	for j, own := range columns {
		for a, row := range own {
			for b, column := range own[a:] {
				curvature.SetSym(row, column, curvature.At(row, column)+squares[j][a*len(own)+a+b])
			}
		}
	}
	return cost
}

// equations returns the cost and the normal equations of all motions and the prior.
func (f *fit) equations() (cost float64, gradient []float64, curvature *mat.SymDense) {
	gradient, curvature = make([]float64, len(f.free)), mat.NewSymDense(len(f.free), nil)
	for _, m := range f.motions {
		cost += f.normal(m, gradient, curvature, nil)
	}
	return cost + f.add(f.law, f.constants, gradient, curvature), gradient, curvature
}

// cost returns the cost of equations alone, for other constants.
func (f *fit) cost(constants []float64) (cost float64) {
	kept := f.constants
	f.constants = constants
	defer func() { f.constants = kept }()
	if cost = f.add(f.law, constants, nil, nil); math.IsInf(cost, 1) {
		return cost
	}
	for _, m := range f.motions {
		cost += f.normal(m, nil, nil, nil)
	}
	return cost
}

const (
	// mostIterations limits a search that converges slowly. A search has converged if the
	// cost's slope along the step, in units of the log-likelihood, is below reached.
	mostIterations, reached = 40, 1e-3
	halvings                = 30
)

// solve minimizes the cost by Gauss-Newton steps. Each step is halved until the cost falls and
// all links are physical.
func (f *fit) solve(ctx context.Context) error {
	for range mostIterations {
		if err := ctx.Err(); err != nil {
			return err
		}
		cost, gradient, curvature := f.equations()
		step, err := solved(curvature, gradient)
		if err != nil {
			return err
		}
		var slope float64
		for i, g := range gradient {
			slope += g * step[i]
		}
		if slope < reached {
			return nil
		}
		size, found := 1.0, false
		for range halvings {
			next := slices.Clone(f.constants)
			for i, c := range f.free {
				next[c] -= size * step[i]
			}
			if fallsEnough(cost, f.cost(next), size*slope) {
				f.constants, found = next, true
				break
			}
			size /= 2
		}
		if !found {
			return nil // rounding errors dominate
		}
	}
	return nil
}

// fallsEnough reports whether a step lowers the cost by at least 1e-4 of what its slope promises
// (the condition of Armijo).
func fallsEnough(cost, lower, promised float64) bool { return lower < cost-float64(1e-4*promised) }

// solved solves symmetric equations by Cholesky factorization, scaled to a unit diagonal.
func solved(a *mat.SymDense, right []float64) ([]float64, error) {
	n := len(right)
	scale := make([]float64, n)
	for i := range scale {
		scale[i] = 1 / math.Sqrt(a.At(i, i))
	}
	unit := mat.NewSymDense(n, nil)
	b := mat.NewVecDense(n, nil)
	for i := range n {
		b.SetVec(i, right[i]*scale[i])
		for k := i; k < n; k++ {
			unit.SetSym(i, k, a.At(i, k)*scale[i]*scale[k])
		}
	}
	var factor mat.Cholesky
	if !factor.Factorize(unit) {
		return nil, fmt.Errorf("the equations of the constants have no solution: the log has no motion that tells them apart")
	}
	var x mat.VecDense
	if err := factor.SolveVecTo(&x, b); err != nil {
		return nil, err
	}
	step := make([]float64, n)
	for i := range step {
		step[i] = x.AtVec(i) * scale[i]
	}
	return step, nil
}

// residuals returns the measured torques less the law's at the rows of the fit, as
// [joints][rows].
func (f *fit) residuals(m *motion) [][]float64 {
	frictions := f.frictions(m, f.constants, false)
	left := matrix(len(f.tree.Links), len(m.rows))
	for k, row := range m.rows {
		for j := range left {
			left[j][k] = m.torque[j][row] - f.torque(m, &frictions[j], j, k, f.constants, nil)
		}
	}
	return left
}

// squares returns the sum of a motion's squared residuals in each of its blocks, weighted by
// joint, without the rows that are left out.
func (f *fit) squares(m *motion, weights []float64) (blocks []float64) {
	m.cut(blockSeconds)
	blocks = make([]float64, len(m.blocks)-1)
	for j, left := range f.residuals(m) {
		for b := range blocks {
			for k := m.blocks[b]; k < m.blocks[b+1]; k++ {
				if !f.unknown(m, j, k) {
					blocks[b] += weights[j] * left[k] * left[k]
				}
			}
		}
	}
	return blocks
}

// search solves the fit, then repeatedly sets the weights from the residuals of the solution
// and solves again.
func (f *fit) search(ctx context.Context, rounds int) error {
	for range rounds {
		if err := f.solve(ctx); err != nil {
			return err
		}
		f.weigh()
		for _, m := range f.motions {
			f.followDelay(m)
		}
	}
	return f.solve(ctx)
}
