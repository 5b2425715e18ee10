package rotation

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPlace: a body that has turned and moved is found, and particles on a line tell no turn.
func TestPlace(t *testing.T) {
	rest := []float32{9, 9, 9, 0, 0, 0, 2, 0, 0, 0, 2, 0}
	x := []float32{0, 0, 0, 1, 1, 5, 1, 3, 5, -1, 1, 5} // a quarter about z, and on by 1,1,5
	p := FitDisplacement(rest, x, []int{1, 2, 3})
	require.True(t, p.IsTurned())
	require.Equal(t, p, p.Unturned())
	at := p.At([3]float64{0, 0, 1})
	for k, want := range []float64{1, 1, 6} {
		require.InDelta(t, want, at[k], 1e-9)
	}
	middle := p.Middle()
	require.InDelta(t, 2./3, middle[0], 1e-9)

	for off, turned := range map[float32]bool{0: false, 2e-4: false, 2e-2: true} {
		p = FitDisplacement(rest, []float32{0, 0, 0, 0, 0, 1, 2, 0, 1, 1, off, 1}, []int{1, 2})
		require.False(t, p.IsTurned())
		require.Equal(t, [3]float64{1, 0, 2}, p.Unturned().At([3]float64{1, 0, 1}))
		bent := []float32{0, 0, 0, 2, 0, 0, 1, off, 0}
		require.Equal(t, turned, FitDisplacement(bent, bent, []int{0, 1, 2}).IsTurned(), off)
	}
	// across the line are 2/3 off^2, and along it 2: their share is flat at off = 1.7321e-3
	for off, turned := range map[float32]bool{1.73e-3: false, 1.735e-3: true} {
		bent := []float32{0, 0, 0, 2, 0, 0, 1, off, 0}
		require.Equal(t, turned, FitDisplacement(bent, bent, []int{0, 1, 2}).IsTurned(), off)
	}
}
