package rotation

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
)

// TestBy: about an axis it is About, it keeps what lies along the angle, and small
// angles turn by their cross product.
func TestBy(t *testing.T) {
	for axis := range 3 {
		var angle [3]float64
		angle[axis] = 0.7
		want := About(axis, 0.7)
		for i, row := range By(angle) {
			allclose.Within(t, want[i][:], row[:], 1e-15)
		}
	}
	angle := [3]float64{0.3, -1.2, 2}
	along := By(angle).Turn(angle)
	allclose.Within(t, angle[:], along[:], 1e-14)
	square := By(angle).Times(By(angle).Transposed())
	for i, row := range square {
		allclose.Within(t, Identity[i][:], row[:], 1e-15)
	}
	small := By([3]float64{0, 0, 1e-9}).Turn([3]float64{1, 0, 0})
	require.InEpsilon(t, 1e-9, small[1], 1e-12)
	require.Equal(t, Identity, By([3]float64{}))
	require.InDelta(t, -1, By([3]float64{0, math.Pi, 0})[0][0], 1e-15)
}

// TestSequence: rotations about fixed axes follow one another in the given order, with the angle of each
// axis.
func TestSequence(t *testing.T) {
	angles := []float64{90, 30, -45}
	x, y, z := About(0, math.Pi/2), About(1, math.Pi/6), About(2, -math.Pi/4)
	for _, c := range []struct {
		order []int
		want  Matrix
	}{{nil, Identity}, {[]int{1}, y}, {[]int{0, 2}, z.Times(x)}, {[]int{2, 1, 0}, x.Times(y.Times(z))}} {
		got := Sequence(c.order, angles, math.Pi/180)
		for i := range 3 {
			allclose.Within(t, c.want[i][:], got[i][:], 1e-15)
		}
	}
}
