package shooting

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
	"gmnc/train/shooting/noise"
	"gmnc/train/shooting/normal"
	"gmnc/train/shooting/states"
	"gmnc/train/shooting/stretches"
)

// TestWeight: what is not far off counts wholly, and what is counts as what is just so far off.
func TestWeight(t *testing.T) {
	for times, want := range map[float64]float64{0: 1, 0.99: 1, 1: 1, 1.25: 0.8, 2: 0.5, 1e9: 1e-9} {
		require.InDelta(t, want, weight(times), 1e-15, "%g", times)
	}
}

// coordinate are states of one coordinate and its rate, of which only the measured one is used.
type coordinate struct{ states.States }

func (coordinate) Size() int                 { return 0 }
func (coordinate) CoordinateCount() int      { return 1 }
func (coordinate) Channel(k int) (int, bool) { return k, false }

// TestWeightsOfChannels: a channel of a stretch counts wholly up to outlying times the median of all
// stretches, and less beyond, by itself; what predictions lack has no say.
func TestWeightsOfChannels(t *testing.T) {
	for square, want := range map[float64]float64{8.9: 1, 10: 0.9} {
		f := &fit{noise: []float64{1, 1}}
		for i, x := range []float64{1, 1, 1, square, 1} {
			start := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3)}
			s := stretches.Stretch{States: coordinate{}, Recorded: stretches.Rows{0, 0}, Records: [2][]float64{make([]float64, 3), make([]float64, 3)}, Start: start}
			f.stretches, f.now = append(f.stretches, s), append(f.now, stretches.Rows{1, math.Sqrt(x)})
			f.weights, f.equations = append(f.weights, []float64{1, 1}), append(f.equations, normal.Equations{})
			if i == 4 {
				f.now[i] = nil
			}
		}
		f.estimateOnce()
		require.InDelta(t, want, f.weights[3][1], 1e-9)
		require.EqualValues(t, 1, f.weights[3][0])
		require.InDelta(t, math.Sqrt((3+float64(want*want*square))/(3+float64(want*want))), f.noise[1], 1e-9)
		require.InDelta(t, 1, f.noise[0], 1e-9)
	}
}

// TestExactRecordings: where most stretches leave nothing, what rounding leaves of others is not far off.
func TestExactRecordings(t *testing.T) {
	for times, want := range map[float64]float64{2.9: 1, 3.1: 9 / (3.1 * 3.1)} {
		f := &fit{noise: []float64{4, 1}} // in which the residuals are measured
		for _, x := range []float64{0, 0, noise.Rounding * 100 * times} {
			start := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3)}
			s := stretches.Stretch{States: coordinate{}, Recorded: stretches.Rows{100, 0}, Records: [2][]float64{make([]float64, 3), make([]float64, 3)}, Start: start}
			f.stretches, f.now = append(f.stretches, s), append(f.now, stretches.Rows{100 + x, 0})
			f.weights, f.equations = append(f.weights, []float64{1, 1}), append(f.equations, normal.Equations{})
		}
		f.estimateOnce()
		require.InEpsilon(t, want, f.weights[2][0], 1e-6)
		require.EqualValues(t, 1, f.weights[0][0])
		require.InEpsilon(t, noise.Rounding*100, f.noise[0], 2.)
	}
}

// TestSimilarNoise: estimates agree if the logarithm of each ratio is below a twentieth.
func TestSimilarNoise(t *testing.T) {
	for share, want := range map[float64]bool{1: true, 1.05: true, 1.052: false, 0.952: true, 0.95: false} {
		require.Equal(t, want, similar([]float64{2, 3 * share}, []float64{2, 3}), "%g", share)
	}
}

// TestFreedomOfParameters: parameters take up as much of the freedom of each channel as their number is of the whole.
func TestFreedomOfParameters(t *testing.T) {
	for count, want := range map[int]float64{0: 1, 1: 1 / (1 - 1./8), 4: 2, 6: 4} {
		f := &fit{noise: []float64{1, 1}, at: make([]float64, count)}
		for range 4 {
			start := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3)}
			s := stretches.Stretch{States: coordinate{}, Recorded: stretches.Rows{0, 0}, Records: [2][]float64{make([]float64, 3), make([]float64, 3)}, Start: start}
			f.stretches, f.now = append(f.stretches, s), append(f.now, stretches.Rows{1, 1})
			f.weights, f.equations = append(f.weights, []float64{1, 1}), append(f.equations, normal.Equations{})
		}
		f.estimateOnce()
		require.InDelta(t, math.Sqrt(want), f.noise[0], 1e-12, "%d", count)
		require.InDelta(t, math.Sqrt(want), f.noise[1], 1e-12, "%d", count)
		require.InDelta(t, 4/want, f.freedom[0], 1e-12, "%d", count)
	}
}

