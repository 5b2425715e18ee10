package shooting

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRest: a fit whose passes were over within five deviations of its minimum has ended, and the move that is
// left is in its errors; one that is farther away has not ended, and one that had ended has no such move.
func TestRest(t *testing.T) {
	for square, ends := range map[float64]bool{24: true, 26: false} {
		f := fitOf(t, rolling(func(p []float64, _ float64) float64 { return p[0] }), 1e-2, Parameter{Name: "speed", Start: 1})
		for i := range f.stretches {
			f.stretches[i].Recorded[1] += 0.1 // across the motion: the speed does not change it
		}
		off := f.loss(f.now)
		information, _ := f.sum(0)
		by := math.Sqrt(square * off / (information.At(0, 0) * (f.count() - square)))
		f.at = []float64{1 + by}
		var err error
		f.now, err = f.roll(f.at, f.offset)
		require.NoError(t, err)
		f.equate()
		rest := f.remainingShift()
		require.Equal(t, ends, f.ended, "%g", square)
		if ends {
			require.InEpsilon(t, -by, rest[0], 1e-3)
			require.Equal(t, []float64{0}, f.remainingShift(), "it has ended")
		} else {
			require.Equal(t, []float64{0}, rest)
		}
	}
}

// TestRestIsInErrors: a fit that takes its last passes and is then within some deviations of its
// minimum says so by its errors.
func TestRestIsInErrors(t *testing.T) {
	const last = 1 + exactPasses // passes, each of which moves a parameter by mostMove at most
	told := func(far float64) Found {
		f := fitOf(t, rolling(func(p []float64, _ float64) float64 { return p[0] }), 1e-2, Parameter{Name: "speed", Start: 1})
		for i := range f.stretches {
			for k := range f.stretches[i].Recorded {
				f.stretches[i].Recorded[k] += 0.1 * float64(1-k%2*2)
			}
		}
		f.at, f.now, f.columns, f.pass = []float64{f.at[0] + last*mostMove + far}, nil, nil, MostPasses
		found := f.result()
		require.NoError(t, f.assess(found))
		require.Equal(t, MostPasses+last, f.pass)
		require.True(t, found.Ended)
		return found.Found[0]
	}
	there, near := told(0), told(0.02)
	require.InDelta(t, 0.02, near.At-there.At, 1e-4)
	require.InEpsilon(t, math.Hypot(there.Deviation, 0.02), near.Deviation, 0.02)
}

// TestDeviationsAfterFixing: the deviations of an assessment are those of the parameters that are left, at the noise of the residuals.
func TestDeviationsAfterFixing(t *testing.T) {
	assess := func(known bool) *Fit {
		// Of the sum of two parameters only one is known apart from the other, which noise hides.
		f := fitOf(t, rolling(func(p []float64, x0 float64) float64 { return p[0] + p[1] + float64(0.01*x0*p[1]) }), 1e-2,
			Parameter{Name: "wind"}, Parameter{Name: "speed", Rank: 1, Start: 1})
		for i := range f.stretches {
			for row := range f.stretches[i].Recorded {
				f.stretches[i].Recorded[row] += 0.05 * float64((7*i+5*row)%11-5)
			}
		}
		f.now, f.columns, f.fixed[0] = nil, nil, known
		found := f.result()
		found.Free = true
		require.NoError(t, f.assess(found))
		return found
	}
	both, known := assess(false), assess(true)
	require.NotEmpty(t, both.Found[0].Fixed)
	require.True(t, math.IsNaN(both.Found[0].Deviation))
	require.InEpsilon(t, known.Found[1].Deviation, both.Found[1].Deviation, 1e-3)
	require.InDelta(t, known.Found[1].At, both.Found[1].At, 1e-3)
	require.InEpsilon(t, 0.05*math.Sqrt(10), both.Noise[0], 0.2, "numbers from -5 to 5 have the variance 10")
}
