package stretches

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// sliding is a recording of a body that slides along x with these displacements and rates, and has
// limits at -1 and 1.
func sliding(t *testing.T, axis [3]float64, at, rates []float64) system.Sample {
	rest := []float32{0, 0, 0, 0, 1, 0, 0, 0, 1}
	s := system.Sample{Position: rest, Velocity: make([]float32, 9)}
	require.NoError(t, s.Join(rest, []system.Joint{{Parent: -1, Members: []int{0, 1, 2}, Slides: true, Axis: axis}}))
	system.SlideLimits.Set(&s, []float32{-1, 1, -1, 1, -1, 1})
	var positions, velocities []float64
	for frame, x := range at {
		for i := range 3 {
			positions = append(positions, float64(rest[3*i])+x, float64(rest[3*i+1]), float64(rest[3*i+2]))
			velocities = append(velocities, rates[frame], 0, 0)
		}
	}
	return s.Along(&system.Trajectory{Particles: 3, Positions: positions, Velocities: velocities})
}

// TestWithoutStops: a step is left out if one of its frames is beyond a limit, or if a joint would pass
// a limit at its rate; parts of three frames or more remain.
func TestWithoutStops(t *testing.T) {
	x := [3]float64{1, 0, 0}
	firsts := func(samples ...system.Sample) (all []float32, share float64) {
		parts, share := WithoutStops(samples, 0.1)
		for _, part := range parts {
			all = append(all, part.Position[0], float32(part.Trajectory.Frames()))
		}
		return all, share
	}
	still := make([]float64, 7)
	all, share := firsts(sliding(t, x, []float64{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6}, still))
	require.Equal(t, []float32{0, 7}, all)
	require.InDelta(t, 1, share, 1e-12)
	all, share = firsts(sliding(t, x, []float64{0, 0.5, 0.9, 1.01, 0.9, 0.5, 0.25}, still))
	require.Equal(t, []float32{0, 3, 0.9, 3}, all)
	require.InDelta(t, 4./6, share, 1e-12)
	all, _ = firsts(sliding(t, x, []float64{0, 0.5, 0.9, -1.01, 0.9, 0.5}, still))
	require.Equal(t, []float32{0, 3}, all, "two frames are too few")

	near := []float64{0, 0.5, 0.9, 0.9, 0.5, 0}
	passes := func(rates ...float64) []float32 {
		all, _ := firsts(sliding(t, x, near, rates))
		return all
	}
	require.Equal(t, []float32{0, 6}, passes(0, 0, 0.9, -0.9, 0, 0))
	require.Equal(t, []float32{0, 3, 0.9, 3}, passes(0, 0, 1.1, 0, 0, 0), "it goes beyond after the third frame")
	require.Equal(t, []float32{0, 3, 0.9, 3}, passes(0, 0, 0, -1.1, 0, 0), "it comes back before the fourth")

	free := sliding(t, x, near, make([]float64, 6))
	system.SlideLimits.Set(&free, make([]float32, 6))
	all, _ = firsts(free)
	require.Equal(t, []float32{0, 6}, all, "no limits")
	ball := sliding(t, x, near, make([]float64, 6))
	system.JointType.Set(&ball, make([]float32, 3))
	parts, _ := WithoutStops([]system.Sample{ball}, 0.1)
	require.Nil(t, parts)
}

// TestPairsWithoutStops: a sample with an input and a target alone is one step.
func TestPairsWithoutStops(t *testing.T) {
	s := sliding(t, [3]float64{1, 0, 0}, []float64{0, 0.5}, []float64{0, 0})
	s.Trajectory = nil
	parts, share := WithoutStops([]system.Sample{s}, 0.1)
	require.Len(t, parts, 1)
	require.InDelta(t, 1, share, 1e-12)
	s.TargetPosition[0], s.TargetPosition[3], s.TargetPosition[6] = 1.1, 1.1, 1.1
	parts, share = WithoutStops([]system.Sample{s}, 0.1)
	require.Empty(t, parts)
	require.InDelta(t, 0, share, 1e-12)
}

// TestTurnsWithoutStops: an angle counts as within limits by the whole turns that bring it there.
func TestTurnsWithoutStops(t *testing.T) {
	turned := func(angle float64) int {
		s := sliding(t, [3]float64{1, 0, 0}, []float64{0, 0}, []float64{0, 0})
		rest := s.Position
		require.NoError(t, s.Join(rest, []system.Joint{{Parent: -1, Members: []int{0, 1, 2}, Axis: [3]float64{0, 0, 1}}}))
		system.TurnLimits.Set(&s, []float32{3, 3.5, 3, 3.5, 3, 3.5})
		sin, cos := math.Sincos(angle)
		for i := range 3 {
			x, y := float64(rest[3*i]), float64(rest[3*i+1])
			at := []float64{x*cos - y*sin, x*sin + y*cos, float64(rest[3*i+2])}
			copy(s.Trajectory.Positions[3*i:], at)
			copy(s.Trajectory.Positions[9+3*i:], at)
		}
		parts, _ := WithoutStops([]system.Sample{s}, 0.1)
		return len(parts)
	}
	for angle, want := range map[float64]int{2.99: 0, 3.01: 1, 3.2: 1, 3.49: 1, 3.51: 0, 0: 0} {
		require.Equal(t, want, turned(angle), "%g", angle)
	}
}
