package bench

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/plot"
)

// TestLinesOfGrowth: each graph and use has a line of the sizes that were measured.
func TestLinesOfGrowth(t *testing.T) {
	r := &Report{Growth: []Growth{{Graph: "a", Use: "run", Edges: 10}, {Graph: "a", Use: "run", Edges: 20, Missing: "memory"}, {Graph: "a", Use: "run", Edges: 40}, {Graph: "b", Use: "run", Edges: 5}, {Graph: "b", Use: "training", Edges: 6, Missing: "memory"}}}
	require.Equal(t, []plot.Series{{Name: "run, a", X: []float64{10, 40}, Y: []float64{11, 41}}, {Name: "run, b", X: []float64{5}, Y: []float64{6}}, {Name: "training, b"}},
		r.lines(func(g Growth) float64 { return float64(g.Edges + 1) }))
}

// TestSmallerSizes: each size is measured with the last that was not missing, from none on, and an error ends it.
func TestSmallerSizes(t *testing.T) {
	var smaller []int
	err := ofSizes([]int{2, 3, 4, 5}, func(size int, last Growth) (Growth, error) {
		smaller = append(smaller, last.Edges)
		g := Growth{Edges: 10 * size}
		if size == 3 {
			g.Missing = "memory"
		}
		return g, nil
	})
	require.NoError(t, err)
	require.Equal(t, []int{1, 20, 20, 40}, smaller)
	broken := errors.New("broken")
	require.Equal(t, broken, ofSizes([]int{1}, func(int, Growth) (Growth, error) { return Growth{}, broken }))
}

// TestPrepared: a canceled context prepares nothing, and an error of the preparation is that of the measurement.
func TestPrepared(t *testing.T) {
	r, broken := Repetition{Least: 2}, errors.New("broken")
	_, err := r.prepared(t.Context(), 1, func() (ready, error) { return ready{}, broken })
	require.Equal(t, broken, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = r.prepared(ctx, 1, nil)
	require.Equal(t, context.Canceled, err)
	calls := 0
	spread, err := r.prepared(t.Context(), 1, func() (ready, error) {
		return ready{func() error { calls++; return nil }, func() error { return nil }}, nil
	})
	require.NoError(t, err)
	require.Equal(t, 2, spread.Runs)
	require.GreaterOrEqual(t, calls, 2)
}

// TestDurations: durations are in microseconds below a millisecond, and in milliseconds below a second.
func TestDurations(t *testing.T) {
	for seconds, want := range map[float64]string{1e-3: "1.00 ms", 1: "1.00 s", 2: "2.00 s", 0.5: "500 ms", 5e-4: "500 us"} {
		require.Equal(t, want, duration(seconds))
	}
}

// TestFoldersOfPeers: the folder is the one that GMNC_PEERS names; without it, one in the user's cache, or else among temporary
// files. Compiled code is kept in the cache if the environment has one.
func TestFoldersOfPeers(t *testing.T) {
	t.Setenv("GMNC_PEERS", "here")
	require.Equal(t, "here", DefaultPeerFolder())
	t.Setenv(peersVariable, "")
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	require.Equal(t, filepath.Join(cache, "gmnc", "peers"), DefaultPeerFolder())
	none, some := PeerEnvironment{Variables: []string{"A=1"}}.environment(), PeerEnvironment{Cache: "c", Variables: []string{"A=1"}}.environment()
	require.Equal(t, []string{"PYTHONDONTWRITEBYTECODE=", "TORCHINDUCTOR_COMPILE_THREADS=1", "A=1"}, none[len(none)-3:])
	require.Equal(t, []string{"TORCHINDUCTOR_CACHE_DIR=" + filepath.Join("c", "torch"), "JAX_COMPILATION_CACHE_DIR=" + filepath.Join("c", "jax"), "A=1"}, some[len(some)-3:])
	require.Len(t, some, len(none)+2)
}

// TestNearestOnLattice: of the sites of a lattice, 6 are up to 1 from one of them, and 32 up to 2.
func TestNearestOnLattice(t *testing.T) {
	require.Len(t, nearestOnLattice(1), 6)
	require.Len(t, nearest, 32)
	require.NotContains(t, nearest, [3]int{})
}

// TestMultiplyAdds: the cases that only make multiply-adds are on all cores and on one, and a call makes all of its operations.
func TestMultiplyAdds(t *testing.T) {
	cases := multiplyAdds()
	require.Len(t, cases, 2)
	require.True(t, cases[1].oneCore)
	require.Positive(t, cases[1].operations)
	require.Zero(t, math.Mod(cases[0].operations, cases[1].operations))
	made, err := cases[1].prepare()
	require.NoError(t, err)
	require.NoError(t, made.call())
	require.NoError(t, made.close())
}
