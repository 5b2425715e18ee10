package jointlog

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// swinging is a recording of one joint at stamps, with the rate and with a torque that is twice the
// angle.
func swinging(stamps []float64) *Recording {
	r := &Recording{Name: "log.csv", Time: stamps, Angle: make([][]float64, 1), Rate: make([][]float64, 1), Torque: make([][]float64, 1)}
	for _, now := range stamps {
		r.Angle[0] = append(r.Angle[0], math.Sin(3*now))
		r.Rate[0] = append(r.Rate[0], 3*math.Cos(3*now))
		r.Torque[0] = append(r.Torque[0], 2*math.Sin(3*now))
	}
	return r
}

// stamps are so many, 10 ms apart but for a jitter, with a pause [s] in the middle.
func stamps(count int, jitter, pause float64) (all []float64) {
	for i := range count {
		now := 0.01*float64(i) + jitter*math.Sin(float64(5*i))
		if i >= count/2 {
			now += pause
		}
		all = append(all, now)
	}
	return all
}

func TestIsEven(t *testing.T) {
	for _, c := range []struct {
		jitter, pause, step float64
		even                bool
	}{{0, 0, 0.01, true}, {0.0001, 0, 0.01, true}, {0.003, 0, 0.01, false}, {0, 0.02, 0.01, false}, {0, 0, 0.010009, true}, {0, 0, 0.010011, false}} {
		require.Equal(t, c.even, swinging(stamps(100, c.jitter, c.pause)).IsEven(c.step), c)
	}
}

func TestStep(t *testing.T) {
	r := swinging(stamps(100, 0, 0))
	for i := range r.Time {
		r.Time[i] *= 0.80049
	}
	require.InDelta(t, 0.008, Step([]Recording{*r}), 1e-15)
	r.Time = stamps(100, 0, 0)
	for i := range r.Time {
		r.Time[i] /= 3
	}
	require.InDelta(t, 0.00333, Step([]Recording{*r}), 1e-15)
}

// TestEven: rows of a smooth motion are where it was at even times, torques those of the middle of
// a row, and the motion is cut where rows are missing for longer than the filter's half-width.
func TestEven(t *testing.T) {
	for _, c := range []struct {
		pause float64
		parts int
	}{{0, 1}, {0.02, 1}, {0.2, 2}} {
		r := swinging(stamps(200, 0.003, c.pause))
		parts, note := r.Even(0.01)
		require.Len(t, parts, c.parts, c)
		require.Contains(t, note, "log.csv: rows are uneven, and are taken every 0.01 s from local cubics")
		require.Contains(t, note, "angles 0.0444, rates 0.0444, torques 0.0444")
		if c.parts > 1 {
			require.Contains(t, note, "cut into 2 recordings")
		}
		for _, part := range parts {
			for i, now := range part.Time[:len(part.Time)-1] {
				require.InDelta(t, part.Time[0]+0.01*float64(i), now, 1e-12)
				require.InDelta(t, math.Sin(3*now), part.Angle[0][i], 2e-4)
				require.InDelta(t, 3*math.Cos(3*now), part.Rate[0][i], 2e-3)
				require.InDelta(t, 2*math.Sin(3*(now+0.005)), part.Torque[0][i], 4e-4)
			}
		}
	}
	r := swinging(stamps(50, 0.003, 0))
	r.Rate, r.Torque = nil, nil
	parts, note := r.Even(0.02)
	require.Len(t, parts[0].Time, 25)
	require.Nil(t, parts[0].Rate)
	require.Nil(t, parts[0].Torque)
	require.Contains(t, note, "best: angles 0.0")
	require.NotContains(t, note, "rates")
}
