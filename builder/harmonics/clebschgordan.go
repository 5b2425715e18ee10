// Package harmonics computes the parts of equivariant tensor products: real spherical harmonics and
// the Clebsch-Gordan coefficients between them.
//
// Components of degree l are ordered m = -l .. l, and the polar axis is y:
// so degree 1 is the vector (x, y, z) itself, up to a factor. Harmonics are
// orthonormal on the sphere, and have no Condon-Shortley phase.
package harmonics

import (
	"math"
	"math/cmplx"
)

// ClebschGordan returns the real coefficients that take the components m1 of degree
// l1 and m2 of degree l2 to those m of degree l, |l1-l2| <= l <= l1+l2. It is a
// matrix of (2 l1 + 1)(2 l2 + 1) rows (m1, m2), the second running faster, and 2l + 1
// columns, row-major. Its columns are orthonormal.
//
// With odd l1 + l2 + l the product is odd under reflection, as the cross
// product is, and its sign is a convention.
func ClebschGordan(l1, l2, l int) []float64 {
	d1, d2, d := 2*l1+1, 2*l2+1, 2*l+1
	u1, u2, u := realBasis(l1), realBasis(l2), realBasis(l)
	table := make([]float64, d1*d2*d)
	for i := range d1 {
		for j := range d2 {
			for k := range d {
				sum := complex(0, 0)
				for a := range d1 {
					for b := range d2 {
						m1, m2 := a-l1, b-l2
						if m := m1 + m2; -l <= m && m <= l {
							factor := times(cmplx.Conj(times(u1[i][a], u2[j][b])), u[k][m+l])
							sum += times(factor, complex(coefficient(l1, m1, l2, m2, l, m), 0))
						}
					}
				}
				// Even products are real, odd ones imaginary.
				table[(i*d2+j)*d+k] = real(sum) + imag(sum)
			}
		}
	}
	return table
}

// times is x y with each product rounded, as on every processor; the product of the
// language may be computed with fewer roundings on some.
func times(x, y complex128) complex128 {
	return complex(float64(real(x)*real(y))-float64(imag(x)*imag(y)), float64(real(x)*imag(y))+float64(imag(x)*real(y)))
}

// realBasis gives the real harmonics of degree l in terms of the complex
// ones: row m is the real harmonic m.
//
//	m > 0:  ((-1)^m Y_m + Y_-m) / sqrt 2
//	m < 0:  i (Y_m - (-1)^m Y_-m) / sqrt 2
func realBasis(l int) [][]complex128 {
	rows := make([][]complex128, 2*l+1)
	half := complex(math.Sqrt(0.5), 0)
	for m := -l; m <= l; m++ {
		row, sign := make([]complex128, 2*l+1), complex(parity(m), 0)
		switch {
		case m == 0:
			row[l] = 1
		case m > 0:
			row[l+m], row[l-m] = times(sign, half), half
		default:
			row[l+m], row[l-m] = times(1i, half), times(times(-1i, sign), half)
		}
		rows[m+l] = row
	}
	return rows
}

// coefficient is the complex coefficient <l1 m1 l2 m2 | l m> by Racah's
// formula, for m = m1 + m2.
func coefficient(l1, m1, l2, m2, l, m int) float64 {
	scale := float64(2*l+1) * factorial(l+l1-l2) * factorial(l-l1+l2) * factorial(l1+l2-l) / factorial(l1+l2+l+1)
	scale *= factorial(l+m) * factorial(l-m) * factorial(l1-m1) * factorial(l1+m1) * factorial(l2-m2) * factorial(l2+m2)
	sum := 0.0
	for k := max(0, l2-l-m1, l1+m2-l); k <= min(l1+l2-l, l1-m1, l2+m2); k++ {
		sum += parity(k) / (factorial(k) * factorial(l1+l2-l-k) * factorial(l1-m1-k) *
			factorial(l2+m2-k) * factorial(l-l2+m1+k) * factorial(l-l1-m2+k))
	}
	return math.Sqrt(scale) * sum
}

func parity(n int) float64 {
	if n%2 != 0 {
		return -1
	}
	return 1
}

func factorial(n int) float64 {
	product := 1.0
	for i := 2; i <= n; i++ {
		product *= float64(i)
	}
	return product
}
