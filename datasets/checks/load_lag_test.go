package checks

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// logged is hanging in its first frames, with noise of a log and loads that are late by whole frames.
func logged(frames, late int, noise float64) *Recording {
	r := hanging(0.7)
	random := rand.New(rand.NewPCG(1, 2))
	loads := r.Loads
	r.Loads = nil
	const margin = 20
	for i := 2 * (margin - late); i < 2*(margin-late+frames); i++ {
		r.Loads = append(r.Loads, loads[i]*(1+2*noise*random.NormFloat64()))
	}
	r.Positions, r.Rates, r.Starts = r.Positions[2*margin:2*(margin+frames)], r.Rates[2*margin:2*(margin+frames)], []int{0, frames}
	for i := range r.Positions {
		r.Positions[i] += noise * 0.05 * random.NormFloat64()
		r.Rates[i] += noise * random.NormFloat64()
	}
	return r.driven()
}

// TestLagOfJoints: loads of joints that are late or early by a frame are found in short logs with noise, whatever the
// masses are.
func TestLagOfJoints(t *testing.T) {
	for _, c := range []struct {
		frames, late int
		noise        float64
	}{{240, 1, 0.01}, {240, -1, 0.01}, {240, 0, 0.01}, {120, 2, 0}, {120, 0, 0}} {
		lag := logged(c.frames, c.late, c.noise).workLags().loads
		require.Equal(t, c.late != 0, lag.LoadSignificant(), "%+v: %v", c, lag)
		if c.late != 0 {
			require.InDelta(t, float64(c.late), lag.Frames, 0.1, "%+v", c)
			require.Less(t, lag.Error, 0.1)
		}
	}
	require.False(t, logged(16, 1, 0).workLags().loads.LoadSignificant(), "of too few frames")
	silent := logged(240, 1, 0)
	clear(silent.Loads)
	require.False(t, silent.workLags().loads.LoadSignificant(), "loads of 0")
}

// TestHeldOrSampled: where loads may be those at frames, a lag up to half a frame and leastLoadLag is none.
func TestHeldOrSampled(t *testing.T) {
	for lag, reports := range map[float64][2]bool{
		leastLoadLag - 0.01: {false, false}, leastLoadLag + 0.01: {true, false}, 0.79: {true, false}, 0.81: {true, true},
		-0.29: {false, false}, -0.31: {true, true},
	} {
		for k, either := range []bool{false, true} {
			r := driven(1, 40, 0, 0)
			r.HeldOrSampled = either
			s := &subject{recording: r, words: words, balance: &Balance{}, lateWork: &workLags{loads: Lag{Frames: lag, Error: 0.01}}}
			require.Equal(t, reports[k], rowOf(LateLoads).find(s) != "", "%g %t", lag, either)
		}
	}
}

// TestEquationsOfMotion: the equations of two pendulums explain their torques, and of the constants of ten terms the rotor of the
// first is that of the first link.
func TestEquationsOfMotion(t *testing.T) {
	m := logged(240, 0, 0).lagrangian()
	e := m.averaged(8, 0)
	a := e.loads(m.r.Loads, 0)
	s := e.explain(a)
	require.InDelta(t, 0, s.fractions[0], 1e-5)
	require.InDelta(t, 0, s.fractions[1], 1e-5)
	require.InDelta(t, -20, s.constants[1], 0.1)
	require.InDelta(t, -5, s.constants[3], 0.1)
	require.InDelta(t, 0.5, s.constants[2]+s.constants[7], 0.01)
	require.Equal(t, 9, e.normal(s.squares(a.loads)).rank())
	require.Nil(t, m.averaged(32, 48), "28 equations for 10 constants")
	require.NotNil(t, m.averaged(32, 44), "30")
	long := hanging(0.7).driven()
	for range 3 {
		long.Positions, long.Rates, long.Loads = append(long.Positions, long.Positions...), append(long.Rates, long.Rates...), append(long.Loads, long.Loads...)
		long.States = append(long.States, long.States...)
	}
	long.Starts = []int{0, 4800}
	require.Equal(t, longestMotion, long.lagrangian().r.frames())
	for _, lack := range []func(*Recording){
		func(r *Recording) { r.AddEnergies = nil }, func(r *Recording) { r.Loads = nil }, func(r *Recording) { r.States = nil },
		func(r *Recording) { r.Rates = nil }, func(r *Recording) { r.Each = 3 },
	} {
		r := logged(240, 0, 0)
		lack(r)
		require.Nil(t, r.lagrangian())
	}
}

// TestLagOf: a lag is at the minimum of a parabola, and its error is at least that of the noise.
func TestLagOf(t *testing.T) {
	blocks := [][]float64{{4.5, 4.5}, {0.5, 0.5}, {0.5, 0.5}, {4.5, 4.5}}
	lag := lagOf(blocks, 1, 3, 1)
	require.InDelta(t, -1.5, lag.Frames, 1e-12)
	require.InDelta(t, 0.5, lag.Error, 1e-12, "the curvature is 8")
	for unshifted, none := range map[float64]bool{1.99: true, 2.01: false} {
		require.Equal(t, none, math.IsInf(lagOf([][]float64{{9}, {1}, {1}, {unshifted}}, 1, 3, 1).Error, 1))
	}
	lag = lagOf([][]float64{{4.5, 4.5}, {1, 1}, {2.5, 2.5}, {9, 9}}, 1, 3, 5)
	require.InDelta(t, 0.2-2, lag.Frames, 1e-12)
	require.InDelta(t, 1, lag.Error, 1e-12, "the curvature is 10")
	blocks[0][0], blocks[2][0] = 0.5, 4.5
	require.Greater(t, lagOf(blocks, 1, 3, 1e-9).Error, 0.1, "blocks differ")
}

// TestNoiseOfEquations: of independent equations, three eighths of all, as many as constants are fitted, and at least one is left.
func TestNoiseOfEquations(t *testing.T) {
	require.InDelta(t, 1./10, unitEquations(40, 5).normal([]float64{1}).noise(), 1e-12)
	require.InDelta(t, 1./8, unitEquations(40, 7).normal([]float64{1}).noise(), 1e-12)
	require.InDelta(t, 1, unitEquations(16, 5).normal([]float64{1}).noise(), 1e-12, "6 for 5 constants")
	require.InDelta(t, 1, unitEquations(8, 5).normal([]float64{1}).noise(), 1e-12, "3 for 5")
	two := unitEquations(40, 5)
	two.of.r.Elements, two.of.r.Loads = 2, make([]float64, 80)
	two.terms, two.products = append(two.terms, two.terms[0]), append(two.products, two.products[0])
	require.InDelta(t, 2./(30-8), two.normal([]float64{1, 1}).noise(), 1e-12)
}

// TestBlocksOfEquations: what is left of joints is summed in blocks of eight equations at least, over the joints' weights.
func TestBlocksOfEquations(t *testing.T) {
	left := make([]float64, 18)
	for i := range left {
		left[i] = float64(1 + i/8)
	}
	s := &solution{left: [][]float64{left, slices.Repeat([]float64{2}, 18)}}
	require.Equal(t, []float64{8./2 + 32./4, 32./2 + 32./4, 18./2 + 8./4}, s.blocks([]float64{2, 4}))
	require.Equal(t, []float64{8. / 2, 32. / 2, 18. / 2}, s.blocks([]float64{2, 0}), "a joint without loads")
	long := &solution{left: [][]float64{slices.Repeat([]float64{1}, 4*fewBlocks*9)}}
	require.Equal(t, slices.Repeat([]float64{9}, 4*fewBlocks), long.blocks([]float64{1}))
}
