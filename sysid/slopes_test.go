package sysid

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/urdf"
	"gmnc/internal/rotation"
	"gmnc/sysid/jointlog"
	"gmnc/sysid/rigid"
	"gmnc/sysid/series"
)

// TestSlopes holds the derivatives of the torque by all constants against differences, with
// friction that remembers and fades, and with friction that does not.
func TestSlopes(t *testing.T) {
	tree, r := hinge(300)
	for i := range 300 {
		time := r.Time[i]
		r.Angle[0][i], r.Rate[0][i] = math.Sin(3*time), 3*math.Cos(3*time)
	}
	m := smoothed(tree, r, rateNoise(r), 0.05)
	for _, names := range [][]string{{Inertia, "rotor", "viscous", "coulomb", "memory", "root", "load", "stribeck", "offset"}, {Inertia, "coulomb", "load", "stribeck"}} {
		l, err := newLaw(tree, names)
		require.NoError(t, err)
		constants := append([]float64{}, newPrior(l, 1, []float64{5}, []float64{5}).start...)
		for of, value := range map[int]float64{viscous: 0.5, coulomb: 0.7, root: 0.2, load: 0.1, loadRoot: 0.05, stribeck: 0.3, loadStribeck: -0.08, offset: 0.1,
			logStill: math.Log(0.3), logDisplacement: math.Log(0.1), logCreep: math.Log(2), logSlow: math.Log(0.5)} {
			constants[l.of(0, of)] = value
		}
		gradient := make([]float64, len(constants))
		for _, c := range l.free {
			var off, size float64
			for k := range m.rows {
				friction := l.frictions(m, constants, true)
				l.torque(m, &friction[0], 0, k, constants, gradient)
				var sides [2]float64
				const step = 1e-4
				for side, by := range []float64{step, -step} {
					moved := append([]float64{}, constants...)
					moved[c] += by
					friction := l.frictions(m, moved, false)
					sides[side] = l.torque(m, &friction[0], 0, k, moved, nil)
				}
				slope := (sides[0] - sides[1]) / (2 * step)
				off, size = max(off, math.Abs(slope-gradient[c])), max(size, math.Abs(slope))
			}
			require.LessOrEqual(t, off, 0.01*size+1e-9, "constant %d", c-l.of(0, 0))
			if c != 9 && c != 7 && c >= l.of(0, 0) {
				require.Positive(t, size, "constant %d", c-l.of(0, 0))
			}
		}
	}
}

// hinge is a link on one joint, with a log of zeros in steps of 0.01 s.
func hinge(rows int) (*rigid.Tree, *jointlog.Recording) {
	second := rotation.Matrix{{0.2, 0.01, 0}, {0.01, 0.3, 0}, {0, 0, 0.4}}
	tree := &rigid.Tree{Gravity: [3]float64{0, 0, -9.81}, Links: []urdf.Link{
		{Joint: "hinge", Parent: -1, Turn: rotation.Identity, Axis: [3]float64{0, 1, 0}, Mass: 2, Moment: [3]float64{0.1, 0, -0.5}, Second: second},
	}}
	r := &jointlog.Recording{Name: "log", Angle: matrix(1, rows), Rate: matrix(1, rows), Torque: matrix(1, rows)}
	for i := range rows {
		r.Time = append(r.Time, 0.01*float64(i))
	}
	return tree, r
}

// TestStands: a joint is taken to stand where its rate is below two deviations of the noise that the
// filter lets through.
func TestStands(t *testing.T) {
	tree, r := hinge(60)
	const noise, half = 0.1, 0.05
	through, _ := series.NewFilter(r.Time, r.Time[30], half/2).Gain()
	for deviations, stands := range map[float64]bool{1.9: true, 2.1: false} {
		rate := deviations * noise * through
		for i, time := range r.Time {
			r.Angle[0][i], r.Rate[0][i] = rate*time, rate
		}
		require.Equal(t, stands, smoothed(tree, r, []float64{noise}, half).swift[0][30] == 0, "%g deviations", deviations)
	}
}

// TestFrictionLost: damping and friction with the sign of the rate lose nothing of the same friction,
// whatever offset stands beside them, and of friction that fades at small rates what it lacks there.
func TestFrictionLost(t *testing.T) {
	tree, r := hinge(300)
	for i, time := range r.Time {
		r.Angle[0][i], r.Rate[0][i] = math.Sin(3*time), 3*math.Cos(3*time)
	}
	m := smoothed(tree, r, rateNoise(r), 0.05)
	l, err := newLaw(tree, []string{"viscous", "coulomb", "offset"})
	require.NoError(t, err)
	f := newFit(l, newPrior(l, 1, []float64{5}, []float64{5}), []*motion{m})
	for of, value := range map[int]float64{viscous: 2, coulomb: 3, offset: 5, logStill: math.Log(1e-9)} {
		f.constants[l.of(0, of)] = value
	}
	model := &Model{fit: f}
	require.InDelta(t, 0, model.FrictionLost()[0], 1e-6)
	damping, friction := f.simpleFriction(0)
	require.InDelta(t, 2, damping, 1e-6)
	require.InDelta(t, 3, friction, 1e-6)
	signs, own := m.signs(0), f.ownFriction(m, 0)
	for k, row := range m.rows {
		require.InDelta(t, 2*m.rate[0][row]+3*signs[k], own[k], 1e-6)
	}

	f.constants[l.of(0, logStill)] = math.Log(0.5)
	var squares float64
	own = f.ownFriction(m, 0)
	damping, friction = f.simpleFriction(0)
	for k, row := range m.rows {
		squares += math.Pow(own[k]-damping*m.rate[0][row]-friction*signs[k], 2) / float64(len(own))
	}
	require.InEpsilon(t, math.Sqrt(squares), model.FrictionLost()[0], 1e-9)
	require.Greater(t, model.FrictionLost()[0], 0.2)
}

// TestSimpleFriction: small damping and friction are found together, and if one of them would be
// negative, it is 0.
func TestSimpleFriction(t *testing.T) {
	tree, r := hinge(300)
	for i, time := range r.Time {
		r.Angle[0][i], r.Rate[0][i] = math.Sin(3*time), 3*math.Cos(3*time)
	}
	m := smoothed(tree, r, rateNoise(r), 0.05)
	l, err := newLaw(tree, []string{"viscous", "coulomb"})
	require.NoError(t, err)
	f := newFit(l, newPrior(l, 1, []float64{5}, []float64{5}), []*motion{m})
	f.constants[l.of(0, logStill)] = math.Log(1e-9)
	found := func(damping, friction float64) (float64, float64) {
		f.constants[l.of(0, viscous)], f.constants[l.of(0, coulomb)] = damping, friction
		return f.simpleFriction(0)
	}
	damping, friction := found(0.5, 0.7)
	require.InDelta(t, 0.5, damping, 1e-6)
	require.InDelta(t, 0.7, friction, 1e-6)
	damping, friction = found(-0.1, 3)
	require.Zero(t, damping)
	require.InDelta(t, 2.75, friction, 0.1) // the mean of 3 - 0.1 |rate|, weighted alike
	damping, friction = found(2, -0.1)
	require.InDelta(t, 1.96, damping, 0.02)
	require.Zero(t, friction)
}
