package sysid

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/datasets/urdf"
	"gmnc/sysid/rigid"
)

// TestDeterminedDirections: data determine a direction from ten times the prior's information on, in units of each
// constant's own standard deviation.
func TestDeterminedDirections(t *testing.T) {
	for _, c := range []struct {
		over []float64 // information of the data over the prior's, of each constant
		told int
	}{{[]float64{10.5, 10.5}, 2}, {[]float64{9.5, 10.5}, 1}, {[]float64{9.5, 9.5}, 0}} {
		u := &uncertainty{before: []float64{2, 0.1}}
		information := mat.NewSymDense(2, nil)
		for i, over := range c.over {
			information.SetSym(i, i, over/(u.before[i]*u.before[i]))
		}
		u.findUndetermined(information)
		require.Equal(t, c.told, u.determined, c)
		require.Len(t, u.undetermined, 2-c.told)
		u.covariance = mat.NewSymDense(2, []float64{4, 0, 0, 4})
		if c.told == 1 {
			require.InDelta(t, 2, u.undeterminedError(0), 1e-12)
			require.InDelta(t, 0, u.undeterminedError(1), 1e-12)
		}
	}
}

// TestDetermines: data determine a constant whose standard error is below 0.3 of that before them, and of
// which less than half comes from a direction that they do not determine, by the same covariance.
func TestDetermines(t *testing.T) {
	const sin = 0.1
	cos := math.Sqrt(1 - sin*sin)
	// of returns the uncertainty with variances of the directions that the data leave open and determine.
	of := func(open, determined float64) *uncertainty {
		first, second := []float64{sin, cos}, []float64{cos, -sin}
		u := &uncertainty{before: []float64{2, 3}, undetermined: [][]float64{first}, covariance: mat.NewSymDense(2, nil)}
		for i := range 2 {
			for k := range i + 1 {
				u.covariance.SetSym(i, k, (open*first[i]*first[k]+determined*second[i]*second[k])*u.before[i]*u.before[k])
			}
		}
		return u
	}
	u := of(1, 0.09)
	require.InDelta(t, 2*sin, u.undeterminedError(0), 1e-12)
	require.InDelta(t, 3*cos, u.undeterminedError(1), 1e-12)
	require.False(t, u.determines(1))
	for open, want := range map[float64]bool{1: true, 1.9: true, 2.1: false} {
		require.Equal(t, want, of(open, 0.062).determines(0), open)
	}
	for determined, want := range map[float64]bool{0.08: true, 0.1: false} {
		require.Equal(t, want, of(0.5, determined).determines(0), determined)
	}
}

// TestWiden: a rotor that the data took below its start is as unknown before any data as where it
// starts, and one above is as the prior has it there.
func TestWiden(t *testing.T) {
	l, err := newLaw(&rigid.Tree{Links: make([]urdf.Link, 2)}, []string{"rotor"})
	require.NoError(t, err)
	p := &prior{trust: 3, start: make([]float64, len(l.index))}
	constants := make([]float64, len(l.index))
	p.start[l.of(0, rotor)], constants[l.of(0, rotor)] = 2, 0.5
	p.start[l.of(1, rotor)], constants[l.of(1, rotor)] = 2, 2.5
	curvature := mat.NewSymDense(2, []float64{3 / 0.25, 0, 0, 3 / 6.25})
	p.widen(l, constants, curvature)
	require.InDelta(t, 3./4, curvature.At(0, 0), 1e-12)
	require.InDelta(t, 3/6.25, curvature.At(1, 1), 1e-12)
}
