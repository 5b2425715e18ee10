package sysid

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
	"gmnc/sysid/pseudoinertia"
	"gmnc/sysid/rigid"
	"gmnc/sysid/series"
)

// swung returns a hinge that swings for 3 s, with a torque that alternates by noise, and a fit of these terms in which all
// constants are 0.
func swung(t *testing.T, noise float64, terms ...string) (*fit, *motion) {
	tree, r := hinge(300)
	for i, time := range r.Time {
		r.Angle[0][i], r.Rate[0][i], r.Torque[0][i] = math.Sin(3*time), 3*math.Cos(3*time), 6*math.Cos(3*time)+noise*float64(1-2*(i%2))
	}
	m := smoothed(tree, r, []float64{0.01}, 0.05)
	l, err := newLaw(tree, terms)
	require.NoError(t, err)
	f := newFit(l, newPrior(l, 1, []float64{5}, []float64{5}), []*motion{m})
	clear(f.constants)
	return f, m
}

// TestMeasures: each error is the root mean square over the rows of both motions of what it is of.
func TestMeasures(t *testing.T) {
	f, m := swung(t, 0.5, "viscous", "rotor")
	f.constants[f.of(0, viscous)], f.constants[f.of(0, rotor)] = 1.5, 0.1
	whole := m.whole(f.tree)
	left := f.residuals(whole)[0]
	var raws, gains, sizes, errors float64
	for k, row := range whole.rows {
		n := float64(len(whole.rows))
		value, _ := whole.filters[row].Gain()
		gains, sizes, errors = gains+value*value/n, sizes+whole.torque[0][row]*whole.torque[0][row]/n, errors+left[k]*left[k]/n
		raws += math.Pow(left[k]+whole.raw[0][row]-whole.torque[0][row], 2) / n
	}
	noise := series.Noise(whole.time, whole.raw[0])
	require.Positive(t, noise)
	model := &Model{fit: f}
	for _, motions := range [][]*motion{{m}, {m, m}} {
		e := model.measure(motions)
		require.Equal(t, []string{"hinge"}, e.Joints)
		for name, c := range map[string]struct {
			want float64
			got  []float64
		}{
			"raw": {math.Sqrt(raws), e.Raw}, "error": {math.Sqrt(errors), e.Error}, "fitted": {math.Sqrt(errors), e.Fitted}, "size": {math.Sqrt(sizes), e.Size},
			"noise": {noise, e.Noise}, "passed": {noise * math.Sqrt(gains), e.Passed}, "trembling": {math.Sqrt(f.trembling(m)[0]), e.Trembling},
			"filtered": {math.Sqrt(removedByFilter(whole, 0, noise)), e.Filtered},
		} {
			require.Len(t, c.got, 1, name)
			require.InDelta(t, c.want, c.got[0], 1e-9, name)
		}
		require.Positive(t, e.Trembling[0])
		require.Nil(t, e.WithResidual)
	}
	require.InEpsilon(t, f.weights[0]*errors*float64(len(left))/2, f.normal(whole, nil, nil, nil), 1e-9)
}

// TestUnsmoothed: what a law leaves of the measured torques is the logarithm of its mean square.
func TestUnsmoothed(t *testing.T) {
	f, m := swung(t, 0.5, "viscous")
	f.constants[f.of(0, viscous)] = 2
	require.InDelta(t, math.Log(0.25), f.unsmoothed([]*motion{m}), 0.01)
	require.InDelta(t, math.Log(0.25), f.unsmoothed([]*motion{m, m}), 0.01)
}

