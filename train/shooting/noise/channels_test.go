package noise

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
	"gmnc/train/shooting/states"
	"gmnc/train/shooting/stretches"
)

// turning are states of an angle and a displacement, which are the first two coordinates of a particle.
type turning struct{ states.States }

func (turning) CoordinateCount() int { return 2 }

func (turning) Observe(position, velocity []float64) []float64 {
	return []float64{position[0], position[1], velocity[0], velocity[1]}
}

func (turning) Channel(k int) (number int, turns bool) { return k, k == 0 }

// displaced is a stretch whose displacement has these values; its angle is 0.25 and its rates are 0.5 and -8.
func displaced(derived bool, values ...float64) []stretches.Stretch {
	s := stretches.Stretch{Start: system.Sample{Position: make([]float32, 3)}, States: turning{}, Derived: derived}
	for _, x := range values {
		s.Records[0], s.Records[1] = append(s.Records[0], 0.25, x, 0), append(s.Records[1], 0.5, -8, 0)
	}
	s.Recorded = s.Measured()
	return []stretches.Stretch{s}
}

// TestChannels: rates belong to the channels after those of coordinates, and turn if their coordinate does.
func TestChannels(t *testing.T) {
	all := []Channel{{0, true, false}, {1, false, false}, {2, true, true}, {3, false, true}}
	require.Equal(t, all, Channels(displaced(false, 1, 2)))
	require.Equal(t, all[:2], Channels(displaced(true, 1, 2)))
	require.Equal(t, all, Channels(append(displaced(false, 1), displaced(false, 2)...)))
	require.Nil(t, Channels(nil))
}

// TestMostOfDifferences: the noise of a coordinate is at most the least of its differences over the root of their binomials, or
// what float32 rounds.
func TestMostOfDifferences(t *testing.T) {
	noise, most := Recorded(displaced(true, 0, 1, 0), 1)
	require.Equal(t, []float64{0, 0}, noise)
	require.InDelta(t, math.Sqrt(1./2), most[1], 1e-12, "of the first differences, as the second have the root of 4 / 6")
	_, most = Recorded(displaced(true, 0, 1, 2), 1)
	require.InDelta(t, 6e-8, most[1], 1e-12)
	_, most = Recorded(displaced(true, 7, 7, 7), 1)
	require.InDelta(t, 3e-8*7, most[1], 1e-12)
	_, most = Recorded(displaced(false, 0, 1, 0), 1)
	require.Greater(t, most[3], 0.1, "differences of rates alone, which are 0, say nothing")
}

// TestLeast: the rounding of the largest value of a channel, in either direction.
func TestLeast(t *testing.T) {
	of := append(displaced(false, 0.5, -0.75), displaced(false, 0.6)...)
	require.InDelta(t, 3e-8*0.25, Least(of, 0), 1e-16)
	require.InDelta(t, 3e-8*0.75, Least(of, 1), 1e-16)
	require.InDelta(t, 3e-8*8, Least(of, 3), 1e-15)
	require.Equal(t, math.SmallestNonzeroFloat32, Least(of, 4))
}
