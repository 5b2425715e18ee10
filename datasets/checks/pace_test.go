package checks

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestPaces: frames that are written at another interval from one on are reported, in noise, too;
// neither a motion from rest, nor a frame that is missing, nor noise is another pace.
func TestPaces(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	swing := func(frames int, noise float64, time func(frame int) float64) (two system.Trajectory) {
		two.Particles = 2
		for frame := range frames {
			for k := range 6 {
				two.Positions = append(two.Positions, math.Sin(time(frame)+float64(k))+noise*random.NormFloat64())
			}
		}
		return two
	}
	for _, times := range []float64{2, 0.5} {
		paces := Paces(swing(200, 1e-4, func(frame int) float64 { return 0.05 * (float64(min(frame, 90)) + times*float64(max(frame-90, 0))) }))
		require.Len(t, paces, 1)
		require.Equal(t, 90, paces[0].Frame)
		require.InDelta(t, times, paces[0].Times, 0.1)
	}
	for name, trajectory := range map[string]system.Trajectory{
		"even":    swing(2000, 0, func(frame int) float64 { return 0.05 * float64(frame) }),
		"noise":   swing(2000, 1, func(int) float64 { return 0 }),
		"noisy":   swing(2000, 0.01, func(frame int) float64 { return 0.05 * float64(frame) }),
		"falling": swing(200, 0, func(frame int) float64 { return 1e-5 * float64(frame*frame) }),
		"missing": swing(200, 0, func(frame int) float64 { return 0.05 * float64(frame+frame/100) }),
		"rest":    swing(200, 0, func(frame int) float64 { return 1e-13 * float64(frame+frame/100*frame) }),
	} {
		require.Empty(t, Paces(trajectory), name)
	}
	line := system.Trajectory{Particles: 1}
	for range 100000 {
		line.Positions = append(line.Positions, random.NormFloat64(), 0, 0)
	}
	require.Empty(t, Paces(line))
}
