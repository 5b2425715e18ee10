package sysid

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// TestNoiseless: a log has no noise if at all joints that of torques and that of accelerations are
// what rounding is.
func TestNoiseless(t *testing.T) {
	for _, c := range []struct {
		noise, trembling float64 // of the second joint, relative to the bound
		want             bool
	}{{0.99, 0.99, true}, {1.01, 0, false}, {0, 1.01, false}} {
		e := Errors{Size: []float64{5, 10}, Noise: []float64{0, c.noise * simulated * 10}, Trembling: []float64{0, c.trembling * simulated * 10}}
		require.Equal(t, c.want, e.noiseless(), c)
	}
}

// TestMost: residuals of four rows, of which each has the size that its weight gives, move a sum of
// constants by two standard deviations at most. What is noise has no bound.
func TestMost(t *testing.T) {
	f := &fit{motions: []*motion{{rows: make([]int, 3)}, {rows: make([]int, 1)}}, weights: []float64{4, 100}}
	require.InDelta(t, 2, f.off(&Errors{Fitted: []float64{0.5, 0}}), 1e-12)
	require.InDelta(t, 4, f.off(&Errors{Fitted: []float64{0.5, 0.1732050807568877}}), 1e-12)
	u := &uncertainty{covariance: mat.NewSymDense(2, []float64{4, 1, 1, 9})}
	sum := mat.NewVecDense(2, []float64{1, 2})
	require.InDelta(t, 6.6332495807108, u.deviation(sum), 1e-12) // the root of 4 + 4 + 36
	require.Zero(t, u.most(sum))
	u.off = 2
	require.InDelta(t, 2*6.6332495807108, u.most(sum), 1e-12)
}
