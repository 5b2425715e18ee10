package train

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gmnc/runtime"
)

const (
	fitEnd     = 1e-4 // the move below which the fit ends
	fitTries   = 6    // least tries in an iteration, each with ten times the damping
	fitDamping = 10   // least damping of the last try
)

// reach limits how far marquardt goes.
type reach struct {
	iterations int
	most       float64   // the most by which a parameter moves in an iteration
	least      []float64 // the least value of each parameter; nil for no bounds
}

// minimized is a function that marquardt minimizes.
type minimized interface {
	// equations returns the curvature and the slope of the function at parameters, with which
	// lower then compares others. They are nil if there is no finite value to begin from.
	equations(at []float64) (curvature *mat.SymDense, slope *mat.VecDense, err error)
	// lower reports whether the function is lower at these parameters than at those of the last
	// equations.
	lower(at []float64) (bool, error)
}

// marquardt minimizes a function by the method of Levenberg and Marquardt and returns the
// parameters. It makes Newton steps with equations whose diagonal grows until a step goes down.
func marquardt(f minimized, at []float64, r reach) ([]float64, error) {
	damping := 1e-2
	for range r.iterations {
		curvature, slope, err := f.equations(at)
		if err != nil || curvature == nil {
			return at, err
		}
		moved := 0.
		for try := 0; try < fitTries || damping <= fitDamping; try++ {
			if next, step := r.damped(at, curvature, slope, damping); step > 0 {
				better, err := f.lower(next)
				if err != nil {
					return at, err
				}
				if better {
					at, damping, moved = next, damping/10, step
					break
				}
			}
			damping *= 10
		}
		if moved < fitEnd {
			break
		}
	}
	return at, nil
}

// damped returns the next parameters and the most by which any of them moves. The latter is 0
// if the equations have no solution.
func (r reach) damped(at []float64, curvature *mat.SymDense, slope *mat.VecDense, damping float64) (next []float64, most float64) {
	raised := mat.NewSymDense(len(at), nil)
	raised.CopySym(curvature)
	for k := range at {
		raised.SetSym(k, k, cmp.Or(float64((1+damping)*math.Abs(curvature.At(k, k))), 1))
	}
	var factors mat.Cholesky
	move := mat.NewVecDense(len(at), nil)
	if !factors.Factorize(raised) || factors.SolveVecTo(move, slope) != nil {
		return at, 0
	}
	for k := range at {
		most = max(most, math.Abs(move.AtVec(k)))
	}
	shorter := min(1, r.most/most)
	for k := range at {
		next = append(next, at[k]-float64(shorter*move.AtVec(k)))
		if r.least != nil {
			next[k] = max(next[k], r.least[k])
		}
	}
	return next, min(most, r.most)
}

// movedBy returns a copy of parameters of which one is moved.
func movedBy(at []float64, i int, by float64) []float64 {
	moved := slices.Clone(at)
	moved[i] += by
	return moved
}

// valuesOf returns the values of the moving parameters among weights.
func valuesOf(moving []parameter, weights map[string]runtime.Tensor) (at []float64) {
	for _, p := range moving {
		at = append(at, float64(weights[p.name].Float[p.number]))
	}
	return at
}

// withValues returns copies of weights with other values of the moving parameters.
func withValues(weights map[string]runtime.Tensor, moving []parameter, at []float64) map[string]runtime.Tensor {
	moved := copied(weights)
	for k, p := range moving {
		moved[p.name].Float[p.number] = float32(at[k])
	}
	return moved
}
