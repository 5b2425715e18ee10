package pseudoinertia

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
	"gmnc/sysid/rigid"
)

// TestInverse: a matrix times its inverse is the unit matrix, and one that is not positive definite has none.
func TestInverse(t *testing.T) {
	m := [4][4]float64{{4, 1, 0, 2}, {1, 3, 0, 0}, {0, 0, 2, 1}, {2, 0, 1, 5}}
	back, logDet := Inverse(m)
	for i, row := range Product(m, back) {
		for k, value := range row {
			require.InDelta(t, map[bool]float64{true: 1}[i == k], value, 1e-12)
		}
	}
	require.InDelta(t, math.Log(75), logDet, 1e-12)
	require.InDelta(t, 4, Trace(m, back), 1e-12)
	m[2][2] = 1e-9
	_, logDet = Inverse(m)
	require.True(t, math.IsInf(logDet, -1))
}

// TestShapes: a pseudo-inertia is the sum of the constants times their derivatives.
func TestShapes(t *testing.T) {
	own := [rigid.Constants]float64{2, 0.1, -0.2, 0.3, 1, 2, 2.5, 0.1, 0.2, 0.3}
	want := rigid.Pseudo(own[:])
	var sum [4][4]float64
	for k, shape := range Shapes {
		for i := range 4 {
			for j := range 4 {
				sum[i][j] += own[k] * shape[i][j]
			}
		}
	}
	for i := range 4 {
		allclose.Within(t, want[i][:], sum[i][:], 1e-12)
	}
}

// TestPhysical: a link has a thousandth of the whole mass and radii of gyration of 3 % of the size, at least.
func TestPhysical(t *testing.T) {
	const size, total = 2, 1000.
	radius := func(own [rigid.Constants]float64) float64 {
		p := rigid.Pseudo(own[:])
		return math.Sqrt(p[0][0]/p[3][3]) / size
	}
	ball := func(mass, radius float64) [rigid.Constants]float64 {
		moment := 2 * mass * radius * radius
		return [rigid.Constants]float64{mass, 0, 0, 0, moment, moment, moment}
	}
	light := Physical(ball(0.99, 0.5), size, total)
	require.InDelta(t, 1, light[0], 1e-12)
	require.InDelta(t, 0.03, radius(light), 1e-12, "it is a point")
	require.Equal(t, ball(1.01, 0.5), Physical(ball(1.01, 0.5), size, total))
	require.Equal(t, ball(2, 0.031*size), Physical(ball(2, 0.031*size), size, total))
	require.InDelta(t, 0.03, radius(Physical(ball(2, 0.029*size), size, total)), 1e-9)
}

// TestThinRods: a rod gets the least radius across its axis in either direction, and keeps its moment along it; a tilted one
// has its products turned alike.
func TestThinRods(t *testing.T) {
	const size, total, mass, second = 2, 4., 2., 0.5
	least := mass * 0.03 * 0.03 * size * size
	rod := [rigid.Constants]float64{mass, 0, 0, 0, second, second, 0}
	allclose.Within(t, []float64{mass, 0, 0, 0, second + least, second + least, 2 * least, 0, 0, 0}, slice(Physical(rod, size, total)), 1e-12)
	tilted := [rigid.Constants]float64{mass, 0, 0, 0, second / 2, second / 2, second, -second / 2, 0, 0}
	allclose.Within(t, []float64{mass, 0, 0, 0, second/2 + 1.5*least, second/2 + 1.5*least, second + least, -second/2 + least/2, 0, 0}, slice(Physical(tilted, size, total)), 1e-12)
	tilted = [rigid.Constants]float64{mass, 0, 0, 0, second, second / 2, second / 2, 0, 0, -second / 2}
	allclose.Within(t, []float64{mass, 0, 0, 0, second + least, second/2 + 1.5*least, second/2 + 1.5*least, 0, 0, -second/2 + least/2}, slice(Physical(tilted, size, total)), 1e-12)
	tilted = [rigid.Constants]float64{mass, 0, 0, 0, second / 2, second, second / 2, 0, -second / 2, 0}
	allclose.Within(t, []float64{mass, 0, 0, 0, second/2 + 1.5*least, second + least, second/2 + 1.5*least, 0, -second/2 + least/2, 0}, slice(Physical(tilted, size, total)), 1e-12)
}

// TestSmallDeterminants: a matrix of small entries has an inverse as one of large entries has, and one with a 0 has none.
func TestSmallDeterminants(t *testing.T) {
	m := [4][4]float64{{0.5}, {0, 0.25}, {0, 0, 0.125}, {0, 0, 0, 2}}
	back, logDet := Inverse(m)
	require.InDelta(t, math.Log(0.5*0.25*0.125*2), logDet, 1e-12)
	require.InDelta(t, 8, back[2][2], 1e-12)
	m[3][3] = 0
	_, logDet = Inverse(m)
	require.True(t, math.IsInf(logDet, -1))
}

func slice(own [rigid.Constants]float64) []float64 { return own[:] }
