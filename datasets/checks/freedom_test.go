package checks

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/system"
)

// pendulum is a plane one of length 1 at an angle, turned round its upright, with the velocities of
// its particles along the arc and off the plane.
func pendulum(angle, turned, off float64) (s system.Sample) {
	sin, cos := math.Sincos(angle)
	out, aside := math.Cos(turned), math.Sin(turned)
	s.Position = []float32{0, 0, 0, float32(sin * out), float32(sin * aside), float32(-cos)}
	s.Velocity = []float32{0, 0, 0, float32(cos*out - off*aside), float32(cos*aside + off*out), float32(sin)}
	s.Objects = system.Objects{{Kind: system.Stick, Members: []int{0, 1}}}
	return s
}

// TestHasOneFreedom: a pendulum in whatever plane has one degree of freedom. One that leaves it, one
// that is not held, one without a bar and two pendulums have more.
func TestHasOneFreedom(t *testing.T) {
	for name, c := range map[string]struct {
		turned, off float64
		change      func(*system.Sample)
		alone       bool
	}{
		"in a plane":       {alone: true},
		"in another":       {turned: 0.7, alone: true},
		"hardly out of it": {off: 1e-3, alone: true},
		"out of it":        {off: 2e-3},
		"not held":         {change: func(s *system.Sample) { s.Velocity[0] = 1 }},
		"without a bar":    {change: func(s *system.Sample) { s.Objects = nil }},
		"of three particles": {change: func(s *system.Sample) {
			s.Position, s.Velocity = append(s.Position, 1, 0, 1), append(s.Velocity, 1, 0, 0)
		}},
		"with a ring": {change: func(s *system.Sample) {
			s.Position, s.Velocity = append(s.Position, 1, 0, 1), append(s.Velocity, 0, 0, 0)
			s.Objects = system.Objects{{Kind: system.Body, Members: []int{0, 1, 2}}}
		}},
		"with redundant bars": {change: func(s *system.Sample) {
			s.Position, s.Velocity = append(s.Position, 1, 0, 1), append(s.Velocity, 1, 0, 0)
			s.Objects = system.Objects{{Kind: system.Body, Members: []int{0, 1, 2}}}
		}},
	} {
		var samples []system.Sample
		for k := range 20 {
			samples = append(samples, pendulum(float64(k)/10, c.turned, c.off*float64(k%2)))
			if c.change != nil {
				c.change(&samples[k])
			}
		}
		require.Equal(t, c.alone, hasOneFreedom(samples), name)
	}
	mixed := []system.Sample{pendulum(0.1, 0, 0), {Position: make([]float32, 3), Velocity: make([]float32, 3)}}
	require.False(t, hasOneFreedom(mixed))
}

// TestOverlapOfPendulums: of a system with one degree of freedom starts on paths say nothing, and the
// frames of recordings still do.
func TestOverlapOfPendulums(t *testing.T) {
	const span = 0.1
	at := func(time float64) system.Sample {
		s, next := pendulum(time, 0, 0), pendulum(time+span, 0, 0)
		s.TargetPosition, s.TargetVelocity = next.Position, next.Velocity
		return s
	}
	var data datasets.Data
	for k := range 10 {
		data.Train, data.Test = append(data.Train, at(span*float64(k))), append(data.Test, at(span*(float64(k)+0.5)))
	}
	require.Empty(t, overlaps(&data, span))
	for _, samples := range [][]system.Sample{data.Train, data.Test} {
		for k := range samples {
			samples[k].Objects = nil
		}
	}
	require.Len(t, overlaps(&data, span), 1, "on a circle without a bar")
}
