package system_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

func TestExtremes(t *testing.T) {
	given := func() system.Sample {
		return system.Sample{
			Position: []float32{0, 0, 0, 0, 2, 0, 5, 0, 0}, Velocity: []float32{1, 0, 0, 0, 1, 0, 0, 0, 1}, Charge: []float32{1, -1, 1},
			Objects: system.Objects{system.Stick.Of(0, 1)},
		}
	}
	of := map[string]system.Sample{}
	sample := given()
	for _, extreme := range system.Extremes() {
		of[extreme.Name] = extreme.Apply(sample)
	}
	require.Equal(t, given(), sample, "it stays as it is")
	require.InDelta(t, 0.02, system.Distance(of["bars of a hundredth"].Position, 0, 1), 1e-6)
	require.InDelta(t, 5, system.Distance(of["bars of a hundredth"].Position, 0, 2), 1e-6)
	require.Equal(t, []float32{10, -10, 10}, of["speeds and charges tenfold"].Charge)
	require.Equal(t, float32(10), of["all of these"].Velocity[0])
	require.InDelta(t, 0.02, system.Distance(of["all of these"].Position, 0, 1), 1e-6)
	require.Zero(t, system.Distance(of["two particles in one place"].Position, 0, 2))
	require.Zero(t, system.Extent(of["all particles in one place"].Position))
	require.InDelta(t, 5.385, system.Extent(sample.Position), 1e-3)
}

// TestShortBars: the second end of a bar moves, wherever the bar is among the particles.
func TestShortBars(t *testing.T) {
	s := system.Sample{Position: []float32{9, 0, 0, 1, 0, 0, 1, 4, 0}, Objects: system.Objects{system.Stick.Of(1, 2)}}
	short := system.Extremes()[0].Apply(s)
	require.Equal(t, []float32{9, 0, 0, 1, 0, 0, 1, 0.04, 0}, short.Position)
}
