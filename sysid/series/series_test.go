package series_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/sysid/series"
)

// uneven is a signal of a function at uneven stamps, with noise.
func uneven(n int, noise float64, f func(t float64) float64) (time, values []float64) {
	random := rand.New(rand.NewPCG(1, 2))
	for t := 0.0; len(time) < n; t += 0.002 + 0.014*random.Float64() {
		time, values = append(time, t), append(values, f(t)+noise*random.NormFloat64())
	}
	return time, values
}

// TestCubicIsKept: a cubic is its own smoothing, at the ends, between stamps and with a
// width that has no values, too.
func TestCubicIsKept(t *testing.T) {
	time, values := uneven(50, 0, func(t float64) float64 { return 1 - 2*t + 30*t*t - 100*t*t*t })
	for _, half := range []float64{1e-6, 0.03, 0.075, 10} {
		for _, at := range []float64{0, 0.1234, time[49]} {
			filter := series.NewFilter(time, at, half)
			slope, curvature := filter.Derivatives(values)
			require.InDelta(t, 1-2*at+30*at*at-100*at*at*at, filter.Value(values), 1e-9, "half %g at %g", half, at)
			require.InDelta(t, -2+60*at-300*at*at, slope, 1e-6, "half %g at %g", half, at)
			require.InDelta(t, 60-600*at, curvature, 1e-3, "half %g at %g", half, at)
		}
	}
	line := series.NewFilter([]float64{0, 1}, 0.5, 3)
	slope, _ := line.Derivatives([]float64{2, 4})
	require.InDelta(t, 3, line.Value([]float64{2, 4}), 1e-9)
	require.InDelta(t, 2, slope, 1e-9)
}

// TestGain: noise that passes is what many draws of it leave.
func TestGain(t *testing.T) {
	time := make([]float64, 41)
	for i := range time {
		time[i] = float64(i) - 20
	}
	noise := rand.New(rand.NewPCG(1, 2))
	filter := series.NewFilter(time, 0, 12)
	var squares [3]float64
	const draws = 4000
	for range draws {
		values := make([]float64, len(time))
		for i := range values {
			values[i] = noise.NormFloat64()
		}
		slope, bend := filter.Derivatives(values)
		squares[0] += filter.Value(values) * filter.Value(values) / draws
		squares[1] += slope * slope / draws
		squares[2] += bend * bend / draws
	}
	value, slope := filter.Gain()
	require.InEpsilon(t, math.Sqrt(squares[0]), value, 0.03)
	require.InEpsilon(t, math.Sqrt(squares[1]), slope, 0.03)
	require.InEpsilon(t, math.Sqrt(squares[2]), filter.Bend(), 0.03)
}

// TestAgain: what smoothing smoothed noise again takes is what many draws of it lose.
func TestAgain(t *testing.T) {
	time := make([]float64, 41)
	for i := range time {
		time[i] = float64(i) - 20
	}
	noise := rand.New(rand.NewPCG(1, 2))
	filter := series.NewFilter(time, 0, 6)
	var square float64
	const draws = 2000
	for range draws {
		values, smooth := make([]float64, len(time)), make([]float64, len(time))
		for i := range values {
			values[i] = noise.NormFloat64()
		}
		for i := 10; i < 31; i++ {
			smooth[i] = series.NewFilter(time, time[i], 6).Value(values)
		}
		off := filter.Value(smooth) - smooth[20]
		square += off * off / draws
	}
	require.InEpsilon(t, math.Sqrt(square), filter.Again(), 0.05)
}

func TestNoise(t *testing.T) {
	require.InEpsilon(t, 0.1, series.Noise(uneven(2000, 0.1, math.Sin)), 0.05)
	require.Less(t, series.Noise(uneven(2000, 0, math.Sin)), 1e-4)
	require.Zero(t, series.Noise([]float64{0, 1}, []float64{0, 1}))
}

func TestStep(t *testing.T) {
	require.Equal(t, 2.0, series.Step([]float64{0, 2, 4, 8, 9}))
}

func TestCheck(t *testing.T) {
	good := []float64{0, 1, 2, 3, 4, 5, 6, 7}
	require.NoError(t, series.Check(good))
	require.ErrorContains(t, series.Check(good[:7]), "7 stamps, expected 8")
	require.ErrorContains(t, series.Check([]float64{0, 1, 2, 2, 3, 4, 5, 6}), "2 in row 3 after 2")
	require.ErrorContains(t, series.Check([]float64{math.NaN(), 1, 2, 3, 4, 5, 6, 7}), "NaN in row 0")
}
