// Package moving has systems, machines and models in float64, for tests of how models move
// them.
package moving

import (
	"math/rand/v2"

	"gmnc/internal/vector"
)

// Vector is a 3-vector.
type Vector [3]float64

// Plus returns a + b.
func (a Vector) Plus(b Vector) Vector { return vector.Plus(a, 1, b) }

// Minus returns a - b.
func (a Vector) Minus(b Vector) Vector { return vector.Plus(a, -1, b) }

// Times returns s a.
func (a Vector) Times(s float64) Vector { return Vector{s * a[0], s * a[1], s * a[2]} }

// Dot returns a . b.
func (a Vector) Dot(b Vector) float64 { return vector.Dot(a, b) }

// Norm returns the length of a.
func (a Vector) Norm() float64 { return vector.Norm(a) }

// Cross returns a x b.
func (a Vector) Cross(b Vector) Vector { return vector.Cross(a, b) }

// RandomVector returns a vector with normally distributed components of a standard deviation,
// scale.
func RandomVector(source *rand.Rand, scale float64) Vector {
	return Vector{scale * source.NormFloat64(), scale * source.NormFloat64(), scale * source.NormFloat64()}
}

// Rows returns the components of all vectors, one after the other.
func Rows(vectors []Vector) []float64 {
	flat := make([]float64, 0, 3*len(vectors))
	for _, v := range vectors {
		flat = append(flat, v[:]...)
	}
	return flat
}

// Vectors returns the vectors with these components.
func Vectors(flat []float64) []Vector {
	all := make([]Vector, len(flat)/3)
	for i := range all {
		all[i] = Vector(flat[3*i : 3*i+3])
	}
	return all
}

// Transform is an orthogonal matrix, by rows.
type Transform [3]Vector

// Apply returns the product of the matrix and a vector.
func (o Transform) Apply(v Vector) Vector { return Vector{o[0].Dot(v), o[1].Dot(v), o[2].Dot(v)} }

// RandomRotation returns a rotation made of random unit vectors by the method of Gram and
// Schmidt.
func RandomRotation(source *rand.Rand) Transform {
	a, b := RandomVector(source, 1), RandomVector(source, 1)
	a = a.Times(1 / a.Norm())
	b = b.Minus(a.Times(a.Dot(b)))
	b = b.Times(1 / b.Norm())
	return Transform{a, b, a.Cross(b)}
}
