package series

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/internal/test/allclose"
)

// whole returns the stamps 0 to n-1.
func whole(n int) (time []float64) {
	for i := range n {
		time = append(time, float64(i))
	}
	return time
}

// TestWeightsOfFilters: the filter is the weighted least squares of a cubic, with the weights
// 1 - (distance / half)^2.
func TestWeightsOfFilters(t *testing.T) {
	const at, half = 9.3, 5.2
	time := whole(20)
	f := NewFilter(time, at, half)
	require.Equal(t, 5, f.first, "the stamp 4.1 would be the first")
	require.Len(t, f.value, 10)
	powers, weighted := mat.NewDense(10, terms, nil), mat.NewDense(10, terms, nil)
	for i, stamp := range time[5:15] {
		for k := range terms {
			powers.Set(i, k, math.Pow(stamp-at, float64(k)))
			weighted.Set(i, k, (1-math.Pow((stamp-at)/half, 2))*powers.At(i, k))
		}
	}
	var normal, want mat.Dense
	normal.Mul(weighted.T(), powers)
	require.NoError(t, want.Solve(&normal, weighted.T()))
	allclose.Within(t, mat.Row(nil, 0, &want), f.value, 1e-10)
	allclose.Within(t, mat.Row(nil, 1, &want), f.slope, 1e-10)
	curvature := mat.Row(nil, 2, &want)
	for i := range curvature {
		curvature[i] *= 2
	}
	allclose.Within(t, curvature, f.curvature, 1e-10)
}

// TestWiderFilters: a filter with fewer than eight stamps grows by factors of 1.2 until it has
// eight, or all.
func TestWiderFilters(t *testing.T) {
	allclose.Within(t, NewFilter(whole(30), 15.5, math.Pow(1.2, 7)).value, NewFilter(whole(30), 15.5, 1).value, 1e-12)
	require.Len(t, NewFilter(whole(30), 15.5, 3.9).value, 8)
	require.Len(t, NewFilter(whole(30), 15.5, 3.51).value, 8)
	require.Len(t, NewFilter(whole(30), 15.5, 3.4).value, 8, "six are too few")
	require.Len(t, NewFilter(whole(30), 15.5, 4.4).value, 8)
	require.Len(t, NewFilter(whole(30), 15.5, 4.6).value, 10)
	require.Len(t, NewFilter(whole(5), 2, 1).value, 5)
}

// TestTurns: a rate that is 0 or changes its sign turns, at the stamps of the filter alone.
func TestTurns(t *testing.T) {
	f := &Filter{first: 1, value: make([]float64, 2)}
	for _, c := range []struct {
		rates []float64
		turns bool
	}{
		{[]float64{-1, 1, 2, -1}, false}, {[]float64{1, -1, -2, 1}, false}, {[]float64{1, -1, 1, 1}, true}, {[]float64{1, 2, -1, 1}, true},
		{[]float64{1, 0, 2, 1}, true}, {[]float64{-1, -2, 0, -1}, true},
	} {
		require.Equal(t, c.turns, f.Turns(c.rates), c)
	}
}

// TestInside: a filter knows a value if all of its stamps have one.
func TestInside(t *testing.T) {
	f := &Filter{first: 3, value: []float64{1, 10}}
	for _, c := range []struct {
		stamp, count int
		want         float64
		known        bool
	}{{3, 2, 21, true}, {3, 1, 0, false}, {4, 3, 0, false}, {2, 3, 32, true}, {2, 2, 0, false}, {0, 5, 54, true}} {
		value, known := f.Inside([]float64{1, 2, 3, 4, 5}[:c.count], c.stamp)
		require.Equal(t, c.known, known, c)
		require.Equal(t, c.want, value, c)
	}
}

// TestGainOfFilters: noise passes by the root of the sum of squares; a second smoothing of the
// weights 1/4, 1/2 and 1/4 changes them to 1/16, 0, -1/8, 0 and 1/16.
func TestGainOfFilters(t *testing.T) {
	f := &Filter{value: []float64{3, 4}, slope: []float64{6, 8}, curvature: []float64{5, 12}}
	value, slope := f.Gain()
	require.Equal(t, []float64{5, 10, 13}, []float64{value, slope, f.Bend()})
	smooth := &Filter{value: []float64{0.25, 0.5, 0.25}}
	require.InDelta(t, math.Sqrt(6)/16, smooth.Again(), 1e-15)
}

// TestNoiseOfAlternation: of values that alternate between -1 and 1, the noise is the distance of
// one of them from the cubic through the eleven around it, over what noise of 1 leaves of it.
func TestNoiseOfAlternation(t *testing.T) {
	time := whole(101)
	values := make([]float64, len(time))
	for i := range values {
		values[i] = float64(1 - 2*(i%2))
	}
	f := NewFilter(time, 50, 5.5)
	require.Len(t, f.value, 11)
	var left, variance float64
	for k, w := range f.value {
		if k == 5 {
			w--
		}
		left += w * values[45+k]
		variance += w * w
	}
	require.InEpsilon(t, math.Abs(left)/math.Sqrt(variance)/0.6745, Noise(time, values), 1e-9)
	both := Noises(time, [][]float64{values, make([]float64, len(time))})
	require.Equal(t, []float64{Noise(time, values), 0}, both)
	require.Zero(t, Noise(time[:7], values[:7]))
	require.Positive(t, Noise(time[:8], values[:8]))
}

// TestUndeterminedPowers: stamps at one time determine the constant alone, and two determine a line.
func TestUndeterminedPowers(t *testing.T) {
	for _, c := range []struct {
		moments [7]float64
		order   int
		want    [terms]float64
	}{{[7]float64{2}, 0, [terms]float64{0.5}}, {[7]float64{2}, 1, [terms]float64{}}, {[7]float64{2, 0, 2, 0, 2, 0, 2}, 1, [terms]float64{0, 0.5}}} {
		found := solve(c.moments, c.order)
		allclose.Within(t, c.want[:], found[:], 1e-12)
	}
	for variance, want := range map[float64]float64{0.9e-12: 0, 1.1e-12: 1 / 2.2e-12} {
		require.InDelta(t, want, solve([7]float64{2, 0, 2 * variance}, 1)[1], 1, variance)
	}
}

// TestChecksOfStamps: each stamp is finite and after the one before.
func TestChecksOfStamps(t *testing.T) {
	for row, wrong := range []float64{math.Inf(-1), math.Inf(1), 1, math.NaN(), 3, 4, -1, math.Inf(1)} {
		time := whole(8)
		time[row] = wrong
		if row == 4 || row == 5 {
			time[row]--
		}
		require.ErrorContains(t, Check(time), "expected times in s that increase", "%d", row)
	}
	first := whole(8)
	first[0] = math.Inf(1)
	require.EqualError(t, Check(first), "has +Inf in row 0 after +Inf, expected times in s that increase")
	back := whole(8)
	back[3] = 1.5
	require.EqualError(t, Check(back), "has 1.5 in row 3 after 2, expected times in s that increase")
	require.EqualError(t, Check(whole(7)), "has 7 stamps, expected 8 or more")
	require.NoError(t, Check(whole(8)))
}
