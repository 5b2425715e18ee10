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
	most := clipped(func(loads []float64) []float64 {
		for i, x := range cut(0.1)(loads) {
			loads[i] = max(x, -0.9)
		}
		return loads
	})
	require.Len(t, most, 1, "what fills more frames than there are others is no limit")
	require.Equal(t, -0.9, most[0].Load)
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
	require.Empty(t, at(1.095, true))
	require.Equal(t, "outside of the limits of the robot's file: particle 0 at 1.105 (-1 to 1)", at(1.105, true))
	require.NotEmpty(t, at(2*math.Pi, false))
	require.Empty(t, at(2*math.Pi, true), "a whole turn")
	aside := &Recording{Elements: 1, Each: 1, Starts: []int{0, 2}, Positions: []float64{3, 5}, Limits: [][2]float64{{1, 5}}, Rotates: []bool{false}}
	require.Empty(t, rowOf(BeyondLimits).find(&subject{recording: aside, words: words}))
	aside.Positions[1] = 5.3
	require.Equal(t, "outside of the limits of the robot's file: particle 0 at 5.3 (1 to 5)", rowOf(BeyondLimits).find(&subject{recording: aside, words: words}))
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

// TestFewOtherLoads: a column is clipped in as many frames as it has others at most.
func TestFewOtherLoads(t *testing.T) {
	column := []float64{-9, 0.1, 0.2, 5, 5, 5, 5, 0.3, 5, 5, 5, 5, 0.4, 0.5, 0.6, 0.7, 0.8}
	for frames, want := range map[int]int{len(column): 8, len(column) - 1: 0} {
		r := &Recording{Elements: 1, Each: 1, Starts: []int{0, frames}, Loads: column[:frames], Positions: column[:frames]}
		_, count := r.clipped(column[:frames], 1, 2)
		require.Equal(t, want, count)
	}
}

// TestRepeatedLoads: a column that repeats more than a twentieth of its other loads is no clipped one.
func TestRepeatedLoads(t *testing.T) {
	of := func(repeated int) int {
		var loads []float64
		for k := range 100 {
			loads = append(loads, -5-float64(k%7)-0.01*float64(k))
			if k < repeated {
				loads = append(loads, loads[len(loads)-1])
			}
		}
		for range 2 {
			loads = append(loads, 9, 9, 9, 9, -1-float64(len(loads)))
		}
		return len((&Recording{Elements: 1, Each: 1, Starts: []int{0, len(loads)}, Loads: loads}).Clips(2))
	}
	require.Equal(t, 1, of(0))
	require.Equal(t, 1, of(5))
	require.Equal(t, 0, of(6))
}
