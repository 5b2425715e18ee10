package motion

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestRotorsTakeWork: kinetic energies that change by a tenth of the work of gravity are of
// gravity in another unit, unless rotors take up the rest.
func TestRotorsTakeWork(t *testing.T) {
	var samples []system.Sample
	for step := range fewest {
		v := float32(step)
		s := system.Sample{
			Position: []float32{0, 0, 0}, Velocity: []float32{v, 0, 0},
			TargetPosition: []float32{v + 0.5, 0, 0}, TargetVelocity: []float32{v + 1, 0, 0},
		}
		system.Gravity.Set(&s, []float32{10, 0, 0})
		samples = append(samples, s)
	}
	require.ErrorContains(t, CheckGravity(samples), "kinetic energies change by 0.1 times its work")
	system.TurnLimits.Set(&samples[0], []float32{-1, 1})
	require.ErrorContains(t, CheckGravity(samples), "kinetic energies change by 0.1 times its work", "within limits")
	stopped := slices.Clone(samples)
	stopped[3].TargetVelocity = []float32{0, 0, 0}
	require.NoError(t, CheckGravity(stopped), "at a stop")
	for i := range samples {
		system.RotorInertia.Set(&samples[i], []float32{9})
	}
	require.NoError(t, CheckGravity(samples))
}
