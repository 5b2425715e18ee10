package vector_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/internal/vector"
)

// TestAsGonum: whole numbers, of which no sum is rounded, come out as gonum has them.
func TestAsGonum(t *testing.T) {
	a, b := [3]float64{1, -2, 3}, [3]float64{-5, 7, 11}
	p, q := r3.Vec{X: a[0], Y: a[1], Z: a[2]}, r3.Vec{X: b[0], Y: b[1], Z: b[2]}
	require.Equal(t, r3.Dot(p, q), vector.Dot(a, b))
	require.Equal(t, array(r3.Cross(p, q)), vector.Cross(a, b))
	require.Equal(t, array(r3.Add(p, r3.Scale(4, q))), vector.Plus(a, 4, b))
	require.InDelta(t, r3.Norm(p), vector.Norm(a), 1e-15)
	require.InDelta(t, r3.Norm(r3.Sub(p, q)), vector.Distance(a, b), 1e-14)
}

func array(v r3.Vec) [3]float64 { return [3]float64{v.X, v.Y, v.Z} }

// TestPrecisions: float32 rounds values, and float64 has those of float32.
func TestPrecisions(t *testing.T) {
	require.Equal(t, []float32{1, 0.1}, vector.Narrowed([]float64{1, 0.1}))
	require.Equal(t, []float64{1, float64(float32(0.1))}, vector.Widened([]float32{1, 0.1}))
}

// TestAt: each particle has three numbers.
func TestAt(t *testing.T) {
	require.Equal(t, [3]float64{4, 5, 6}, vector.At([]float32{1, 2, 3, 4, 5, 6}, 1))
	require.Equal(t, [3]float64{1, 2, 3}, vector.At([]float64{1, 2, 3}, 0))
}
