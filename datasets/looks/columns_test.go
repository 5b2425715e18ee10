package looks

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// turning returns two joints that swing, with their rates as change leaves them.
func turning(change func(frame int, rates []float64)) *Recording {
	r := &Recording{Things: 2, Each: 1, Starts: []int{0, 200}, Time: 0.02}
	for frame := range 200 {
		now := 0.02 * float64(frame)
		r.Places = append(r.Places, math.Sin(2*now), math.Cos(3*now))
		rates := []float64{2 * math.Cos(2*now), -3 * math.Sin(3*now)}
		change(frame, rates)
		r.Rates = append(r.Rates, rates...)
	}
	return r
}

// TestScaleOfVibrations: rates of a vibration, of half a radian a frame, match its displacements.
func TestScaleOfVibrations(t *testing.T) {
	const frames = 200
	r := Recording{Things: 1, Each: 1, Starts: []int{0, frames}, Time: 1}
	for frame := range frames {
		at := 0.5 * float64(frame)
		r.Places, r.Rates = append(r.Places, math.Sin(at)), append(r.Rates, 0.5*math.Cos(at))
	}
	require.InDelta(t, 1, r.RateScale().Times(), 0.005)
}

// TestRateScale: rates in another unit or direction are told, of all joints or of one, from a tenth
// on; rates with noise that is as large are not.
func TestRateScale(t *testing.T) {
	thing := &Words{Places: "angles", Rates: "rates", Thing: words.Thing}
	found := func(r *Recording) string { return rowOf(OtherRates).find(&seen{recording: r, words: thing}) }
	times := func(factors ...float64) *Recording {
		return turning(func(_ int, rates []float64) {
			for i := range rates {
				rates[i] *= factors[i]
			}
		})
	}
	for want, r := range map[string]*Recording{
		"": times(1, 1), "|less": times(1.095, 1.095), "|back": times(1/1.095, 1/1.095),
		"the rates are 1.11 times the differences of angles over the time between frames, expected about 1":   times(1.11, 1.11),
		"the rates are 57.3 times the differences of angles over the time between frames, expected about 1":   times(57.3, 57.3),
		"the rates are -1 times the differences of angles over the time between frames, expected about 1":     times(-1, -1),
		"the rates of particle 1 are -1 times the differences of its angles over the time between frames, ex": times(1, -1),
		"the rates of particle 0 are 0 in all frames, though its angles change":                               times(0, 1),
		"|noise": turning(func(frame int, rates []float64) { rates[0] += 0.9 * math.Sin(float64(1000*frame*frame)) }),
	} {
		if want == "" || want[0] == '|' {
			require.Empty(t, found(r), want)
			continue
		}
		require.Contains(t, found(r), want)
	}
	still := times(1, 1)
	for i := 0; i < len(still.Places); i += 2 {
		still.Places[i] = 1
	}
	require.Equal(t, "the angles of particle 0 are the same in all frames, though its rates are not 0", found(still))
	require.False(t, times(2, 2).ratesFit())
	require.True(t, times(1, 1).ratesFit())
}

