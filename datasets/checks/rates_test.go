package checks

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestScaleOfVibrations: rates of a vibration, of half a radian a frame, match its displacements.
func TestScaleOfVibrations(t *testing.T) {
	const frames = 200
	r := Recording{Elements: 1, Each: 1, Starts: []int{0, frames}, Time: 1}
	for frame := range frames {
		at := 0.5 * float64(frame)
		r.Positions, r.Rates = append(r.Positions, math.Sin(at)), append(r.Rates, 0.5*math.Cos(at))
	}
	require.InDelta(t, 1, r.RateScale().Times(), 0.005)
}

// TestRateScale: rates in another unit or direction are reported, of all joints or of one, from a tenth
// on; rates with noise that is as large are not.
func TestRateScale(t *testing.T) {
	element := &Words{Positions: "angles", Rates: "rates", Name: words.Name}
	found := func(r *Recording) string { return rowOf(OtherRates).find(&subject{recording: r, words: element}) }
	times := func(factors ...float64) *Recording {
		return turning(func(_ int, rates []float64) {
			for i := range rates {
				rates[i] *= factors[i]
			}
		})
	}
	for _, r := range []*Recording{times(1, 1), times(1.095, 1.095), times(1/1.095, 1/1.095), turning(func(frame int, rates []float64) { rates[0] += 0.9 * math.Sin(float64(1000*frame*frame)) })} {
		require.Empty(t, found(r))
	}
	for want, r := range map[string]*Recording{
		"the rates are 1.11 times the differences of angles over the time between frames, expected about 1":   times(1.11, 1.11),
		"the rates are 57.3 times the differences of angles over the time between frames, expected about 1":   times(57.3, 57.3),
		"the rates are -1 times the differences of angles over the time between frames, expected about 1":     times(-1, -1),
		"the rates of particle 1 are -1 times the differences of its angles over the time between frames, ex": times(1, -1),
		"the rates of particle 0 are 0 in all frames, though its angles change":                               times(0, 1),
	} {
		require.Contains(t, found(r), want)
	}
	still := times(1, 1)
	for i := 0; i < len(still.Positions); i += 2 {
		still.Positions[i] = 1
	}
	require.Equal(t, "the angles of particle 0 are the same in all frames, though its rates are not 0", found(still))
	require.False(t, times(2, 2).ratesFit())
	require.True(t, times(1, 1).ratesFit())
}

// TestRatesThatFit: rates may be late that explain half of the squares of the ways or more, in their
// direction; in another unit they are related, too.
func TestRatesThatFit(t *testing.T) {
	for along, fits := range map[float64]bool{0.70: false, 0.72: true, 1: true, -1: false} {
		require.Equal(t, fits, Scale{along: along, rates: 1, displacements: 1}.fits(), along)
		require.Equal(t, fits, Scale{along: 9 * along, rates: 81, displacements: 1}.Related(), along)
	}
	require.True(t, Scale{along: 1, rates: 2, displacements: 1}.Related(), "a half")
}

// TestRatesWithin: rates agree within a factor if one of noise in places and noise in rates leaves it.
func TestRatesWithin(t *testing.T) {
	for _, c := range []struct {
		along, rates, displacements float64
		within                      bool
	}{
		{1.9, 1.9 * 1.9, 1, true}, {2.1, 2.1 * 2.1, 1, false}, {1 / 1.9, 1 / (1.9 * 1.9), 1, true}, {1 / 2.1, 1 / (2.1 * 2.1), 1, false},
		{1, 1, 100, true}, {1, 100, 1, true}, {1, 100, 100, false}, {-1, 1, 1, false}, {0, 0, 1, false}, {0, 1, 0, false},
	} {
		require.Equal(t, c.within, Scale{along: c.along, rates: c.rates, displacements: c.displacements}.Within(2), "%+v", c)
	}
	require.False(t, Scale{rates: 1}.Moving())
	require.True(t, Scale{displacements: 1e-9}.Moving())
	require.False(t, Scale{displacements: 1}.Rated())
	require.True(t, Scale{rates: 1e-9}.Rated())
}

