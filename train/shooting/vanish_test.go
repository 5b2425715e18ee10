package shooting

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/system"
)

// TestBound: the bound of a ratio is measured with a value of a third to three times its size, which is
// approached by factors of 100 at most, up to 1000.
func TestBound(t *testing.T) {
	var shares []float64
	at := rolling(func(p []float64, _ float64) float64 { return math.Exp(p[0]) })
	roll := func(ctx context.Context, p []float64, starts []system.Sample, steps int) (positions, velocities [][]float32, err error) {
		shares = append(shares, math.Exp(p[0]))
		return at(ctx, p, starts, steps)
	}
	bound := func(noise float64) float64 {
		f := fitOf(t, roll, noise, Parameter{Factor: true, Vanishes: true, Start: config.Vanished})
		f.fixed[0], shares = true, nil
		below, err := f.bound(0)
		require.NoError(t, err)
		return below
	}
	perNoise := bound(1e-2) / 1e-2
	for _, c := range []struct {
		below  float64
		shares []float64
	}{
		{0.034, []float64{0.1}},
		{0.0332, []float64{0.1, 0.0332}},
		{0.299, []float64{0.1}},
		{0.301, []float64{0.1, 0.301}},
		{2e-5, []float64{0.1, 1e-3, 2e-5}},
		{20, []float64{0.1, 10}},
		{900, []float64{0.1, 10, 900}},
		{1e5, []float64{0.1, 10, 1e3, 1e3, 1e3, 1e3}},
	} {
		require.InEpsilon(t, c.below, bound(c.below/perNoise), 1e-2)
		require.InEpsilonSlice(t, c.shares, shares, 1e-2, "%g", c.below)
	}

	f := fitOf(t, rolling(func([]float64, float64) float64 { return 1 }), 1, Parameter{Factor: true, Vanishes: true, Start: config.Vanished})
	f.fixed[0] = true
	below, err := f.bound(0)
	require.NoError(t, err)
	require.True(t, math.IsInf(below, 1), "nothing depends on it")
}

// TestValuesThatAreNotZero: a value that recordings tell apart from 0 stays, with all that belongs to it.
func TestValuesThatAreNotZero(t *testing.T) {
	f := fitOf(t, rolling(func(p []float64, x0 float64) float64 { return p[1] + float64(math.Exp(p[0])*x0) }), 1e-2,
		Parameter{Factor: true, Vanishes: true}, Parameter{Start: 2})
	at, now, found := f.at, f.now, f.result()
	products, slope := f.sum(0)
	require.NoError(t, f.vanish(0, found))
	require.False(t, found.Found[0].Vanished)
	require.Equal(t, at, f.at)
	require.Equal(t, []float64{0, 2}, f.at)
	require.Equal(t, now, f.now)
	require.Equal(t, []bool{false, false}, f.fixed)
	require.Empty(t, f.vanished)
	again, down := f.sum(0)
	require.Equal(t, products, again)
	require.Equal(t, slope, down)
}

// TestBelow: a value that noise hides is 0, below its bound and what was found, and the others move as far as they must.
func TestBelow(t *testing.T) {
	const small = 0.05
	f := fitOf(t, rolling(func(p []float64, x0 float64) float64 { return p[1] + float64(math.Exp(p[0])*(1+x0)) }), 0.3,
		Parameter{Factor: true, Vanishes: true, Start: math.Log(small)}, Parameter{Start: 2})
	found := f.result()
	require.NoError(t, f.vanish(0, found))
	require.True(t, found.Found[0].Vanished)
	require.EqualValues(t, config.Vanished, f.at[0])
	below, err := f.bound(0)
	require.NoError(t, err)
	require.InDelta(t, below+small, found.Found[0].Below, 1e-9)
	require.Greater(t, f.at[1], 2+small, "it makes up for the mean")
	require.Len(t, f.vanished, 1)
	require.InDelta(t, f.at[1]-2, f.vanished[0][1], 1e-12)
}