// TestLeastNoise: noise is at least what rounding of the recorded numbers makes.
func TestLeastNoise(t *testing.T) {
	f := &fit{noise: []float64{1, 1}}
	for range 3 {
		start := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3)}
		s := stretches.Stretch{States: coordinate{}, Recorded: stretches.Rows{100, 7}, Records: [2][]float64{make([]float64, 3), make([]float64, 3)}, Start: start}
		f.stretches, f.now = append(f.stretches, s), append(f.now, stretches.Rows{100, 7})
		f.weights, f.equations = append(f.weights, []float64{1, 1}), append(f.equations, normal.Equations{})
	}
	f.estimateOnce()
	for number := range f.noise {
		require.Positive(t, f.noise[number])
		require.Equal(t, noise.Least(f.stretches, number), f.noise[number])
	}
}

// TestDifferencesOfChannels: predictions differ by a root mean square in each channel, in which stretches of less weight count less.
func TestDifferencesOfChannels(t *testing.T) {
	f := &fit{noise: []float64{1, 1}, weights: [][]float64{{1, 1}, {1, 0.5}, {1, 1}}}
	for range 3 {
		start := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3)}
		f.stretches = append(f.stretches, stretches.Stretch{States: coordinate{}, Recorded: stretches.Rows{0, 0}, Records: [2][]float64{make([]float64, 3), make([]float64, 3)}, Start: start})
	}
	got := f.apartByChannel([]stretches.Rows{{3, 1}, {5, 3}, nil}, []stretches.Rows{{0, 0}, {1, 1}, {9, 9}})
	require.InDelta(t, math.Sqrt((9.+16)/2), got[0], 1e-12)
	require.InDelta(t, math.Sqrt((1+0.25*4)/1.25), got[1], 1e-12)
	require.Equal(t, []float64{0, 0}, f.apartByChannel(make([]stretches.Rows, 3), make([]stretches.Rows, 3)))
	one := []stretches.Rows{{1, 1}, nil, nil}
	require.Equal(t, []float64{0, 0}, f.apartByChannel(one, make([]stretches.Rows, 3)), "predictions lack on one side")
	require.Equal(t, []float64{0, 0}, f.apartByChannel(make([]stretches.Rows, 3), one), "predictions lack on one side")
}

// TestNoFreedom: the noise stays as it was if parameters take up all numbers, or more.
func TestNoFreedom(t *testing.T) {
	for _, count := range []int{8, 9} {
		f := &fit{noise: []float64{1, 1}, at: make([]float64, count)}
		for range 4 {
			start := system.Sample{Position: make([]float32, 3), Velocity: make([]float32, 3)}
			s := stretches.Stretch{States: coordinate{}, Recorded: stretches.Rows{0, 0}, Records: [2][]float64{make([]float64, 3), make([]float64, 3)}, Start: start}
			f.stretches, f.now = append(f.stretches, s), append(f.now, stretches.Rows{2, 2})
			f.weights, f.equations = append(f.weights, []float64{1, 1}), append(f.equations, normal.Equations{})
		}
		f.estimateOnce()
		require.Equal(t, []float64{1, 1}, f.noise, "%d", count)
	}
}

// TestWeightsSettle: an estimate is settled if neither the noise nor a weight changes by a twentieth.
func TestWeightsSettle(t *testing.T) {
	f := fitOf(t, rolling(func(p []float64, _ float64) float64 { return p[0] }), 1e-2, Parameter{Start: 1})
	for i := range f.stretches {
		for row := range f.stretches[i].Recorded {
			f.stretches[i].Recorded[row] += 1e-2 * float64((7*i+5*row)%11-5)
			if i == 3 {
				f.stretches[i].Recorded[row] += 1
			}
		}
	}
	for range 9 {
		f.estimate()
	}
	require.True(t, f.estimate())
	require.Less(t, f.weights[3][0], 0.1, "it is off")
	at := f.weights[3][0]
	for by, want := range map[float64]bool{0.03: true, 0.07: false} {
		f.weights[3][0] = at + by
		f.equate()
		noise := f.noise[0]
		settled := f.estimate()
		require.InEpsilon(t, noise, f.noise[0], 0.04, "the noise is that of the others")
		require.Equal(t, want, settled, "%g", by)
		require.InDelta(t, at, f.weights[3][0], 0.01)
	}
}
