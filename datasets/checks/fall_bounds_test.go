package checks

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// falling is a particle whose kinetic energy changes by this ratio to the work of gravity, which is 1 along z.
func falling(ratio float64) system.Sample {
	s := system.Sample{Position: []float32{0, 0, 5}, Velocity: make([]float32, 3), TargetPosition: []float32{0, 0, 6}, TargetVelocity: []float32{0, 0, float32(math.Sqrt(2 * ratio))}}
	system.Gravity.Set(&s, []float32{0, 0, 1})
	return s
}

// TestFallsWithoutVelocities: without samples, or without the target velocity of any of them, nothing is known.
func TestFallsWithoutVelocities(t *testing.T) {
	known, none := falling(1), falling(1)
	none.TargetVelocity = nil
	for _, samples := range [][]system.Sample{nil, {none}, {none, known}, {known, none}} {
		f := FallOf(samples)
		require.True(t, math.IsNaN(f.Ratio), "%d samples", len(samples))
		require.Equal(t, 1., f.VectorResidual)
	}
	require.InDelta(t, 1, FallOf([]system.Sample{known}).Ratio, 1e-6)
}

// TestStepsThatAreMeasured: the first 10,000 steps are measured, of the first 20,000.
func TestStepsThatAreMeasured(t *testing.T) {
	onPlane := falling(4)
	system.Planes.Set(&onPlane, []float32{0, 0, 1, 5})
	require.Len(t, system.Planes.Of(&onPlane), system.PlaneColumns)
	repeated := func(s system.Sample, count int) (all []system.Sample) {
		for range count {
			all = append(all, s)
		}
		return all
	}
	for _, c := range []struct {
		name    string
		samples []system.Sample
		steps   int
		ratio   float64
	}{
		{"all", append(repeated(falling(1), 9999), falling(4)), 10000, 1.0003},
		{"enough", append(repeated(falling(1), 10000), falling(4)), 10000, 1},
		{"found in time", append(repeated(onPlane, 19999), falling(4)), 1, 4},
		{"too late", append(repeated(onPlane, 20000), falling(4)), 0, math.NaN()},
	} {
		f := FallOf(c.samples)
		require.Equal(t, c.steps, f.steps, c.name)
		if math.IsNaN(c.ratio) {
			require.True(t, math.IsNaN(f.Ratio), c.name)
		} else {
			require.InDelta(t, c.ratio, f.Ratio, 1e-5, c.name)
		}
	}
}
