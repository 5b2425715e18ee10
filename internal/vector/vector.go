// Package vector implements the algebra of 3-vectors, which are arrays. Packages whose last
// bits do not matter use gonum's r3. Here products are rounded before they are added, so that
// no processor computes both in one rounding, and all processors give the same bits.
package vector

import "math"

// At returns the three numbers of a particle from those of all particles.
func At[F ~float32 | ~float64](values []F, particle int) [3]float64 {
	return [3]float64{float64(values[3*particle]), float64(values[3*particle+1]), float64(values[3*particle+2])}
}

// Dot returns a . b.
func Dot(a, b [3]float64) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2])
}

// Cross returns a x b.
func Cross(a, b [3]float64) [3]float64 {
	return [3]float64{float64(a[1]*b[2]) - float64(a[2]*b[1]), float64(a[2]*b[0]) - float64(a[0]*b[2]), float64(a[0]*b[1]) - float64(a[1]*b[0])}
}

// Norm returns the length of a. It overflows if the square does.
func Norm(a [3]float64) float64 { return math.Sqrt(Dot(a, a)) }

// Distance returns the length of a - b.
func Distance(a, b [3]float64) float64 {
	return Norm([3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]})
}

// Plus returns a + c b.
func Plus(a [3]float64, c float64, b [3]float64) [3]float64 {
	return [3]float64{a[0] + float64(c*b[0]), a[1] + float64(c*b[1]), a[2] + float64(c*b[2])}
}

// Widened returns the values in float64.
func Widened(values []float32) []float64 {
	wide := make([]float64, len(values))
	for i, value := range values {
		wide[i] = float64(value)
	}
	return wide
}

// Narrowed returns the values rounded to float32.
func Narrowed(values []float64) []float32 {
	narrow := make([]float32, len(values))
	for i, value := range values {
		narrow[i] = float32(value)
	}
	return narrow
}
