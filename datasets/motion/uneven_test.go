package motion

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestSkipsBack: a step a little back goes 0 times as far as those around it.
func TestSkipsBack(t *testing.T) {
	line := system.Trajectory{Particles: 1}
	x := 0.0
	for frame := range 12 {
		line.Positions = append(line.Positions, x, 0, 0)
		if x++; frame == 5 {
			x -= 1.2
		}
	}
	require.Equal(t, []Skip{{Frame: 5, Times: 0}}, Skips(line))
}

// TestRestHasNoSkips: what is left of a motion that has come to rest is rounding.
func TestRestHasNoSkips(t *testing.T) {
	slow := system.Trajectory{Particles: 1}
	for frame := range 12 {
		slow.Positions = append(slow.Positions, 1, 1e-13*float64(frame+frame/6), 0)
	}
	require.Empty(t, Skips(slow))
	for i := range slow.Positions {
		slow.Positions[i] *= 1e12 * float64(i%3)
	}
	require.Len(t, Skips(slow), 1)
}
