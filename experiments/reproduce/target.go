package reproduce

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/spatial/r3"
)

// targetWidth is the width of the network in a random equivariant function.
const targetWidth = 8

// equivariant holds vectors and the values of a random function of them.
type equivariant struct {
	vectors [][]r3.Vec // [samples][vectors]
	target  []r3.Vec
}

// draw returns samples of standard normal vectors with the values of the function, which
// depends only on the seed.
func (f fitting) draw(split uint64) equivariant {
	weights := rand.New(rand.NewPCG(f.Seed, 0))
	products := f.Vectors * f.Vectors
	first, bias, second := normals(weights, targetWidth*products, 2), normals(weights, targetWidth, 1), normals(weights, f.Vectors*targetWidth, 1)
	random := rand.New(rand.NewPCG(f.Seed, 1+split))
	var e equivariant
	for range f.Samples {
		z := make([]r3.Vec, f.Vectors)
		for i := range z {
			z[i] = r3.Vec{X: random.NormFloat64(), Y: random.NormFloat64(), Z: random.NormFloat64()}
		}
		gram := normalizedGram(z)
		var sum r3.Vec
		for k := range targetWidth {
			at := bias[k]
			for i, product := range gram {
				at += first[k*products+i] * product
			}
			for i, vector := range z {
				sum = r3.Add(sum, r3.Scale(second[i*targetWidth+k]*math.Tanh(at), vector))
			}
		}
		e.vectors, e.target = append(e.vectors, z), append(e.target, sum)
	}
	return e
}

func normals(random *rand.Rand, count int, deviation float64) []float64 {
	values := make([]float64, count)
	for i := range values {
		values[i] = deviation * random.NormFloat64()
	}
	return values
}

// normalizedGram returns Z^T Z divided by its norm, by rows.
func normalizedGram(z []r3.Vec) []float64 {
	var gram []float64
	squares := 0.0
	for _, a := range z {
		for _, b := range z {
			gram = append(gram, r3.Dot(a, b))
			squares += r3.Dot(a, b) * r3.Dot(a, b)
		}
	}
	for i := range gram {
		gram[i] /= math.Sqrt(squares)
	}
	return gram
}

// outside returns the part of v that is perpendicular to all the vectors.
func outside(v r3.Vec, vectors []r3.Vec) r3.Vec {
	var basis []r3.Vec // an orthonormal basis of their span
	for _, vector := range vectors {
		rest := without(vector, basis)
		if len(basis) < 3 {
			basis = append(basis, r3.Unit(rest))
		}
	}
	return without(v, basis)
}

func without(v r3.Vec, basis []r3.Vec) r3.Vec {
	for _, axis := range basis {
		v = r3.Sub(v, r3.Scale(r3.Dot(v, axis), axis))
	}
	return v
}
