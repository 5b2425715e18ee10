package arrays

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
)

// TestOtherGravity: gravity in another unit than throws are in is refused unless it is
// allowed.
func TestOtherGravity(t *testing.T) {
	shape := []int{3, 16, 2, 3}
	x, v := npz.Array{Key: "positions", Shape: shape}, npz.Array{Key: "velocities", Shape: shape}
	for recording := range 3 {
		for frame := range 16 {
			time := 0.1 * float64(frame)
			for i := range 2 {
				speed := float64(recording + 2*i)
				x.Floats = append(x.Floats, float32(speed*time), float32(i), float32(9*time-9.81*time*time/2))
				v.Floats = append(v.Floats, float32(speed), 0, float32(9-9.81*time))
			}
		}
	}
	throws := func(gravity float32, o Options) error {
		_, _, err := prepared(t, o, x, v, number("dt", 0.1), list("gravity", 0, 0, gravity))
		return err
	}
	require.NoError(t, throws(-9.81, usual))
	require.ErrorContains(t, throws(-981, usual), "in.npz: train samples: sample 0 has the gravity [0 0 -981], and its particle 0 moves as by [0 0 -9.81]: kinetic energies change by 0.01 times its work; give it in lengths by squared times of the velocities, or say other_gravity allow")
	require.ErrorContains(t, throws(-0.00981, usual), "1000 times")
	require.NoError(t, throws(-3, usual)) // which may be a moon's, by mistake
	allowed := usual
	allowed.OtherGravity = true
	require.NoError(t, throws(-9810, allowed))
}
