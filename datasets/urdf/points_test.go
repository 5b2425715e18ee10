package urdf

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/internal/rotation"
)

// TestPoints: a part's particles have its mass, whatever its inertia is.
func TestPoints(t *testing.T) {
	diagonal := func(x, y, z float64) rotation.Matrix { return rotation.Matrix{{x, 0, 0}, {0, y, 0}, {0, 0, z}} }
	for _, c := range []struct {
		second rotation.Matrix
		count  int
		found  inertia
	}{
		{diagonal(3, 3, 3), 6, usual},
		{diagonal(3, 3, 0), 4, usual},
		{diagonal(3, 0, 0), 2, usual},
		{diagonal(0, 0, 0), 6, missing},
		{diagonal(3, 3, -0.0029), 4, usual},
		{diagonal(3, 3, -0.0031), 4, impossible},
	} {
		p := part{mass: 3, second: c.second}
		positions, mass, found := p.points(1)
		require.Len(t, positions, c.count, "%+v", c)
		require.InDelta(t, 3/float64(c.count), mass, 1e-15, "%+v", c)
		require.Equal(t, c.found, found, "%+v", c)
	}
	positions, mass, found := new(part).points(1)
	require.Empty(t, positions)
	require.Zero(t, mass)
	require.Equal(t, usual, found)
}

// TestAround: a point mass is replaced by six at a thousandth of its distance from the joint, or, if it is
// at the joint, of the robot's size.
func TestAround(t *testing.T) {
	p := part{position: [3]float64{1, 0, 0}}
	for x, apart := range map[float64]float64{1: 0.005, 3: 0.002} {
		positions := p.around(r3.Vec{X: x}, 5)
		require.Len(t, positions, 6)
		for _, at := range positions {
			require.InDelta(t, apart, r3.Norm(r3.Sub(at, r3.Vec{X: x})), 1e-15)
		}
	}
}
