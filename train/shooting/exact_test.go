package shooting

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNoiseless: residuals are no noise if all channels have them at the level of rounding, or if the time
// steps are the reason for those of one.
func TestNoiseless(t *testing.T) {
	at := func(times float64) Left { return Left{Fit: times, Rounding: 1, Most: 1e9} }
	require.False(t, noiseless(nil))
	require.True(t, noiseless([]Left{at(300), at(300)}))
	require.False(t, noiseless([]Left{at(300), at(301)}))
	stepped := at(301)
	stepped.Steps = 1
	require.True(t, noiseless([]Left{at(300), stepped}))
	stepped.Steps = 0.9
	require.False(t, noiseless([]Left{at(300), stepped}))
	coarse := Left{Fit: 400, Noise: 100, Rounding: 1, Steps: 100}
	require.True(t, noiseless([]Left{at(301), coarse}))
	coarse.Steps = 99
	require.False(t, noiseless([]Left{at(301), coarse}))
}

// TestFarthest: residuals that push in one direction move a parameter by the root of their number times its
// deviation, and other errors add up.
func TestFarthest(t *testing.T) {
	f := fitOf(t, rolling(func(p []float64, _ float64) float64 { return p[0] }), 1e-2, Parameter{Name: "speed", Start: 1})
	require.InDelta(t, 0.1*math.Sqrt(f.count())+5, f.farthest([]float64{0.1}, [][]float64{{-2}, {3}})[0], 1e-9)
}
