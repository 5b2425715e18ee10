package checks

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
)

// TestSumsOfScales: displacements are compared with integrals of rates over the stride at which rates explain most.
func TestSumsOfScales(t *testing.T) {
	r := &Recording{Elements: 1, Each: 1, Starts: []int{0, 3}, Time: 0.5, Positions: []float64{0, 1, 4}, Rates: []float64{1, 3, 5}}
	s := r.RateScale()
	require.Equal(t, []float64{1, 6}, s.products)
	require.Equal(t, []float64{1, 4}, s.squares)
	require.Equal(t, [3]float64{12, 9, 16}, [3]float64{s.along, s.rates, s.displacements}, "over two frames they explain all")
	require.Equal(t, 1., s.Explained())
	require.Equal(t, 0.75, s.Times())

	cubic := &Recording{Elements: 2, Each: 1, Starts: []int{0, 4}, Time: 1, Positions: []float64{0, 7, 1, 7, 8, 7, 27, 7}, Rates: []float64{0, 1, 3, 1, 12, 1, 27, 1}}
	allclose.Within(t, []float64{1.5, 7 * 7, 19.5 * 19}, cubic.RateScale(0).products, 1e-12)
	allclose.Within(t, []float64{1.5 * 1.5, 7 * 7, 19.5 * 19.5}, cubic.RateScale(0).squares, 1e-12)
	allclose.Within(t, []float64{0, 0, 0}, cubic.RateScale(1).products, 1e-12)
	require.False(t, cubic.RateScale(1).Moving())
	allclose.Within(t, []float64{1.5*1.5 + 1, 7*7 + 1, 19.5*19.5 + 1}, cubic.RateScale().squares, 1e-12)
	two := &Recording{Elements: 1, Each: 1, Starts: []int{0, 2, 4}, Time: 1, Positions: []float64{0, 1, 100, 102}, Rates: []float64{1, 1, 3, 3}}
	require.Equal(t, []float64{1, 6}, two.RateScale().products, "nothing leads from one recording to the next")
}

// TestRescaled: rates and their scale are multiplied together, and the scale is known then.
func TestRescaled(t *testing.T) {
	r := &Recording{Elements: 1, Each: 1, Starts: []int{0, 3}, Time: 0.5, Positions: []float64{0, 1, 4}, Rates: []float64{1, 3, 5}}
	r.Rescale(r.RateScale(), 4)
	require.Equal(t, []float64{4, 12, 20}, r.Rates)
	known := r.RateScale()
	r.scale = nil
	require.Equal(t, r.RateScale(), known)
	require.Equal(t, 3., known.Times())
}

// TestFactorsOfScales: the factor is the one nearer to 1 that the rates explain, either way, and infinite for rates that point back.
func TestFactorsOfScales(t *testing.T) {
	for _, c := range []struct{ along, rates, displacements, explained, want float64 }{
		{2, 4, 1, 0.5, 2}, {0.5, 0.25, 1, 0.5, 2}, {1, 1, 1, 0.5, 1}, {-1, 1, 1, 0.5, 1e9}, {0.5, 1, 1, 0.5, 0}, {2.9, 9, 1, 0.9, 2.9}, {0.3, 0.1, 1, 0.8, 1 / 0.3333333333333333},
	} {
		require.InDelta(t, c.want, min(1e9, Scale{along: c.along, rates: c.rates, displacements: c.displacements}.other(c.explained)), 1e-6, "%+v", c)
	}
	require.True(t, math.IsNaN(Scale{}.Explained()))
	require.Zero(t, Scale{}.other(0.5))
	require.Equal(t, -3., Scale{along: -1, rates: 9, displacements: 1}.Times())
}

// TestRatesOfRestingJoints: small rates of a joint that rests are found, and a joint without any.
func TestRatesOfRestingJoints(t *testing.T) {
	resting := turning(func(_ int, rates []float64) { rates[0] = 1e-3 })
	for i := 0; i < len(resting.Positions); i += 2 {
		resting.Positions[i] = 1
	}
	require.Contains(t, otherJointRates(&subject{recording: resting, words: words}).args[1], "of particle 0 are the same in all frames")
	clear(resting.Rates)
	found := otherJointRates(&subject{recording: resting, words: words})
	require.Contains(t, found.args[1], "of particle 1 are 0 in all frames", "particle 0 rests")
}

// TestExchangedPairsOfRates: rates of joints are exchanged if they explain less than half of the squares of their own joints' displacements,
// and are those of each other's.
func TestExchangedPairsOfRates(t *testing.T) {
	swings := func(related float64, order ...int) *Recording {
		const frames, pace = 200, 2 * math.Pi / 50
		r := &Recording{Elements: 3, Each: 1, Starts: []int{0, frames}, Time: 1}
		for frame := range frames {
			sine, cosine := math.Sincos(pace * float64(frame))
			twice, other := math.Sincos(2 * pace * float64(frame))
			across := math.Sqrt(1 - related*related)
			r.Positions = append(r.Positions, sine, related*sine+across*cosine, twice)
			rates := []float64{pace * cosine, pace * (related*cosine - across*sine), 2 * pace * other}
			r.Rates = append(r.Rates, rates[order[0]], rates[order[1]], rates[order[2]])
		}
		return r
	}
	for _, c := range []struct {
		related float64
		order   []int
		want    []int
	}{
		{0, []int{0, 1, 2}, nil}, {0, []int{1, 0, 2}, []int{0, 1}}, {0, []int{2, 1, 0}, []int{0, 2}}, {0, []int{0, 2, 1}, []int{1, 2}},
		{0.69, []int{1, 0, 2}, []int{0, 1}}, {0.735, []int{1, 0, 2}, nil}, {-0.9, []int{1, 0, 2}, []int{0, 1}},
		{0, []int{1, 2, 0}, nil},
	} {
		one, other, found := swings(c.related, c.order...).ExchangedRates()
		require.Equal(t, c.want != nil, found, "%+v", c)
		if found {
			require.Equal(t, c.want, []int{one, other}, "%+v", c)
		}
	}
	r := swings(0, 0, 2, 1)
	for frame := range r.frames() {
		r.Rates[3*frame] = math.Sin(float64(frame * frame)) // unlike any
	}
	one, other, found := r.ExchangedRates()
	require.Equal(t, []any{1, 2, true}, []any{one, other, found})
	r.Each = 3
	_, _, found = r.ExchangedRates()
	require.False(t, found)
}
