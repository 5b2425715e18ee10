package checks

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestFallsOntoAPlane: gravity in another unit is found from the flight before a bounce.
func TestFallsOntoAPlane(t *testing.T) {
	fall := func(steps int, floor float32) (samples []system.Sample) {
		z, v := float32(1000), float32(0)
		for range steps {
			const g = 10
			s := system.Sample{
				Position: []float32{0, 0, z}, Velocity: []float32{0, 0, v},
				TargetPosition: []float32{0, 0, z + v - g/2}, TargetVelocity: []float32{0, 0, v - g},
			}
			if s.TargetPosition[2] < floor {
				s.TargetVelocity[2] *= -0.3
			}
			z, v = s.TargetPosition[2], s.TargetVelocity[2]
			system.Gravity.Set(&s, []float32{0, 0, -0.01})
			system.Planes.Set(&s, []float32{0, 0, 1, floor})
			samples = append(samples, s)
		}
		return samples
	}
	require.ErrorContains(t, CheckGravity(fall(20, 0)), "kinetic energies change by 1000 times its work", "which bounces in the fifteenth step")
	require.NoError(t, CheckGravity(fall(20, 800)), "of too short a flight")
	samples := fall(20, 0)
	back := samples[0]
	back.Position, back.TargetPosition = []float32{0, 0, 50}, []float32{0, 0, 50}
	back.Velocity, back.TargetVelocity = []float32{0, 0, -120}, []float32{0, 0, 60}
	require.ErrorContains(t, CheckGravity(append(samples, back)), "kinetic energies change by 1000 times its work", "which a bounce has back where it was")
	rests := samples[0]
	rests.Position, rests.TargetPosition, rests.TargetVelocity = make([]float32, 3), make([]float32, 3), make([]float32, 3)
	require.NoError(t, CheckGravity(append(slices.Repeat([]system.Sample{rests}, mostLooked), samples...)), "which is looked for in the first steps")
}

// TestRotorsTakeWork: kinetic energies that change by a tenth of the work of gravity are of
// gravity in another unit, unless rotors or springs take up the rest.
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
	require.ErrorContains(t, CheckGravity(samples), "has the gravity [10 0 0], and its particle 0 moves as by [1 0 0]: kinetic energies change by 0.1 times its work")
	system.TurnLimits.Set(&samples[0], []float32{-1, 1})
	require.ErrorContains(t, CheckGravity(samples), "kinetic energies change by 0.1 times its work", "within limits")
	stopped := slices.Clone(samples)
	stopped[3].TargetVelocity = []float32{0, 0, 0}
	require.NoError(t, CheckGravity(stopped), "at a stop")
	hung := slices.Clone(samples)
	hung[0].Neighbors = []int64{-1}
	require.NoError(t, CheckGravity(hung), "on a spring")
	for i := range samples {
		system.RotorInertia.Set(&samples[i], []float32{9})
	}
	require.NoError(t, CheckGravity(samples))
}

// TestPulledElsewhere: another gravity must explain the changes, the given one must miss half of
// them, and no stop may act. Its components below a thousandth are rounding, and its size is about
// that of the given one.
func TestPulledElsewhere(t *testing.T) {
	turned := Fall{Residual: 0.51, VectorResidual: 0.9e-3, Vector: [3]float64{10, 0.0099, 0.0101}}
	for _, c := range []struct {
		change    func(f *Fall)
		elsewhere bool
	}{
		{func(*Fall) {}, true},
		{func(f *Fall) { f.Stops = true }, false},
		{func(f *Fall) { f.VectorResidual = 1.1e-3 }, false},
		{func(f *Fall) { f.Residual = 0.49 }, false},
		{func(f *Fall) { f.Vector[0] = 10 * (1 + 0.99*otherGravity) }, true},
		{func(f *Fall) { f.Vector[0] = 10 * (1 + 1.01*otherGravity) }, false},
		{func(f *Fall) { f.Vector[0] = 10 * (1 - 1.01*otherGravity) }, false},
	} {
		s := at(line1([3]float32{}))
		system.Gravity.Set(&s.train[0], []float32{0, 0, -10})
		s.fall = turned
		c.change(&s.fall)
		told, found, elsewhere := pulledElsewhere(s)
		require.Equal(t, c.elsewhere, elsewhere, "%+v", s.fall)
		if elsewhere {
			require.Equal(t, [3]float64{0, 0, -10}, told)
			require.Equal(t, s.fall.Vector[0], found[0])
			require.Zero(t, found[1])
			require.Equal(t, s.fall.Vector == turned.Vector, found[2] != 0)
		}
	}
}

// TestGravityWithoutWork: gravity across the plane of a motion does no work, and is found in
// another direction by the motion.
func TestGravityWithoutWork(t *testing.T) {
	fall := func(gravity ...float32) *subject {
		var samples []system.Sample
		for step := range fewest {
			v := float32(step)
			s := system.Sample{
				Position: []float32{0, 0, 0}, Velocity: []float32{v, 0, 0},
				TargetPosition: []float32{v + 0.5, 0, 0}, TargetVelocity: []float32{v + 1, 0, 0},
			}
			system.Gravity.Set(&s, gravity)
			samples = append(samples, s)
		}
		s := at(samples)
		s.fall = FallOf(samples)
		return s
	}
	require.Contains(t, rowOf("gravity's direction").find(fall(0, 0, -1)), "training samples have the gravity [0 0 -1], and their kinetic energies change as by [1 0 0]")
	require.Empty(t, rowOf("gravity's direction").find(fall(1, 0, 0)))
}
