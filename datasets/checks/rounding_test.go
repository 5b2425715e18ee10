package checks

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestRounding: the share is by how much ways in float32 are wrong.
func TestRounding(t *testing.T) {
	const particles, displacement, least, most = 1000, 0.1, 1 << 16, 1.1 * (1 << 16)
	random := rand.New(rand.NewPCG(1, 2))
	var s system.Sample
	var wrong float64
	for range 3 * particles {
		from := least + (most-least)*random.Float64()
		to := from + displacement
		s.Position, s.TargetPosition = append(s.Position, float32(from)), append(s.TargetPosition, float32(to))
		off := float64(float32(to)) - float64(float32(from)) - displacement
		wrong += off * off
	}
	s.Velocity = slices.Repeat([]float32{1}, 3*particles)
	fraction := math.Sqrt(wrong/(3*particles)) / displacement
	require.InEpsilon(t, fraction, Rounding([]system.Sample{s}), 0.15)

	for k := range s.TargetPosition {
		s.TargetPosition[k] = s.Position[k]
	}
	s.TargetPosition[0] = math.Nextafter32(s.Position[0], math.MaxFloat32)
	require.InDelta(t, 1, Rounding([]system.Sample{s}), 0, "one way of the last bit")
}

// TestRoundingWithoutDisplacements: systems that seem at rest are looked at one by one.
func TestRoundingWithoutDisplacements(t *testing.T) {
	at := func(x, v float32) system.Sample {
		positions := []float32{x, 0, 0, x + 1, 0, 0}
		return system.Sample{Position: positions, TargetPosition: positions, Velocity: []float32{v, 0, 0, 0, 0, 0}}
	}
	still, near, far := at(1e6, 0), at(1, 1), at(1e6, 1)
	require.Zero(t, Rounding([]system.Sample{still, near}))
	require.InDelta(t, 1, Rounding([]system.Sample{still, near, far}), 0)
	require.ErrorContains(t, CheckRounding([]system.Sample{near, far}), "sample 1 has particle 1 at 1e+06 from the origin")
	require.NoError(t, CheckRounding([]system.Sample{still, near}))
}
