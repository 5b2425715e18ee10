package sysid

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/sysid/rigid"
)

// TestPriorDerivatives: the prior's gradient and curvature are those of its value, for inertias,
// rotors and friction.
func TestPriorDerivatives(t *testing.T) {
	tree, _ := hinge(1)
	second := tree.Links[0]
	second.Parent, second.Mass, second.Moment = 0, 3, [3]float64{0.2, -0.1, 0.3}
	tree.Links = append(tree.Links, second)
	l, err := newLaw(tree, []string{Inertia, "rotor", "viscous", "offset"})
	require.NoError(t, err)
	p := newPrior(l, 3, []float64{5, 7}, []float64{4, 2})
	constants := append([]float64{}, p.start...)
	constants[0], constants[3] = 2.5, -0.6
	constants[l.of(0, rotor)], constants[l.of(0, viscous)], constants[l.of(0, offset)] = 1.7*p.start[l.of(0, rotor)], 0.5, -0.3
	constants[rigid.Constants], constants[l.of(1, rotor)], constants[l.of(1, viscous)] = 3.5, 0.7*p.start[l.of(1, rotor)], -0.4
	at := func(moved []float64) (value float64, gradient []float64, curvature *mat.SymDense) {
		gradient, curvature = make([]float64, len(l.free)), mat.NewSymDense(len(l.free), nil)
		return p.add(l, moved, gradient, curvature), gradient, curvature
	}
	_, gradient, curvature := at(constants)
	for i, c := range l.free {
		step := 1e-5 * max(1e-2, math.Abs(constants[c]))
		var values [2]float64
		var gradients [2][]float64
		for side, by := range []float64{step, -step} {
			moved := append([]float64{}, constants...)
			moved[c] += by
			values[side], gradients[side], _ = at(moved)
		}
		require.InDelta(t, (values[0]-values[1])/(2*step), gradient[i], 1e-4*(1+math.Abs(gradient[i])), "constant %d", c)
		for k := range l.free {
			want := (gradients[0][k] - gradients[1][k]) / (2 * step)
			require.InDelta(t, want, curvature.At(i, k), 1e-4*(1+math.Abs(want)), "constants %d and %d", c, l.free[k])
		}
	}
	for c, wrong := range map[int]float64{0: 0, rigid.Constants: 0, l.of(0, rotor): 0, l.of(1, rotor): 0} {
		moved := append([]float64{}, constants...)
		moved[c] = wrong
		value, _, _ := at(moved)
		require.True(t, math.IsInf(value, 1), "constant %d", c)
	}
}

// TestRotorStart: a rotor starts at the value of the robot's file, and without one at the inertia
// that takes a tenth of the joint's torque.
func TestRotorStart(t *testing.T) {
	for file, start := range map[float64]float64{0: 0.1 * 5 / 4.0, 0.03: 0.03} {
		tree, _ := hinge(1)
		tree.Links[0].Rotor = file
		l, err := newLaw(tree, []string{"rotor"})
		require.NoError(t, err)
		p := newPrior(l, 3, []float64{5}, []float64{4})
		require.InDelta(t, start, p.start[l.of(0, rotor)], 1e-15)
		require.InDelta(t, start, newFit(l, p, nil).constants[l.of(0, rotor)], 1e-15)
		without, err := newLaw(tree, []string{"viscous"})
		require.NoError(t, err)
		require.Equal(t, file, newFit(without, p, nil).constants[l.of(0, rotor)], "not learned")
	}
}

// TestOneStep: constants in which the torque is linear are found in one whole step.
func TestOneStep(t *testing.T) {
	tree, r := hinge(300)
	for i, time := range r.Time {
		r.Angle[0][i], r.Rate[0][i], r.Torque[0][i] = math.Sin(3*time), 3*math.Cos(3*time), 7*math.Cos(3*time)+2
	}
	m := smoothed(tree, r, []float64{0}, 0.05)
	l, err := newLaw(tree, []string{"viscous", "offset"})
	require.NoError(t, err)
	f := newFit(l, newPrior(l, 1, []float64{5}, []float64{5}), []*motion{m})
	require.NoError(t, f.solve(context.Background()))
	_, gradient, curvature := f.equations()
	step, err := solved(curvature, gradient)
	require.NoError(t, err)
	for _, by := range step {
		require.InDelta(t, 0, by, 1e-9)
	}
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	require.ErrorIs(t, f.solve(canceled), context.Canceled)
}
