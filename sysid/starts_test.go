package sysid

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/internal/test/allclose"
	"gmnc/sysid/rigid"
)

// TestFallsEnough: a step must lower the cost by a ten-thousandth of what its slope promises.
func TestFallsEnough(t *testing.T) {
	require.True(t, fallsEnough(10, 9.99895, 10))
	require.False(t, fallsEnough(10, 9.99905, 10))
	require.False(t, fallsEnough(10, 10, 10))
	require.True(t, fallsEnough(10, 9.9995, 4))
	require.False(t, fallsEnough(10, math.Inf(1), 1))
	require.False(t, fallsEnough(10, math.NaN(), 1))
}

// TestSolved: equations of any scale are solved, and those without a solution are an error.
func TestSolved(t *testing.T) {
	x, err := solved(mat.NewSymDense(2, []float64{4e6, 2, 2, 3e-6}), []float64{4e6 + 4, 2 + 6e-6})
	require.NoError(t, err)
	allclose.Within(t, []float64{1, 2}, x, 1e-6)
	_, err = solved(mat.NewSymDense(2, []float64{1, 2, 2, 1}), []float64{1, 1})
	require.ErrorContains(t, err, "the equations of the constants have no solution")
}

// TestPriorStarts: constants begin at the file's values or, if it has none, at typical ones; terms of friction
// have deviations in units of the torque.
func TestPriorStarts(t *testing.T) {
	tree, _ := hinge(1)
	tree.Links[0].Damping, tree.Links[0].Friction = 0.5, 0.25
	l, err := newLaw(tree, []string{Inertia, "rotor", "viscous"})
	require.NoError(t, err)
	p := newPrior(l, 3, []float64{5}, []float64{4})
	start, wide := p.start[l.of(0, 0):], p.wide[l.of(0, 0):]
	require.Equal(t, [2]float64{0.5, 0.25}, [2]float64{start[viscous], start[coulomb]})
	for of, want := range map[int]float64{logStill: startStill, logDisplacement: startDisplacement, logCreep: startCreep, logSlow: startSlow} {
		require.InDelta(t, want, math.Exp(start[of]), 1e-12)
	}
	for of, want := range map[int]float64{
		viscous: 5, root: 5, coulomb: 5, stribeck: 5, offset: 5, load: 0.1, loadRoot: 0.1, loadStribeck: 0.1, delay: 0.05, logStill: 2, logDisplacement: 0.7, logCreep: 1.5, logSlow: 1,
	} {
		require.Equal(t, want, wide[of], of)
	}
	require.Equal(t, 10+perJoint, len(p.start))
	require.Equal(t, rigid.Constants, l.of(0, 0))
}

// TestWidenedPrior: the curvature of a rotor that was found below its start is that at the start.
func TestWidenedPrior(t *testing.T) {
	tree, _ := hinge(1)
	l, err := newLaw(tree, []string{Inertia, "rotor"})
	require.NoError(t, err)
	p := newPrior(l, 3, []float64{5}, []float64{4})
	at := l.index[l.of(0, rotor)]
	begin := p.start[l.of(0, rotor)]
	for factor, widened := range map[float64]bool{0.5: true, 1: false, 2: false} {
		constants := append([]float64{}, p.start...)
		constants[l.of(0, rotor)] = factor * begin
		curvature := mat.NewSymDense(len(l.free), nil)
		p.add(l, constants, make([]float64, len(l.free)), curvature)
		before := curvature.At(at, at)
		p.widen(l, constants, curvature)
		want := before
		if widened {
			want = 3 / (begin * begin)
		}
		require.InEpsilon(t, want, curvature.At(at, at), 1e-9, "%g", factor)
	}
}