// TestReversedAxes: axes are named along which rates point against the displacements, which they explain
// by more than half.
func TestReversedAxes(t *testing.T) {
	moving := func(noise float64, signs ...float64) *Recording {
		r := &Recording{Elements: 2, Each: 3, Starts: []int{0, 400}, Time: 1}
		for frame := range 400 {
			for i := range 6 {
				at := 0.1 * float64(frame*(1+i))
				r.Positions = append(r.Positions, math.Sin(at)*math.Abs(signs[i%3]))
				r.Rates = append(r.Rates, signs[i%3]*float64(0.1*float64(1+i)*(math.Cos(at)+float64(noise*math.Sin(float64(frame*frame+9*i))))))
			}
		}
		return r
	}
	along := func(noise float64, signs ...float64) string { return moving(noise, signs...).ReversedAxes() }
	unrated := moving(0, -1, -1, -1)
	for i := 2; i < len(unrated.Rates); i += 3 {
		unrated.Rates[i] = 0
	}
	require.Equal(t, " in all directions", unrated.ReversedAxes(), "in which there are rates")
	require.Empty(t, along(0, 1, 1, 1))
	require.Equal(t, " in all directions", along(0, -1, -1, -1))
	require.Equal(t, " in all directions", along(0, -1, -1, 0))
	require.Equal(t, " along x and z", along(0, -1, 1, -1))
	require.Equal(t, " along z", along(1.4, 1, 1, -1))
	require.Empty(t, along(1.7, 1, 1, -1))
}

// TestRatesAcrossJumps: where recordings are joined, or places jump, rates and loads lead to no place, and
// are not reported as late, or as in another unit; those that are late in what is joined are reported.
func TestRatesAcrossJumps(t *testing.T) {
	joined := func(late float64) *Recording {
		r := driven(4, 120, late, 0)
		r.Starts = []int{0, r.frames()}
		for frame := 120; frame < r.frames(); frame++ {
			r.Positions[frame] += 40 * float64(frame/120) // the energies are those of the places before
		}
		return r
	}
	require.Equal(t, []string{AJump}, reported(joined(0)))
	require.Equal(t, []string{AJump, LateLoads}, reported(joined(1)))
	large := joined(0)
	for i := range large.Loads {
		large.Loads[i] *= 9
	}
	require.Equal(t, []string{AJump, OtherLoads}, reported(large))
	coasts, energy := coasting(), &Recording{Elements: 1, Each: 1, Starts: []int{0, 240}, Time: 0.1, Loads: make([]float64, 240)}
	for frame := range 240 { // one after the other, the second with more energy
		at, size := 360+frame%120, 0.1+float64(0.9*float64(frame/120))
		energy.Positions = append(energy.Positions, float64(size*coasts.Positions[at])+float64(40*float64(frame/120)))
		energy.Rates = append(energy.Rates, size*coasts.Rates[at])
		for k := range 2 {
			energy.States = append(energy.States, size*size*coasts.States[2*at+k])
			energy.Energies = append(energy.Energies, size*size*coasts.Energies[2*at+k])
		}
	}
	require.Equal(t, []string{AJump}, reported(energy))
	require.Equal(t, []int{0, 120, 240, 360, 480}, joined(0).Continuous().Starts)
	require.Equal(t, []int{0, 480}, joined(0).Continuous().file())
	r := joined(0)
	for frame, rate := range slices.Clone(r.Rates[:479]) {
		r.Rates[frame+1] = rate
	}
	require.Equal(t, []string{AJump, LateRates}, reported(r))
	held := joined(0)
	for frame := 20; frame < 30; frame++ {
		held.Positions[frame], held.Rates[frame] = held.Positions[20], held.Rates[20]
	}
	require.NotContains(t, reported(held), LateRates)
	for frame, rate := range slices.Clone(held.Rates[:479]) {
		held.Rates[frame+1] = rate
	}
	require.NotContains(t, reported(held), LateRates)
	r.joints = joined(0)
	require.Equal(t, []int{0, 120, 240, 360, 480}, r.Continuous().joints.Starts)
}

