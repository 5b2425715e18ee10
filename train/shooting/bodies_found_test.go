package shooting

import (
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/internal/articulated"
	"gmnc/internal/test/allclose"
	"gmnc/system"
)

// TestLinear: the linear equations find values that are far from where they begin, by rates and by
// differences of places, from three frames on; with two frames and no rates they stay.
func TestLinear(t *testing.T) {
	for _, c := range []struct {
		frames      int
		differences bool
		within      float64
	}{{21, false, 2e-2}, {21, true, 6e-2}, {3, true, 0.5}} {
		p := cartProblem(carts(t, cartTruth, 30, c.frames, 0, c.differences))
		f := p.begin(nearSteps, 300, false)
		f.ctx = t.Context()
		require.NoError(t, f.linear())
		allclose.Within(t, cartTruth, f.at, c.within, "%v", c)
	}
	f := cartProblem(carts(t, cartTruth, 3, 2, 0, true)).begin(nearSteps, 300, false)
	f.ctx = t.Context()
	for i := range f.stretches {
		s := &f.stretches[i]
		s.Derived = true
		s.Recorded = s.Measured()
		require.Empty(t, f.intervals(s))
	}
	before := f.at
	require.NoError(t, f.linear())
	require.Equal(t, before, f.at)
}

// TestConstantsOfBodies: the constants are within their errors, with and without noise, in few passes, and have the
// same bits on one thread as on several.
func TestConstantsOfBodies(t *testing.T) {
	for _, noise := range []float64{0, 1e-3} {
		p := cartProblem(carts(t, cartTruth, 5, 49, noise, false))
		passes := 0
		p.Progress = func(pass int, left float64) { passes = pass }
		var first *Fit
		for _, threads := range []int{1, 3} {
			before := runtime.GOMAXPROCS(threads)
			found, err := p.Run(t.Context())
			runtime.GOMAXPROCS(before)
			require.NoError(t, err)
			require.True(t, found.Ended && found.Free)
			require.Less(t, passes, MostPasses/2)
			for k, one := range found.Found {
				require.InDelta(t, cartTruth[k], one.At, 3*one.Deviation+1e-4, "noise %g, %d", noise, k)
				require.Less(t, one.Deviation, 1e-4+200*noise)
			}
			if first == nil {
				first = found
			}
			require.Equal(t, first.Found, found.Found)
			require.Equal(t, first.Noise, found.Noise)
		}
	}
}

// TestFrictionOfBodiesVanishes: a friction that is not there is 0, below what the recordings would show.
func TestFrictionOfBodiesVanishes(t *testing.T) {
	truth := slices.Clone(cartTruth)
	truth[3] = -40
	found, err := cartProblem(carts(t, truth, 6, 49, 1e-3, false)).Run(t.Context())
	require.NoError(t, err)
	require.True(t, found.Ended)
	if one := found.Found[3]; one.Vanished {
		require.Greater(t, one.Below, 1e-4)
		require.Less(t, one.Below, 0.6)
	} else {
		require.Less(t, math.Exp(one.At), 4*math.Exp(one.At)*one.Deviation)
	}
}

// TestLinearEnds: linear equations are solved again until parameters rest, and not more often.
func TestLinearEnds(t *testing.T) {
	counted := func(f *fit) (calls int) {
		loads := f.Bodies.Loads
		f.Bodies = &Bodies{Steps: cartSteps, Loads: func(at []float64, s *system.Sample) articulated.ChainLoads {
			calls++
			return loads(at, s)
		}}
		require.NoError(t, f.linear())
		return calls
	}
	before := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(before)
	f := cartProblem(carts(t, cartTruth, 30, 21, 0, false)).begin(nearSteps, 300, false)
	f.ctx = t.Context()
	first := counted(f)
	counted(f)
	again := counted(f)
	require.Less(t, again, first, "it was there")
	once := 0
	for i := range f.stretches {
		once += 1 + len(f.at) + len(f.intervals(&f.stretches[i]))
	}
	require.Equal(t, once, again)
}

// TestEnough: a minimum is where the square of a move is below what is enough.
func TestEnough(t *testing.T) {
	passes := func(enough float64) int {
		f := cartProblem(carts(t, cartTruth, 5, 25, 1e-3, false)).begin(mostSteps, 40, true)
		f.at = []float64{-0.6, 0.4, 0.2, -0.3, -1.9}
		require.NoError(t, f.minimize(t.Context(), 12, enough))
		require.True(t, f.ended || enough > 1)
		return f.pass
	}
	require.Equal(t, 1, passes(1e12))
	require.Less(t, 2, passes(lastMove))
}

// TestLastPasses: a fit that is far from its minimum takes the passes that it has not needed before, and ends there.
func TestLastPasses(t *testing.T) {
	f := cartProblem(carts(t, cartTruth, 5, 25, 1e-3, false)).begin(mostSteps, 40, true)
	f.at, f.ctx = []float64{-0.6, 0.4, 0.2, -0.3, -1.9}, t.Context()
	found := f.result()
	require.NoError(t, f.assess(found))
	require.True(t, found.Ended)
	require.Less(t, exactPasses, f.pass)
}

// TestNothingIsLinear: without equations there is no move, and outliers count less than the others.
func TestNothingIsLinear(t *testing.T) {
	f := &fit{at: []float64{0}}
	require.Nil(t, f.solveLinear(nil))
	row := func(lacking, change float64) mat.Dense { return *mat.NewDense(1, 2, []float64{lacking, change}) }
	move := f.solveLinear([]mat.Dense{row(1, 1), row(1, 1), row(3, 1), row(1, 1), row(-1, 1)})
	outlier := 1 / (1 + 9./outlying)
	usual := 1 / (1 + 1./outlying)
	require.InDelta(t, -(2*usual+3*outlier)/(4*usual+outlier), move.AtVec(0), 1e-6)
	require.InDelta(t, 0, f.solveLinear([]mat.Dense{row(1, 0)}).AtVec(0), 1e-12, "the parameter changes nothing")
}
