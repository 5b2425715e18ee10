package rotation

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
)

// TestQuaternionOfQuarters: of parts that are equally large the first is above 0.
func TestQuaternionOfQuarters(t *testing.T) {
	half := math.Sqrt(0.5)
	for axis, r := range []Matrix{{{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}, {{0, 0, -1}, {0, 1, 0}, {1, 0, 0}}, {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}} {
		want, got := [4]float64{half}, r.Quaternion()
		want[axis+1] = -half
		allclose.Within(t, want[:], got[:], 1e-15)
	}
}

// TestLineOffTheOrigin: particles on a line do not determine a rotation, wherever the line is.
func TestLineOffTheOrigin(t *testing.T) {
	rest := []float32{0, 3, 1, 2, 3, 1, 5, 3, 1}
	require.False(t, FitDisplacement(rest, rest, []int{0, 1, 2}).IsTurned())
	bent := append(rest, 0, 5, 1)
	p := FitDisplacement(bent, bent, []int{0, 1, 2, 3})
	require.True(t, p.IsTurned())
	at := p.Turned([3]float64{1, 2, 3})
	allclose.Within(t, []float64{1, 2, 3}, at[:], 1e-12)
}

// TestSincosOfEighths: each octant has its own signs, and very many turns are those of package math.
func TestSincosOfEighths(t *testing.T) {
	for eighth := range 17 {
		for _, angle := range []float64{float64(eighth)*math.Pi/4 + 0.1, -float64(eighth)*math.Pi/4 - 0.1, float64(eighth)*math.Pi/4 - 0.1, 1<<22 + float64(eighth)} {
			sin, cos := Sincos(angle)
			wantSin, wantCos := math.Sincos(angle)
			require.InDelta(t, wantSin, sin, 1e-15)
			require.InDelta(t, wantCos, cos, 1e-15)
		}
	}
	sin, cos := Sincos(math.Inf(1))
	require.True(t, math.IsNaN(sin) && math.IsNaN(cos))
}
