package harmonics

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
)

// exact is some dozens of roundings of numbers of the size of 1.
const exact = 1e-12

// maxFeature is the highest degree of features.
const maxFeature = 2

// forEachProduct runs the test for every pair of feature degrees and every
// degree of their product.
func forEachProduct(t *testing.T, test func(t *testing.T, l1, l2, l int)) {
	for l1 := range maxFeature + 1 {
		for l2 := range maxFeature + 1 {
			for l := max(l1-l2, l2-l1); l <= l1+l2; l++ {
				t.Run(fmt.Sprintf("%dx%d=%d", l1, l2, l), func(t *testing.T) { test(t, l1, l2, l) })
			}
		}
	}
}

func randomDirection(source *rand.Rand) [3]float64 {
	x := [3]float64{source.NormFloat64(), source.NormFloat64(), source.NormFloat64()}
	norm := math.Sqrt(x[0]*x[0] + x[1]*x[1] + x[2]*x[2])
	return [3]float64{x[0] / norm, x[1] / norm, x[2] / norm}
}

// closedForms are the real harmonics as textbooks give them, with the polar
// axis y: the textbook's (x, y, z) are our (z, x, y).
func closedForms(direction [3]float64) [][]float64 {
	x, y, z := direction[2], direction[0], direction[1]
	c := func(square float64) float64 { return math.Sqrt(square / math.Pi) }
	return [][]float64{
		{c(1.0 / 4)},
		{c(3.0/4) * y, c(3.0/4) * z, c(3.0/4) * x},
		{
			c(15.0/4) * x * y, c(15.0/4) * y * z, c(5.0/16) * (3*z*z - 1),
			c(15.0/4) * x * z, c(15.0/16) * (x*x - y*y),
		},
		{
			c(35.0/32) * y * (3*x*x - y*y), c(105.0/4) * x * y * z, c(21.0/32) * y * (5*z*z - 1), c(7.0/16) * (5*z*z*z - 3*z),
			c(21.0/32) * x * (5*z*z - 1), c(105.0/16) * (x*x - y*y) * z, c(35.0/32) * x * (x*x - 3*y*y),
		},
		{
			3.0 / 4 * c(35) * x * y * (x*x - y*y), 3.0 / 4 * c(35.0/2) * y * (3*x*x - y*y) * z,
			3.0 / 4 * c(5) * x * y * (7*z*z - 1), 3.0 / 4 * c(5.0/2) * y * (7*z*z*z - 3*z),
			3.0 / 16 * c(1) * (35*z*z*z*z - 30*z*z + 3),
			3.0 / 4 * c(5.0/2) * x * (7*z*z*z - 3*z), 3.0 / 8 * c(5) * (x*x - y*y) * (7*z*z - 1),
			3.0 / 4 * c(35.0/2) * x * (x*x - 3*y*y) * z, 3.0 / 16 * c(35) * (x*x*(x*x-3*y*y) - y*y*(3*x*x-y*y)),
		},
	}
}

func TestClosedForms(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		direction := randomDirection(source)
		got, want := At(direction), closedForms(direction)
		require.Len(t, got, MaxDegree+1)
		for l := range want {
			allclose.Within(t, want[l], got[l], exact, "degree %d at %v", l, direction)
		}
	}
}

// TestHarmonicsAreOrthonormal integrates products over the sphere: exactly,
// since they are polynomials of degree 8 at most.
func TestHarmonicsAreOrthonormal(t *testing.T) {
	var gram [25][25]float64
	// Five points of Gauss and Legendre are exact to degree 9; ten angles to
	// frequency 9.
	nodes := []float64{0, 0.5384693101056831, -0.5384693101056831, 0.9061798459386640, -0.9061798459386640}
	weights := []float64{0.5688888888888889, 0.4786286704993665, 0.4786286704993665, 0.2369268850561891, 0.2369268850561891}
	for k, height := range nodes {
		for turn := range 10 {
			angle := 2 * math.Pi * float64(turn) / 10
			radius := math.Sqrt(1 - height*height)
			var all []float64
			for _, values := range At([3]float64{radius * math.Cos(angle), radius * math.Sin(angle), height}) {
				all = append(all, values...)
			}
			for i, x := range all {
				for j, y := range all {
					gram[i][j] += weights[k] * 2 * math.Pi / 10 * x * y
				}
			}
		}
	}
	for i := range gram {
		for j := range gram {
			want := 0.0
			if i == j {
				want = 1
			}
			require.InDelta(t, want, gram[i][j], exact, "harmonics %d and %d", i, j)
		}
	}
}