// TestClips: a column of loads is clipped that has its largest or least number for four frames in a
// row, twice or more often, and changes in nearly all others.
func TestClips(t *testing.T) {
	times := fewClips
	clipped := func(change func(loads []float64) []float64) []Clip {
		var loads []float64
		for frame := range 200 {
			loads = append(loads, math.Sin(0.2*float64(frame)))
		}
		loads = change(loads)
		return (&Recording{Things: 1, Each: 1, Starts: []int{0, len(loads)}, Places: loads, Loads: loads}).Clips(times)
	}
	cut := func(most float64) func([]float64) []float64 {
		return func(loads []float64) []float64 {
			for i, x := range loads {
				loads[i] = min(x, most)
			}
			return loads
		}
	}
	require.Empty(t, clipped(cut(1)))
	found := clipped(cut(0.8))
	require.Len(t, found, 1)
	require.Equal(t, 0.8, found[0].Load)
	require.Empty(t, clipped(func(loads []float64) []float64 { return cut(0.8)(loads)[:30] }), "once")
	require.Len(t, clipped(func(loads []float64) []float64 {
		for i := range loads {
			loads[i] *= -1
		}
		slices.Reverse(cut(0.8)(loads))
		return loads
	}), 1)
	require.Len(t, clipped(func(loads []float64) []float64 {
		for i, x := range cut(0.8)(loads) {
			loads[i] = max(x, -0.7)
		}
		return loads
	}), 2, "in both directions")
	require.Empty(t, clipped(func(loads []float64) []float64 {
		for i, x := range loads {
			loads[i] = math.Round(5*x) / 5 // by an encoder, or a converter
		}
		return loads
	}))
	require.Empty(t, clipped(func(loads []float64) []float64 {
		for i, x := range loads {
			loads[i] = math.Copysign(1, x) // from one limit to the other
		}
		return loads
	}))
	times = 1
	once := func(loads []float64) []float64 { return cut(0.8)(loads)[:30] }
	require.Len(t, clipped(once), 1)
	require.Empty(t, clipped(cut(1)))
}

// TestLimits: a joint is told from a twentieth of its range outside of it on.
func TestLimits(t *testing.T) {
	at := func(place float64, turns bool) string {
		r := &Recording{Things: 1, Each: 1, Starts: []int{0, 1}, Places: []float64{place}, Limits: [][2]float64{{-1, 1}}, Turns: []bool{turns}}
		return rowOf(BeyondLimits).find(&seen{recording: r, words: words})
	}
	require.Empty(t, at(1.09, true))
	require.Equal(t, "outside of the limits of the robot's file: particle 0 at 1.11 (-1 to 1)", at(1.11, true))
	require.NotEmpty(t, at(2*math.Pi, false))
	require.Empty(t, at(2*math.Pi, true), "a whole turn")
}

// TestBalance: loads in another unit, or with another sign, are told by the known energies and any
// friction.
func TestBalance(t *testing.T) {
	found := func(factor float64) string {
		r := driven(4, 120, 0, 0)
		for i := range r.Loads {
			r.Loads[i] *= factor
		}
		return rowOf(OtherLoads).find(&seen{recording: r, words: words})
	}
	for _, factor := range []float64{1, 4.9, 1 / 4.9} {
		require.Empty(t, found(factor), factor)
	}
	for factor, want := range map[float64]string{1000: "is 1e+03 times", 5.2: "is 5.2 times", 1 / 5.2: "is 0.19 times"} {
		require.Contains(t, found(factor), want)
	}
	require.NotEmpty(t, found(-1))
	require.Equal(t, -1, driven(1, 8, 0, 0).Balance().Joint, "of too few frames")
}

// TestNoLagBesideOtherFaults: loads that are clipped or have the other sign are told as such, and
// not as late; neither are those beside rates in another unit.
func TestNoLagBesideOtherFaults(t *testing.T) {
	for want, change := range map[string]func(r *Recording){
		OtherLoads: func(r *Recording) {
			for i := range r.Loads {
				r.Loads[i] *= -1
			}
		},
		ClippedLoads: func(r *Recording) {
			for i, x := range r.Loads {
				r.Loads[i] = max(-1, min(x, 1))
			}
		},
		OtherRates: func(r *Recording) {
			for i := range r.Rates {
				r.Rates[i] *= 50
			}
		},
	} {
		r := driven(4, 120, 0, 0)
		change(r)
		require.Equal(t, []string{want}, told(r))
	}
}

// TestRatesThatFit: rates may be late that explain half of the squares of the ways or more, in their direction.
func TestRatesThatFit(t *testing.T) {
	for along, fits := range map[float64]bool{0.70: false, 0.72: true, 1: true, -1: false} {
		require.Equal(t, fits, Scale{along: along, rates: 1, ways: 1}.fits(), along)
	}
}
