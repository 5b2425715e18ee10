// Package pseudoinertia has the algebra of pseudo-inertias, the 4 x 4 matrices of the mass and of
// the first and second moments of a rigid body (Wensing, Kim and Slotine, 2018). A body is
// physical if its pseudo-inertia is positive definite.
package pseudoinertia

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gmnc/sysid/rigid"
)

// thinnest is the least radius of gyration of a link in the prior, as a fraction of the robot's
// size. Files contain plates, rods and points.
const thinnest = 0.03

// Physical returns the constants of a link's file, enlarged where no body has such
// constants. A link lighter than a thousandth of the total becomes a point mass of that size at
// the frame's origin. Then every radius of gyration becomes at least thinnest.
func Physical(own [rigid.Constants]float64, size, total float64) [rigid.Constants]float64 {
	if least := 1e-3 * total; own[0] < least {
		own = [rigid.Constants]float64{least}
	}
	p := rigid.Pseudo(own[:])
	second := mat.NewSymDense(3, nil) // about the center
	for i := range 3 {
		for k := i; k < 3; k++ {
			second.SetSym(i, k, p[i][k]-p[i][3]*p[k][3]/p[3][3])
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(second, true) {
		return own
	}
	var axes mat.Dense
	eigen.VectorsTo(&axes)
	for axis, value := range eigen.Values(nil) {
		if more := own[0]*thinnest*thinnest*size*size - value; more > 0 {
			var add [3][3]float64
			for i := range 3 {
				for k := range 3 {
					add[i][k] = more * axes.At(i, axis) * axes.At(k, axis)
				}
			}
			own[4] += add[1][1] + add[2][2]
			own[5] += add[0][0] + add[2][2]
			own[6] += add[0][0] + add[1][1]
			own[7] -= add[0][1]
			own[8] -= add[0][2]
			own[9] -= add[1][2]
		}
	}
	return own
}

// Shapes holds the derivatives of a pseudo-inertia with respect to the ten constants.
var Shapes = func() (all [rigid.Constants][4][4]float64) {
	for k := range all {
		var unit [rigid.Constants]float64
		unit[k] = 1
		all[k] = rigid.Pseudo(unit[:])
	}
	return all
}()

// Inverse returns the inverse of a positive definite matrix and the logarithm of its
// determinant. For any other matrix the logarithm is -Inf.
func Inverse(m [4][4]float64) (back [4][4]float64, logDet float64) {
	var l, u [4][4]float64 // m = l l^T, u = l^-1
	for i := range 4 {
		for j := range i + 1 {
			sum := m[i][j]
			for k := range j {
				sum -= l[i][k] * l[j][k]
			}
			if i != j {
				l[i][j] = sum / l[j][j]
				continue
			}
			if !(sum > 0) {
				return back, math.Inf(-1)
			}
			l[i][i] = math.Sqrt(sum)
			logDet += math.Log(sum)
		}
	}
	for i := range 4 {
		u[i][i] = 1 / l[i][i]
		for j := range i {
			for k := j; k < i; k++ {
				u[i][j] -= l[i][k] * u[k][j] / l[i][i]
			}
		}
	}
	for i := range 4 {
		for j := range 4 {
			for k := range 4 {
				back[i][j] += u[k][i] * u[k][j]
			}
		}
	}
	return back, logDet
}

// Product returns the product of two matrices.
func Product(a, b [4][4]float64) (c [4][4]float64) {
	for i := range 4 {
		for j := range 4 {
			for k := range 4 {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return c
}

// Trace returns the trace of the product of two matrices.
func Trace(a, b [4][4]float64) (sum float64) {
	for i := range 4 {
		for k := range 4 {
			sum += a[i][k] * b[k][i]
		}
	}
	return sum
}
