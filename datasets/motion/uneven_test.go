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
