package kernels

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
)

func TestCross(t *testing.T) {
	dst := make([]float32, 6)
	Cross(dst, []float32{1, 0, 0, 1, 2, 3}, []float32{0, 1, 0, 4, 5, 6})
	require.Equal(t, []float32{0, 0, 1, -3, 6, -3}, dst)
	require.Panics(t, func() { Cross(dst[:5], dst[:5], dst[:5]) })
}

// sumError is the error of a few sums of products of values around 1.
const sumError = 1e-5

func TestInnerAndMix(t *testing.T) {
	const rows = 4
	eachLevel(t, func(t *testing.T) {
		for k := 1; k <= 7; k++ {
			for m := 1; m <= 7; m++ {
				x, y := random(1, rows*3*k), random(2, rows*3*m)
				inner := make([]float32, rows*k*m)
				Inner(inner, x, y, k, m)
				weights := random(3, rows*k*m)
				mixed, mixedBack := make([]float32, rows*3*k), make([]float32, rows*3*k)
				Mix(mixed, weights, y, k, m, false)
				Mix(mixedBack, weights, y, k, m, true)
				for row := range rows {
					for i := range k {
						var want, wantBack [3]float32
						for j := range m {
							dot := float32(0)
							for axis := range 3 {
								u, v := x[(row*k+i)*3+axis], y[(row*m+j)*3+axis]
								dot += u * v
								want[axis] += weights[row*k*m+i*m+j] * v
								wantBack[axis] += weights[row*k*m+j*k+i] * v
							}
							require.InDelta(t, dot, inner[row*k*m+i*m+j], sumError)
						}
						allclose.Within(t, want[:], mixed[(row*k+i)*3:][:3], sumError)
						allclose.Within(t, wantBack[:], mixedBack[(row*k+i)*3:][:3], sumError)
					}
				}
			}
		}
		Inner(nil, nil, nil, 1, 1)
		Mix(nil, nil, nil, 2, 3, true)
	})
	x := make([]float32, 6)
	require.Panics(t, func() { Inner(x[:1], x, x, 1, 1) })
	require.Panics(t, func() { Mix(x[:5], x[:2], x, 1, 1, false) })
}
