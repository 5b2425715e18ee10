package artifact

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestHelpOf: forces help where most samples gain though one decides the mean; they do not where a gain of a tenth
// would be seen.
func TestHelpOf(t *testing.T) {
	of := func(count int, gain func(i int) float64) (with, without []float64) {
		for i := range count {
			with, without = append(with, 1-gain(i)), append(without, 1)
		}
		return with, without
	}
	alternating := func(size float64) func(int) float64 {
		return func(i int) float64 { return size * float64(1-2*(i%2)) }
	}
	for _, c := range []struct {
		want  Help
		count int
		gain  func(i int) float64
	}{
		{Helps, 16, func(i int) float64 { return 0.5 + 0.1*float64(i%2) }},
		{Helps, 33, func(i int) float64 { // one far off, 27 better
			if i == 0 {
				return -20
			}
			if i < 6 {
				return -0.05
			}
			return 0.1
		}},
		{Helps, 11, func(i int) float64 { // 9 better, which is 2.1 standard errors
			if i < 2 {
				return -0.25
			}
			return 0.25
		}},
		{HelpUndecided, 4, func(int) float64 { return 0.5 }}, // 2 standard errors
		{HelpsNot, 16, alternating(0.185)},
		{HelpUndecided, 16, alternating(0.2)},
		{HelpsNot, 16, alternating(0.1)},
		{HelpUndecided, 16, alternating(0.4)},
		{HelpUndecided, 4, alternating(0.1)},
	} {
		with, without := of(c.count, c.gain)
		require.Equal(t, c.want, helpOf(with, without), "%v", with)
	}
}

// TestSignedRanks: the largest values decide, and ties share their ranks.
func TestSignedRanks(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   float64 // the sum over the root of the sum of squares
	}{
		{[]float64{1, 2, 3}, 6 / math.Sqrt(14)},
		{[]float64{3, -1, 2}, 4 / math.Sqrt(14)},
		{[]float64{-1, 1, 5}, 3 / math.Sqrt(1.5*1.5*2+9)},
		{[]float64{0, 0, 5}, 3 / math.Sqrt(1.5*1.5*2+9)},
		{nil, 0},
	} {
		require.InDelta(t, c.want, signedRanks(c.values), 1e-12)
	}
}

// TestFalseAlarms: of gains that are as often losses, with tails as heavy as Cauchy's, some two in a hundred pass for a
// force, and gains in one system of five are seen in two of five cases.
func TestFalseAlarms(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	alarms, found := 0, 0
	for range 2000 {
		with, without := make([]float64, 33), make([]float64, 33)
		for i := range with {
			with[i], without[i] = 1, 1+math.Tan(math.Pi*(random.Float64()-0.5))
		}
		if helpOf(with, without) == Helps {
			alarms++
		}
		for i := range with {
			if without[i] = 1 + random.NormFloat64(); i%5 == 0 {
				without[i] += 5
			}
		}
		if helpOf(with, without) == Helps {
			found++
		}
	}
	require.InDelta(t, 0.023, float64(alarms)/2000, 0.008)
	require.Greater(t, float64(found)/2000, 0.4)
}

// TestPredictions: each step of a recording tells, and a sample without one does.
func TestPredictions(t *testing.T) {
	plain := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3)}
	recorded := func(frames int) system.Sample {
		return plain.Along(&system.Trajectory{Particles: 1, Positions: make([]float64, 3*frames), Velocities: make([]float64, 3*frames)})
	}
	_, of := predictions([]system.Sample{plain, recorded(4), recorded(2)})
	require.Equal(t, []int{0, 1, 1, 1, 2}, of)
	all, _ := predictions([]system.Sample{recorded(mostPredictions - 1)})
	require.Len(t, all, mostPredictions-2)
	all, _ = predictions([]system.Sample{recorded(mostPredictions)})
	require.Len(t, all, mostPredictions/2)
}
