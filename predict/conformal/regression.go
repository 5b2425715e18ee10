package conformal

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"gmnc/builder/config"
)

// moments returns the means and standard deviations of features over the selected particles,
// and the number of these.
func moments(x [][]float64, taken func(i int) bool) (mean, deviation []float64, n float64) {
	mean, deviation = make([]float64, len(x[0])), make([]float64, len(x[0]))
	for i := range x {
		if !taken(i) {
			continue
		}
		n++
		for k, value := range x[i] {
			mean[k] += value
			deviation[k] += float64(value * value)
		}
	}
	for k := range mean {
		mean[k] /= n
		deviation[k] = math.Sqrt(max(deviation[k]/n-float64(mean[k]*mean[k]), 0))
	}
	return mean, deviation, n
}

// leastSquares fits a head to targets over the selected particles.
func leastSquares(x [][]float64, targets []float64, taken func(i int) bool) (fitted config.RadiusHead, err error) {
	count := len(x[0])
	mean, deviation, n := moments(x, taken)
	center := 0.
	for i, target := range targets {
		if taken(i) {
			center += target
		}
	}
	center /= n
	gram, right := mat.NewSymDense(count, nil), mat.NewVecDense(count, nil)
	z := make([]float64, count)
	for i := range x {
		if !taken(i) {
			continue
		}
		for k, value := range x[i] {
			if deviation[k] > 1e-6 { // what hardly varies says nothing, and stays 0
				z[k] = (value - mean[k]) / deviation[k]
			}
		}
		gram.SymRankOne(gram, 1, mat.NewVecDense(count, z))
		right.AddScaledVec(right, targets[i]-center, mat.NewVecDense(count, z))
	}
	for k := range count {
		gram.SetSym(k, k, gram.At(k, k)+float64(ridge*n))
	}
	var cholesky mat.Cholesky
	solution := mat.NewVecDense(count, nil)
	if !cholesky.Factorize(gram) {
		return fitted, errors.New("the equations have no solution")
	}
	if err := cholesky.SolveVecTo(solution, right); err != nil {
		return fitted, err
	}
	fitted = config.RadiusHead{Weights: make([]float64, count), Offset: center}
	for k := range count {
		if deviation[k] > 1e-6 {
			fitted.Weights[k] = solution.AtVec(k) / deviation[k]
			fitted.Offset -= float64(fitted.Weights[k] * mean[k])
		}
	}
	return fitted, nil
}

func dot(x, y []float64) (sum float64) {
	for i := range x {
		sum += float64(x[i] * y[i])
	}
	return sum
}
