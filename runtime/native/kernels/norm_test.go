package kernels

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
)

// TestNorm compares y with its definition in float64, and gradients with
// quotients of differences.
func TestNorm(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, n := range []Norm{{3, 32, 1e-2}, {1, 32, 1e-5}, {2, 5, 1e-1}} {
			for _, rows := range []int{0, 1, 4} {
				requireNorm(t, n, rows)
			}
		}
	})
}

func requireNorm(t *testing.T, n Norm, rows int) {
	t.Helper()
	columns := n.columns()
	x, scale, shift, dy := random(1, rows*columns), random(2, columns), random(3, columns), random(4, rows*columns)
	y, factors := random(5, len(x)), make([]float32, rows*n.Blocks)
	n.ReLU(y, factors, x, scale, shift)
	want := n.of64(widened(x), widened(scale), widened(shift))
	allclose.Within(t, want, widened(y), 3*sumError, "%+v", n)

	dx, dscale, dshift := random(6, len(x)), make([]float32, columns), make([]float32, columns)
	n.Back(dx, dy, y, x, factors, scale)
	n.Grads(dscale, dshift, dy, y, x, factors)
	for k, by := range []struct{ values, gradient []float32 }{{x, dx}, {scale, dscale}, {shift, dshift}} {
		args := [][]float64{widened(x), widened(scale), widened(shift)}
		for i := range by.values {
			const step = 1e-6
			difference := 0.0
			for _, sign := range []float64{1, -1} {
				args[k][i] = float64(by.values[i]) + sign*step
				for j, v := range n.of64(args[0], args[1], args[2]) {
					difference += sign * v * float64(dy[j])
				}
			}
			args[k][i] = float64(by.values[i])
			require.InDelta(t, difference/(2*step), by.gradient[i], 30*sumError, "%+v, %d of argument %d", n, i, k)
		}
	}
	n.Grads(dscale, dshift, dy, y, x, factors)
	if rows > 0 {
		sum := make([]float32, columns)
		n.Grads(make([]float32, columns), sum, dy, y, x, factors)
		allclose.Within(t, widened(dshift), twice(sum), 3*sumError, "gradients are added")
	}
}

// of64 is y by its definition.
func (n Norm) of64(x, scale, shift []float64) []float64 {
	y := make([]float64, len(x))
	n.blocks(len(x), func(at, column, _ int) {
		square := 0.0
		for _, v := range x[at : at+n.Width] {
			square += v * v
		}
		root := math.Sqrt(square/float64(n.Width) + float64(n.Epsilon))
		for i, v := range x[at : at+n.Width] {
			y[at+i] = max(v/root*scale[column+i]+shift[column+i], 0)
		}
	})
	return y
}

func widened(x []float32) []float64 {
	wide := make([]float64, len(x))
	for i, v := range x {
		wide[i] = float64(v)
	}
	return wide
}

func twice(x []float32) []float64 {
	double := widened(x)
	for i := range double {
		double[i] *= 2
	}
	return double
}
