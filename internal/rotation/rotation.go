// Package rotation rotates vectors in space by matrices.
package rotation

import "math"

// Matrix is a row-major matrix that multiplies columns.
type Matrix [3][3]float64

// Identity is the rotation by no angle.
var Identity = Matrix{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}

// Times returns the matrix that rotates by b, then by a.
func (a Matrix) Times(b Matrix) (product Matrix) {
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				product[i][j] += float64(a[i][k] * b[k][j])
			}
		}
	}
	return product
}

// Transposed returns the transposed matrix, which is the inverse of a rotation.
func (a Matrix) Transposed() (t Matrix) {
	for i := range 3 {
		for j := range 3 {
			t[i][j] = a[j][i]
		}
	}
	return t
}

// Turn returns the rotated vector.
func (a Matrix) Turn(v [3]float64) (turned [3]float64) {
	for i := range 3 {
		for j := range 3 {
			turned[i] += float64(a[i][j] * v[j])
		}
	}
	return turned
}

// About returns the rotation by an angle in radians about an axis: x, y or z for 0, 1 or 2.
func About(axis int, angle float64) Matrix {
	sin, cos := Sincos(angle)
	i, j := (axis+1)%3, (axis+2)%3
	r := Identity
	r[i][i], r[i][j], r[j][i], r[j][j] = cos, -sin, sin, cos
	return r
}

// By returns the rotation about the direction of angle by its norm, in radians (Rodrigues).
func By(angle [3]float64) Matrix {
	norm := math.Sqrt(float64(angle[0]*angle[0]) + float64(angle[1]*angle[1]) + float64(angle[2]*angle[2]))
	if norm == 0 {
		return Identity
	}
	x, y, z := angle[0]/norm, angle[1]/norm, angle[2]/norm
	sin, cos := Sincos(norm)
	half, _ := Sincos(norm / 2)
	rest := 2 * half * half // 1 - cos would lose all digits for a small angle
	return Matrix{
		{cos + float64(rest*x*x), float64(rest*x*y) - float64(sin*z), float64(rest*x*z) + float64(sin*y)},
		{float64(rest*x*y) + float64(sin*z), cos + float64(rest*y*y), float64(rest*y*z) - float64(sin*x)},
		{float64(rest*x*z) - float64(sin*y), float64(rest*y*z) + float64(sin*x), cos + float64(rest*z*z)},
	}
}

// Sequence returns rotations about the fixed axes, one after the other in the given order. The
// angles, multiplied by unit to give radians, are those about x, y and z, whatever the order.
func Sequence(order []int, angles []float64, unit float64) Matrix {
	turned := Identity
	for _, axis := range order {
		turned = About(axis, angles[axis]*unit).Times(turned)
	}
	return turned
}