// TestOrthonormality: the columns of all products of two degrees together
// are an orthogonal matrix.
func TestOrthonormality(t *testing.T) {
	for l1 := range maxFeature + 1 {
		for l2 := range maxFeature + 1 {
			rows := (2*l1 + 1) * (2*l2 + 1)
			var columns [][]float64
			for l := max(l1-l2, l2-l1); l <= l1+l2; l++ {
				table := ClebschGordan(l1, l2, l)
				for k := range 2*l + 1 {
					column := make([]float64, rows)
					for i := range column {
						column[i] = table[i*(2*l+1)+k]
					}
					columns = append(columns, column)
				}
			}
			require.Len(t, columns, rows)
			for i, a := range columns {
				for j, b := range columns {
					want := 0.0
					if i == j {
						want = 1
					}
					require.InDelta(t, want, dot(a, b), exact, "%d x %d, columns %d and %d", l1, l2, i, j)
				}
			}
		}
	}
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// TestProductsOfVectors are the dot and the cross product.
func TestProductsOfVectors(t *testing.T) {
	scalar, cross := ClebschGordan(1, 1, 0), ClebschGordan(1, 1, 1)
	sign := math.Copysign(1, cross[(0*3+1)*3+2])
	for i := range 3 {
		for j := range 3 {
			same := 0.0
			if i == j {
				same = 1
			}
			require.InDelta(t, same/math.Sqrt(3), math.Abs(scalar[i*3+j]), exact)
			for k := range 3 {
				permutation := float64((i-j)*(j-k)*(k-i)) / 2
				require.InDelta(t, sign*permutation/math.Sqrt2, cross[(i*3+j)*3+k], exact)
			}
		}
	}
}

// turn is a matrix of degree l that turns harmonics as a rotation does:
// Y_l(R x) = D Y_l(x), by least squares over many directions.
func turn(l int, rotation [3][3]float64, source *rand.Rand) [][]float64 {
	size := 2*l + 1
	// Sum over a frame of quadrature would do; random directions with the
	// normal equations are as exact and need no table.
	gram, mixed := make([][]float64, size), make([][]float64, size)
	for i := range size {
		gram[i], mixed[i] = make([]float64, size), make([]float64, size)
	}
	for range 50 {
		x := randomDirection(source)
		var turned [3]float64
		for i := range 3 {
			turned[i] = dot(rotation[i][:], x[:])
		}
		before, after := At(x)[l], At(turned)[l]
		for i := range size {
			for j := range size {
				gram[i][j] += before[i] * before[j]
				mixed[i][j] += before[i] * after[j]
			}
		}
	}
	return transposed(solve(gram, mixed))
}

// solve returns A^-1 B by Gauss and Jordan; A is symmetric and positive.
func solve(a, b [][]float64) [][]float64 {
	for i := range a {
		scale := 1 / a[i][i]
		for j := range a {
			a[i][j] *= scale
			b[i][j] *= scale
		}
		for k := range a {
			if k == i {
				continue
			}
			factor := a[k][i]
			for j := range a {
				a[k][j] -= factor * a[i][j]
				b[k][j] -= factor * b[i][j]
			}
		}
	}
	return b
}

func transposed(a [][]float64) [][]float64 {
	t := make([][]float64, len(a))
	for i := range a {
		t[i] = make([]float64, len(a))
		for j := range a {
			t[i][j] = a[j][i]
		}
	}
	return t
}

// TestProductsTurn: turning both factors turns the product.
func TestProductsTurn(t *testing.T) {
	source := rand.New(rand.NewPCG(3, 4))
	a, b := randomDirection(source), randomDirection(source)
	along := dot(a[:], b[:])
	for i := range b {
		b[i] -= along * a[i]
	}
	norm := math.Sqrt(dot(b[:], b[:]))
	for i := range b {
		b[i] /= norm
	}
	rotation := [3][3]float64{a, b, {a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}}
	turns := make([][][]float64, MaxDegree+1)
	for l := range turns {
		turns[l] = turn(l, rotation, source)
	}
	forEachProduct(t, func(t *testing.T, l1, l2, l int) {
		d1, d2, d := 2*l1+1, 2*l2+1, 2*l+1
		table := ClebschGordan(l1, l2, l)
		for i := range d1 {
			for j := range d2 {
				for k := range d {
					// (D1 (x) D2) C and C D
					left, right := 0.0, 0.0
					for p := range d1 {
						for q := range d2 {
							left += turns[l1][i][p] * turns[l2][j][q] * table[(p*d2+q)*d+k]
						}
					}
					for p := range d {
						right += table[(i*d2+j)*d+p] * turns[l][p][k]
					}
					require.InDelta(t, left, right, exact)
				}
			}
		}
	})
}
