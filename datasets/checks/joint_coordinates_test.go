package checks

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/rotation"
	"gmnc/internal/test/allclose"
	"gmnc/internal/vector"
)

// TestMotionOfABody: the motion of a body is its displacement, its angular velocity and the velocity of what was at the origin, by the particles
// that are its members.
func TestMotionOfABody(t *testing.T) {
	members := []int{0, 1, 2, 4}
	rest := []float32{0, 0, 0, 1, 0, 0, 0, 2, 0, 9, 9, 9, 0, 0, 3}
	spin, drift := [3]float64{0.5, -1, 2}, [3]float64{3, 4, -5}
	var position, velocity []float32
	for i := 0; i < len(rest); i += 3 {
		// A quarter turn about z, and a shift.
		x := [3]float64{1 - float64(rest[i+1]), 2 + float64(rest[i]), 3 + float64(rest[i+2])}
		v := vector.Plus(drift, 1, vector.Cross(spin, x))
		for k := range 3 {
			position, velocity = append(position, float32(x[k])), append(velocity, float32(v[k]))
		}
	}
	velocity[9] = 100 // of another body
	m, ok := motionOf(rest, position, velocity, members)
	require.True(t, ok)
	allclose.Within(t, spin[:], m.spin[:], 1e-5)
	allclose.Within(t, drift[:], m.velocity[:], 1e-5)
	for _, i := range members {
		at, v := m.pose.At(vector.At(rest, i)), m.at(vector.At(position, i))
		x, want := vector.At(position, i), vector.At(velocity, i)
		allclose.Within(t, x[:], at[:], 1e-5)
		allclose.Within(t, want[:], v[:], 1e-5)
	}
	inward := m.inward([3]float64{0, 1, 7})
	allclose.Within(t, []float64{1, 0, 7}, inward[:], 1e-5, "the x axis of the body points along y")

	_, ok = motionOf(rest, position, velocity, members[:2])
	require.False(t, ok, "two particles are on a line")
	_, ok = motionOf(rest, make([]float32, len(rest)), velocity, members)
	require.False(t, ok, "all particles are at one point")
}

// TestTurnsBetweenBodies: the rotation of a body relative to another is in the axes of that one, and its quaternion has no negative scalar.
func TestTurnsBetweenBodies(t *testing.T) {
	ground := bodyMotion{pose: rotation.Ground}
	one := relative(ground, ground)
	require.Equal(t, [4]float64{1, 0, 0, 0}, quaternionOf(one))
	for degrees, want := range map[float64]float64{30: 30, 190: -170, 270: -90, 350: -10} {
		sine, cosine := math.Sincos(degrees * math.Pi / 180)
		q := quaternionOf(rotation.Matrix{{cosine, -sine, 0}, {sine, cosine, 0}, {0, 0, 1}})
		require.GreaterOrEqual(t, q[0], 0.)
		require.InDelta(t, want, 360/math.Pi*math.Atan2(q[3], q[0]), 1e-9, "%g degrees", degrees)
	}
}
