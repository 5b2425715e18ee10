package reproduce

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"
)

// TestLimitedArm: the places of an arm give its angles back, and their differences of two
// frames its rates, also where it runs into a limit.
func TestLimitedArm(t *testing.T) {
	arm, err := newLimitedArm()
	require.NoError(t, err)
	torque := []float64{1, -3, 2, 1, 0, 0.5, 0}
	for _, bend := range []float64{0.9, 1.99} {
		angles := []float64{0.3, -0.8, 0.5, bend, -0.4, 0.7, 0}
		s := arm.at(angles)
		s.Rates = []float64{0.5, -0.7, 0.2, 1, -0.3, 0.6, 0}
		velocity := arm.later(s, armFrame, torque)
		for i, x := range arm.later(s, -armFrame, torque) {
			velocity[i] = r3.Scale(1/(2*armFrame), r3.Sub(velocity[i], x))
		}
		x, _ := arm.particles(s)
		found := arm.angles(arm.placed(x), make([]float64, len(angles)))
		require.InDeltaSlice(t, angles, found, 1e-9)
		require.InDeltaSlice(t, s.Rates, arm.moving(found, velocity, torque).Rates, 0.05)
	}
}
