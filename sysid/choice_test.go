package sysid

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHelps: a term helps that lowers the squares by half a hundredth, and by two standard errors of
// the differences of blocks.
func TestHelps(t *testing.T) {
	even := func(by float64) (after []float64) { return []float64{100 - by, 100 - by*1.1, 100 - by*0.9, 100 - by} }
	before := []float64{100, 100, 100, 100}
	require.True(t, helps(before, even(0.51)))
	require.False(t, helps(before, even(0.49)))
	require.False(t, helps(before, even(-1)))
	for deviation, want := range map[float64]bool{0.95: true, 1.05: false} { // 4 blocks: the sum of 4 is two errors at 1
		require.Equal(t, want, helps(before, []float64{99 - deviation, 99 + deviation, 99 - deviation, 99 + deviation}), deviation)
	}
}

// TestDelayed: of a law whose torque is a sine of time, a delay adds what the sine is later, to
// the second order, and nothing before the motion was followed.
func TestDelayed(t *testing.T) {
	m := &motion{}
	for i := range 400 {
		m.time, m.rows = append(m.time, 0.01*float64(i)), append(m.rows, i)
	}
	c := changes{first: matrix(1, 400), second: matrix(1, 400)}
	torques := make([]float64, 400)
	for i, now := range m.time {
		torques[i] = math.Sin(3 * now)
	}
	for i := range torques {
		c.first[0][i] = m.slope(torques, i)
	}
	for i := range torques {
		c.second[0][i] = m.slope(c.first[0], i)
	}
	l := &law{changes: map[*motion]changes{}}
	torque, by := l.delayed(m, 0, 200, 0.05)
	require.Zero(t, torque)
	require.Zero(t, by)
	l.changes[m] = c
	for _, delay := range []float64{-0.05, 0.05} {
		torque, by = l.delayed(m, 0, 200, delay)
		require.InDelta(t, math.Sin(3*(2+delay))-math.Sin(6), torque, 0.001)
		require.InDelta(t, 3*math.Cos(3*(2+delay)), by, 0.04)
	}
}

// TestUnseen: a joint stands for Coulomb's friction where its rate is less than two deviations of the
// noise that the filter lets through.
func TestUnseen(t *testing.T) {
	tree, r := hinge(300)
	for i := range 300 {
		r.Rate[0][i] = 0.4
		if i%2 == 0 {
			r.Rate[0][i] = -0.4
		}
	}
	for _, c := range []struct {
		mean  float64
		moves bool
	}{{0, false}, {3, true}} {
		shifted := *r
		shifted.Rate = matrix(1, 300)
		for i := range 300 {
			shifted.Rate[0][i] = r.Rate[0][i] + c.mean
		}
		m := smoothed(tree, &shifted, rateNoise(&shifted), 0.05)
		require.Equal(t, c.moves, m.swift[0][150] != 0)
		require.NotZero(t, m.path[0].Friction(m.steps, 1e-3, 0, false).State[150], "friction with memory goes where the joint went")
	}
}

// TestStartsOfFriction: where nothing is known of a joint's friction, its shape begins at a hundredth of
// a radian a second, at 3e-4 rad and at ten seconds, and each has a width of its own.
func TestStartsOfFriction(t *testing.T) {
	tree, _ := hinge(8)
	l, err := newLaw(tree, TermNames())
	require.NoError(t, err)
	p := newPrior(l, 1, []float64{5}, []float64{4})
	for c, want := range map[int][2]float64{logStill: {0.01, 2}, logSlow: {0.01, 1}, logDisplacement: {3e-4, 0.7}, logCreep: {0.1, 1.5}} {
		require.InEpsilon(t, want[0], math.Exp(p.start[l.of(0, c)]), 1e-12, jointNames[c].name)
		require.Equal(t, want[1], p.wide[l.of(0, c)], jointNames[c].name)
	}
	for _, c := range []int{viscous, root, coulomb, stribeck, offset} {
		require.Zero(t, p.start[l.of(0, c)])
		require.Equal(t, 5.0, p.wide[l.of(0, c)], "the torque's size")
	}
	for _, c := range []int{load, loadRoot, loadStribeck} {
		require.Equal(t, 0.1, p.wide[l.of(0, c)])
	}
	require.Equal(t, 0.05, p.wide[l.of(0, delay)])
	require.Equal(t, 0.1*5/4, p.start[l.of(0, rotor)], "a tenth of the torque's size")
}