// TestRatesOfParts: rates of one particle or of one recording that are 0, of another one, in another
// unit or of the other sign are reported, if those of most others fit. Those of one that hardly moves
// are not.
func TestRatesOfParts(t *testing.T) {
	const frames = 60
	of := func(change func(k, particle int, x, v *float64)) string {
		r := &Recording{Elements: 3, Each: 3, Starts: []int{0, frames, 2 * frames, 3 * frames}, Time: 0.02}
		for k := range 3 {
			for frame := range frames {
				for particle := range 3 {
					phase, pace := float64(2*k+particle), 3+float64(particle)
					sine, cosine := math.Sincos(pace*0.02*float64(frame) + phase)
					v := pace * cosine
					change(k, particle, &sine, &v)
					r.Positions, r.Rates = append(r.Positions, sine, 0, 0), append(r.Rates, v, 0, 0)
				}
			}
		}
		return rowOf(OtherRates).find(&subject{recording: r, words: words})
	}
	times := func(element bool, factor float64) string {
		return of(func(k, particle int, _, v *float64) {
			if element && particle == 1 || !element && k == 1 {
				*v *= factor
			}
		})
	}
	for element, before := range map[bool]string{true: "the velocities of particle 1 ", false: "recording 1, frame 100: the velocities of this recording "} {
		after := map[bool]string{true: "the only such column)", false: "the only such recording)"}[element]
		require.Empty(t, times(element, 1))
		require.NotContains(t, times(element, 1.45), "those of most others fit")
		require.Equal(t, before+"are 1.55 times the differences of its positions over the time between frames, expected about 1, and those of most others fit ("+after, times(element, 1.55))
		require.Equal(t, before+"are -1 times the differences of its positions over the time between frames, expected about 1, and those of most others fit ("+after, times(element, -1))
		require.Equal(t, before+"are 0 in all frames, though its positions change, and those of most others fit ("+after, times(element, 0))
	}
	other := func(size float64) string {
		return of(func(k, particle int, x, v *float64) {
			if particle == 1 {
				*x, *v = *x*size, size*math.Cos(9*(*x)+float64(k))
			}
		})
	}
	require.Contains(t, other(1), "the velocities of particle 1 explain ")
	require.Empty(t, other(0.2))
	still := func(size float64) string {
		return of(func(_, particle int, x, v *float64) {
			if particle == 1 {
				*x, *v = size*(*x), 0
			}
		})
	}
	require.Contains(t, still(0.1), "the velocities of particle 1 are 0 in all frames")
	require.Empty(t, still(0.005), "which is rounding")
	for count, reported := range map[int]bool{7: false, 8: true} {
		r := &Recording{Elements: 1, Each: 3, Starts: []int{0, frames, 2 * frames, 2*frames + count}, Time: 0.02}
		for frame := range 2*frames + count {
			sine, cosine := math.Sincos(3 * 0.02 * float64(frame))
			if frame >= 2*frames {
				cosine = 0
			}
			r.Positions, r.Rates = append(r.Positions, sine, 0, 0), append(r.Rates, 3*cosine, 0, 0)
		}
		require.Equal(t, reported, otherRatesOfRecordings(&subject{recording: r, words: words}).size > 0)
	}
}

// TestExceptions: rates of some parts are compared with their positions if those of more than half fit.
func TestExceptions(t *testing.T) {
	fits, twice := Scale{along: 1, rates: 1, displacements: 1}, Scale{along: 2, rates: 4, displacements: 1}
	for _, c := range []struct {
		scales []Scale
		want   []int
	}{{[]Scale{fits, twice, fits, twice}, nil}, {[]Scale{fits, twice, fits, twice, fits}, []int{1, 3}}} {
		var parts []part
		for k, scale := range c.scales {
			parts = append(parts, part{k, 1, scale})
		}
		numbers, _, _ := exceptions(parts, words)
		require.Equal(t, c.want, numbers)
	}
}