// TestLearnedResidual: a network learns a torque that the law lacks; of a short log, on which nothing is held out, all
// rows choose the penalty.
func TestLearnedResidual(t *testing.T) {
	f, m := swung(t, 0, "viscous")
	f.constants[f.of(0, viscous)] = 1
	r := f.learnResidual()
	require.Equal(t, []float64{1e-4}, r.Penalty)
	squares := squared(f.residuals(m)[0])
	require.InEpsilon(t, math.Sqrt(squares), r.HeldOutWithout[0], 1e-9)
	require.Less(t, r.HeldOut[0], 0.1*r.HeldOutWithout[0])
	var torques []float64
	for _, row := range m.rows {
		torques = append(torques, m.torque[0][row])
	}
	require.InEpsilon(t, squares/squared(torques), r.Fraction[0], 0.02)
	require.Equal(t, r.joints[0].Numbers(), r.Numbers())
	model := &Model{fit: f, Residual: r}
	require.Less(t, model.measure([]*motion{m}).WithResidual[0], 0.2*model.measure([]*motion{m}).Error[0])
	require.Equal(t, []float64{1e-4, 1e-3, 1e-2, 1e-1, 1}, penalties)
}

// TestDependsOnOffset: a residual that is constant depends on a constant, by all of its squares.
func TestDependsOnOffset(t *testing.T) {
	f, m := swung(t, 0, "viscous")
	f.constants[f.of(0, viscous)] = 2
	for row := range m.torque[0] {
		m.torque[0][row]++
	}
	fraction, score := f.explained(0, true, func(*fit, *motion, int, friction) func(k, row int) float64 {
		return func(_, _ int) float64 { return 1 }
	})
	require.InDelta(t, 1, fraction, 0.01)
	require.Positive(t, score)
	rates := func(_ *fit, m *motion, j int, _ friction) func(k, row int) float64 {
		return func(_, row int) float64 { return m.rate[j][row] }
	}
	fraction, _ = f.explained(0, true, rates)
	require.Less(t, fraction, 0.01, "the law has the rate")
	f.free = nil
	f.constants[f.of(0, viscous)] = 1
	fraction, score = f.explained(0, true, rates)
	require.InDelta(t, 4.5/5.5, fraction, 0.02, "a law without constants: 3 cos(3 t) of 3 cos(3 t) + 1")
	require.Positive(t, score)
}

// TestColumnsOfSuspects: what each suspect is at a row.
func TestColumnsOfSuspects(t *testing.T) {
	f, m := swung(t, 0, "viscous")
	copy(f.constants, []float64{1, 0.2, 0.3, -0.4, 0.5, 0.6, 0.7})
	own := f.friction(m, 0, f.constants[f.of(0, 0):][:perJoint], true)
	const k = 20
	row := m.rows[k]
	load := math.Abs(f.rigidTorque(m, 0, k, f.constants))
	require.Positive(t, load)
	var values []float64
	var terms []string
	for _, s := range suspects {
		values, terms = append(values, s.column(f, m, 0, own)(k, row)), append(terms, s.term)
	}
	state := m.path[0].Friction(m.steps, 3e-4, 0, false).State
	_, late := f.delayed(m, 0, k, 0)
	require.NotZero(t, late)
	allclose.Within(t, []float64{m.filters[row].Value(state), m.third[0][row], own.direction[k] * load, 1, late, math.Sin(m.angle[0][row]), math.Cos(m.angle[0][row]),
		m.rate[0][row], m.rate[0][row] * load, m.lost(0, row), m.time[row] - m.time[0]}, values, 1e-12)
	require.Equal(t, []string{"memory", "root", "load", "offset", "delay", "", "", "viscous", "", "", ""}, terms)
}

// TestOwnFrictionWithoutRotor: the friction of a joint has no part of its rotor, its offset or its delay.
func TestOwnFrictionWithoutRotor(t *testing.T) {
	f, m := swung(t, 0, "viscous", "coulomb", "rotor", "offset", "delay")
	f.constants[f.of(0, viscous)], f.constants[f.of(0, coulomb)] = 2, 3
	want := f.ownFriction(m, 0)
	require.NotZero(t, want[10])
	f.constants[f.of(0, rotor)], f.constants[f.of(0, offset)] = 4, 5
	allclose.Within(t, want, f.ownFriction(m, 0), 1e-9)
	f.constants[f.of(0, delay)] = 0.01
	f.follow(m, f.constants)
	allclose.Within(t, want, f.ownFriction(m, 0), 1e-9)
}

