package sysid

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/sysid/jointlog"
)

// TestMeasuredDelay: the error of a law with a delay is what the delay adds to the torque. The course of the torque has the delay,
// and what noise does to accelerations has not.
func TestMeasuredDelay(t *testing.T) {
	tree, r := hinge(300)
	for i, time := range r.Time {
		r.Angle[0][i], r.Rate[0][i], r.Torque[0][i] = math.Sin(3*time), 3*math.Cos(3*time), 6*math.Cos(3*time)
	}
	m := smoothed(tree, r, []float64{0.01}, 0.05)
	l, err := newLaw(tree, []string{"viscous", "delay"})
	require.NoError(t, err)
	f := newFit(l, newPrior(l, 1, []float64{5}, []float64{5}), []*motion{m})
	clear(f.constants)
	f.constants[l.of(0, viscous)] = 2
	require.Less(t, (&Model{fit: f}).measure([]*motion{m}).Error[0], 1e-3)
	f.constants[l.of(0, delay)] = 0.01
	model := &Model{fit: f, Half: 0.05}
	require.InEpsilon(t, 0.01*18/math.Sqrt2, model.measure([]*motion{m}).Error[0], 0.05)
	require.Zero(t, model.measure([]*motion{m}).Trembling[0], "the law has no inertia")
	course, err := model.Course(r)
	require.NoError(t, err)
	for i, time := range course.Time {
		if i > 10 && i < len(course.Time)-10 {
			require.InDelta(t, 6*math.Cos(3*(time+0.01)), course.Model[0][i], 0.01, "%g s", time)
		}
	}
	for k, left := range f.residualsOf([]*motion{m.part(func(seconds float64) bool { return seconds > 0.5 && seconds < 1.5 })})[0].residuals[0] {
		time := 0.53 + 0.02*float64(k)
		require.InDelta(t, 6*math.Cos(3*time)-6*math.Cos(3*(time+0.01)), left, 0.03, "a part of the motion has the delay, too")
	}
}

// TestDelayFollowsTheFit: the changes of torques from which a delay has its error are those by the constants that were found.
func TestDelayFollowsTheFit(t *testing.T) {
	tree, r := hinge(600)
	tree.Links[0].Links = []string{"rod"}
	for i, time := range r.Time {
		rising := 3 + 0.2*time
		r.Angle[0][i], r.Rate[0][i] = math.Sin(rising*time), (rising+0.2*time)*math.Cos(rising*time)
		r.Torque[0][i] = 2*r.Rate[0][i] - 3*r.Angle[0][i] + 0.3*math.Sin(1e4*time*time)
	}
	model, err := Identify(t.Context(), tree, []jointlog.Recording{*r}, Options{Trust: 1, Half: 0.05, Learn: []string{"viscous", "delay"}})
	require.NoError(t, err)
	m := model.fit.motions[0]
	found := model.fit.changes[m]
	require.NotZero(t, model.Delays()[0])
	model.fit.followDelay(m)
	require.Equal(t, model.fit.changes[m], found)
}

// TestTurning: a delay is as uncertain as a turn between two stamps, by the share of friction in the
// changes of the torque, over all motions and with the longest step.
func TestTurning(t *testing.T) {
	short, long := &motion{time: []float64{0, 0.01, 0.02}}, &motion{time: []float64{0, 0.02, 0.04}}
	of := func(first, friction float64) changes {
		return changes{first: [][]float64{{first, first}}, friction: [][]float64{{friction, friction}}}
	}
	for _, c := range []struct {
		first, second [2]float64 // all changes and those by friction
		want          float64
	}{{[2]float64{2, 1}, [2]float64{0, 0}, 0.25}, {[2]float64{2, 0}, [2]float64{4, 3}, 0.45}, {[2]float64{1, 2}, [2]float64{1, 2}, 1}, {[2]float64{0, 0}, [2]float64{0, 0}, 0}} {
		f := &fit{law: &law{changes: map[*motion]changes{short: of(c.first[0], c.first[1]), long: of(c.second[0], c.second[1])}}, motions: []*motion{short, long}}
		require.InDelta(t, c.want*0.02/math.Sqrt(12), f.turning(0), 1e-12, c)
	}
}
