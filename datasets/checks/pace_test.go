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

// TestRatiosOfPaces: the step after a frame is a multiple of the one before it if both sides are smooth, and go in one direction.
func TestRatiosOfPaces(t *testing.T) {
	of := func(origin float64, steps ...float64) (times, difference float64) {
		t := system.Trajectory{Particles: 1, Positions: []float64{origin, 0, origin}}
		for k, step := range steps {
			t.Positions = append(t.Positions, t.Positions[3*k]+step, 0, t.Positions[3*k+2]-2*step)
		}
		return paceAt(t, 2)
	}
	root := math.Sqrt(5)
	for _, c := range []struct {
		origin            float64
		steps             []float64
		times, difference float64
	}{
		{0, []float64{1, 1, 3, 3}, 3, 2 * root},
		{0, []float64{4, 4, 1, 1}, 0.25, 3 * root},
		{0, []float64{1, 1.28, 3, 3}, 3 / 1.28, 1.72 * root},
		{0, []float64{1, 1 / 0.71, 3, 3}, 3 * 0.71, (3 - 1/0.71) * root},
		{0, []float64{1, 1 / 0.69, 3, 3}, 1, (3 - 1/0.69) * root},
		{0, []float64{1, 1, 3, 3 * 1.29}, 3, 2 * root},
		{0, []float64{1, 1, 3, 3 * 1.31}, 1, 2 * root},
		{0, []float64{1, 1.5, 3, 3}, 1, 1.5 * root},
		{0, []float64{1, 1, 3, 3.8}, 3, 2 * root},
		{0, []float64{1, 1, 3, 4}, 1, 2 * root},
		{0, []float64{1, 1, -2, -2}, 1, 3 * root},
		{1e9, []float64{1, 1, 3, 3}, 1, 2 * root},
	} {
		times, difference := of(c.origin, c.steps...)
		require.InDelta(t, c.times, times, 1e-9, "%+v", c)
		require.InDelta(t, c.difference, difference, 1e-9, "%+v", c)
	}
}

// TestDirectionsOfPaces: steps after a frame have the direction of those before it, up to a sine of 0.3.
func TestDirectionsOfPaces(t *testing.T) {
	for sine, turned := range map[float64]bool{0.29: false, 0.31: true} {
		x, y := 2*math.Sqrt(1-sine*sine), 2*sine
		times, _ := paceAt(system.Trajectory{Particles: 1, Positions: []float64{0, 0, 0, 1, 0, 0, 2, 0, 0, 2 + x, y, 0, 2 + 2*x, 2 * y, 0}}, 2)
		require.Equal(t, turned, times == 1, sine)
	}
}