// TestPriorOfWeightless: a robot without masses or lengths has the mass 1 and the size 1.
func TestPriorOfWeightless(t *testing.T) {
	tree, _ := hinge(1)
	of := func() []float64 {
		l, err := newLaw(tree, basic)
		require.NoError(t, err)
		return newPrior(l, 1, []float64{5}, []float64{5}).start[:rigid.Constants]
	}
	want := pseudoinertia.Physical(rigid.Of(tree.Links[0]), 1, 2)
	require.Equal(t, want[:], of())
	tree.Links[0].Mass = 0
	require.Equal(t, 1e-3, of()[0])
	tree.Links[0].Mass, tree.Links[0].Origin = 2, [3]float64{0, -7, 3}
	want = pseudoinertia.Physical(rigid.Of(tree.Links[0]), 7, 2)
	require.Equal(t, want[:], of())
}

// TestTitles: constants of links and of joints have the names of theirs, and a sliding rotor has a mass.
func TestTitles(t *testing.T) {
	tree, _ := hinge(1)
	first, second := tree.Links[0], tree.Links[0]
	first.Links, second.Links, second.Joint, second.Slides = []string{"arm"}, []string{"hand"}, "slide", true
	f := &fit{law: &law{tree: &rigid.Tree{Links: append(tree.Links[:0], first, second)}}}
	for c, want := range map[int][3]string{
		0: {"arm", "mass", "kg"}, 13: {"hand", "mass*z", "kg m"}, 19: {"hand", "Iyz", "kg m^2"}, f.of(0, rotor): {"hinge", "rotor inertia", "kg m^2"},
		f.of(0, coulomb): {"hinge", "Coulomb friction", "N m"}, f.of(1, rotor): {"slide", "rotor mass", "kg"}, f.of(1, coulomb): {"slide", "Coulomb friction", "N"},
	} {
		of, name, unit := f.title(c)
		require.Equal(t, want, [3]string{of, name, unit}, "%d", c)
	}
	for c, want := range map[int]bool{0: false, 19: false, f.of(0, offset): false, f.of(0, logStill): true, f.of(1, logSlow): true, f.of(1, rotor): false} {
		require.Equal(t, want, f.isLogarithm(c), "%d", c)
	}
}

// TestRowsOfSmoothed: rows are from half of the half-width on, up to as much before the end; the swift filter has half of the
// width, and steps are those of the log.
func TestRowsOfSmoothed(t *testing.T) {
	tree, r := hinge(60)
	for i := range r.Time {
		r.Time[i] *= 1 + 0.001*float64(i)
		r.Angle[0][i], r.Rate[0][i] = math.Sin(20*r.Time[i]), 20*math.Cos(20*r.Time[i])
	}
	const half = 0.1
	m := smoothed(tree, r, []float64{0}, half)
	last := r.Time[59]
	require.GreaterOrEqual(t, m.time[0], half/2)
	require.Less(t, m.time[0], half/2+0.011)
	require.LessOrEqual(t, m.time[len(m.time)-1], last-half/2)
	require.Greater(t, m.time[len(m.time)-1], last-half/2-0.012)
	require.Len(t, m.steps, 59)
	require.InDelta(t, r.Time[31]-r.Time[30], m.steps[30], 1e-15)
	require.InDelta(t, series.NewFilter(r.Time, r.Time[30], half/2).Value(r.Rate[0]), m.swift[0][30], 1e-12)
	require.Equal(t, r.Time[m.first], m.time[0])
	require.Equal(t, m.filters[0], series.NewFilter(r.Time, m.time[0], half))
	noRates := *r
	noRates.Rate = nil
	slope, _ := series.NewFilter(r.Time, r.Time[30], half/2).Derivatives(r.Angle[0])
	require.InDelta(t, slope, smoothed(tree, &noRates, []float64{0}, half).swift[0][30], 1e-12)
}
