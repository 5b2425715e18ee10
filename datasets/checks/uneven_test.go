package checks

import (
	"math"
	"math/rand/v2"
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

// TestSkippedToRest: a step of exactly 0 is reported as a frame that is there again, and none that is nearly 0.
func TestSkippedToRest(t *testing.T) {
	for rest, count := range map[float64]int{0: 0, 1e-6: 1} {
		_, _, skips := Breaks(line(1, 1, 1, 1, rest, 1, 1, 1, 1), 100)
		require.Len(t, skips, count, "a step of %g", rest)
	}
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

// TestNoiseIsNoSkip: near its turning points a spring hardly moves, and noise may take a step for
// two; in the middle of its way a frame that is missing is one in noise, too.
func TestNoiseIsNoSkip(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	swing := func(missing int) (spring system.Trajectory) {
		spring.Particles = 1
		for frame := range 2000 {
			if frame == missing {
				continue
			}
			x := math.Sin(2*math.Pi*float64(frame)/50) + 0.01*random.NormFloat64()
			spring.Positions = append(spring.Positions, x, 0, 0)
		}
		return spring
	}
	require.Empty(t, Skips(swing(-1)))
	skips := Skips(swing(1000))
	require.Len(t, skips, 1)
	require.Equal(t, 999, skips[0].Frame)
}
