package checks

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// turning returns two joints that swing, with their rates as change leaves them.
func turning(change func(frame int, rates []float64)) *Recording {
	r := &Recording{Elements: 2, Each: 1, Starts: []int{0, 200}, Time: 0.02}
	for frame := range 200 {
		now := 0.02 * float64(frame)
		r.Positions = append(r.Positions, math.Sin(2*now), math.Cos(3*now))
		rates := []float64{2 * math.Cos(2*now), -3 * math.Sin(3*now)}
		change(frame, rates)
		r.Rates = append(r.Rates, rates...)
	}
	return r
}

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
	for i := 0; i < len(still.Positions); i += 2 {
		still.Positions[i] = 1
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
		return (&Recording{Elements: 1, Each: 1, Starts: []int{0, len(loads)}, Positions: loads, Loads: loads}).Clips(times)
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

// TestLimits: a joint is reported from a twentieth of its range outside of it on.
func TestLimits(t *testing.T) {
	at := func(position float64, curvatures bool) string {
		r := &Recording{Elements: 1, Each: 1, Starts: []int{0, 1}, Positions: []float64{position}, Limits: [][2]float64{{-1, 1}}, Rotates: []bool{curvatures}}
		return rowOf(BeyondLimits).find(&subject{recording: r, words: words})
	}
	require.Empty(t, at(1.09, true))
	require.Equal(t, "outside of the limits of the robot's file: particle 0 at 1.11 (-1 to 1)", at(1.11, true))
	require.NotEmpty(t, at(2*math.Pi, false))
	require.Empty(t, at(2*math.Pi, true), "a whole turn")
}

// TestFollowers: a follower is told from a twentieth of its motion away from its place by the robot's
// file on, and one that stays from a twentieth of a twentieth of its limits on.
func TestFollowers(t *testing.T) {
	found := func(moves, off float64) string {
		r := &Recording{Elements: 2, Each: 1, Starts: []int{0, 100}, Limits: [][2]float64{{}, {-1, 1}}, Followers: []Follower{{Joint: 1, Leader: 0, Times: -2, Offset: 0.5}}}
		for frame := range 100 {
			leader := moves * float64(frame) / 99
			r.Positions = append(r.Positions, leader, 0.5-2*leader+off)
		}
		return rowOf("followers").find(&subject{recording: r, words: words})
	}
	require.Empty(t, found(1, 0))
	require.Empty(t, found(1, 0.098), "of a way of 2")
	require.Equal(t, "particle 1 is -2 times particle 0 plus 0.5 by the robot's file (<mimic>), and in the recording it is -2 times that plus 0.602 at best: it is 0.1 off", found(1, 0.102))
	require.Empty(t, found(0, 0.0049), "a twentieth of the limits is 0.1")
	require.Contains(t, found(0, 0.0051), "it is at 0.5051 where that stays at 0: it is 0.0051 off")
	free := &Recording{Elements: 2, Each: 1, Starts: []int{0, 1}, Positions: []float64{0, 1}, Limits: make([][2]float64, 2), Followers: []Follower{{Joint: 1}}}
	require.Empty(t, rowOf("followers").find(&subject{recording: free, words: words}), "without limits and motion")
}

// TestBalance: loads in another unit, or with another sign, are reported by the known energies and any
// friction.
func TestBalance(t *testing.T) {
	found := func(factor float64) string {
		r := driven(4, 120, 0, 0)
		for i := range r.Loads {
			r.Loads[i] *= factor
		}
		return rowOf(OtherLoads).find(&subject{recording: r, words: words})
	}
	for _, factor := range []float64{1, 4.9, 1 / 4.9} {
		require.Empty(t, found(factor), factor)
	}
	for factor, want := range map[float64]string{1000: "is 1e+03 times", 5.2: "is 5.2 times", 1 / 5.2: "is 0.19 times"} {
		require.Contains(t, found(factor), want)
	}
	require.Contains(t, found(-1), "the torques of particle 0 may have the opposite sign")
	require.Nil(t, driven(1, 8, 0, 0).Balance().Turned, "of too few frames")
}

// TestNoLagBesideOtherFaults: loads that are clipped or have the other sign are reported as such, and
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
		require.Equal(t, []string{want}, reported(r))
	}
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

// TestMostLate: an eighth of the longest recording, and ten frames, bound the shift of loads.
func TestMostLate(t *testing.T) {
	for end, most := range map[int]int{1: 5, 40: 5, 41: 5, 50: 6, 90: 10, 400: 10} {
		require.Equal(t, most, (&Recording{Starts: []int{0, 40, 40 + end}}).mostLate(), end)
	}
}

// TestBalanceThresholds: loads are compared if energy and friction explain more than four fifths of
// their work, and energy more than half of what friction leaves.
func TestBalanceThresholds(t *testing.T) {
	for _, c := range []struct {
		Balance
		want float64
	}{
		{Balance{Times: 7, Explained: 0.81, Energy: 0.51}, 7},
		{Balance{Times: 7, Explained: 0.79, Energy: 0.51}, 0},
		{Balance{Times: 7, Explained: 0.81, Energy: 0.49}, 0},
		{Balance{Times: 7, Turned: []int{0}}, math.Inf(1)},
		{Balance{Times: 7, correction: &correction{}}, math.Inf(1)},
	} {
		require.InDelta(t, c.want, c.other(), 1e-9, "%+v", c)
	}
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
