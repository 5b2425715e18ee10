package sysid

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/sysid/jointlog"
	"gmnc/sysid/rigid"
)

// rubbed returns a hinge, and a motion of 14 s whose torque is that of a law with these constants of
// the joint, with noise.
func rubbed(t *testing.T, own map[int]float64) (*rigid.Tree, []*motion) {
	tree, r := hinge(1400)
	for i, time := range r.Time {
		r.Angle[0][i] = 0.4*math.Sin(time) + 0.12*math.Sin(2.5*time+1)
		r.Rate[0][i] = 0.4*math.Cos(time) + 0.3*math.Cos(2.5*time+1)
	}
	m := smoothed(tree, r, []float64{0}, 0.04)
	l, err := newLaw(tree, []string{"viscous", "coulomb", rootTerm, stribeckTerm})
	require.NoError(t, err)
	f := newFit(l, newPrior(l, 1, []float64{5}, []float64{5}), []*motion{m})
	clear(f.constants[l.of(0, 0):])
	f.constants[l.of(0, logStill)] = math.Log(1e-4)
	for c, value := range own {
		f.constants[l.of(0, c)] = value
	}
	random := rand.New(rand.NewPCG(1, 2))
	whole := m.whole(tree)
	for row, left := range f.residuals(whole)[0] {
		m.torque[0][row] += 0.02*random.NormFloat64() - left
	}
	return tree, []*motion{m}
}

// TestStartSlow: the Stribeck effect starts at the rate of the grid that is nearest to the true one,
// where the center of its prior is, too, and the search ends at the true one.
func TestStartSlow(t *testing.T) {
	terms := []string{"viscous", "coulomb", stribeckTerm}
	for rate, nearest := range map[float64]float64{0.025: 0.03, 0.12: 0.1, 0.25: 0.3} {
		tree, motions := rubbed(t, map[int]float64{viscous: 0.5, coulomb: 2, stribeck: 1.5, logSlow: math.Log(rate)})
		f, err := begun(context.Background(), tree, motions, terms, 1, nil)
		require.NoError(t, err)
		c := f.of(0, logSlow)
		require.InDelta(t, nearest, math.Exp(f.constants[c]), 1e-9)
		require.Equal(t, f.start[c], f.constants[c])
		f.sure = true
		require.NoError(t, f.search(context.Background(), rounds))
		require.InEpsilon(t, rate, math.Exp(f.constants[c]), 0.1)
		require.InEpsilon(t, 1.5, f.constants[f.of(0, stribeck)], 0.1)
	}
}

// TestStartSlowRest: rows at which friction is unknown do not set the rate.
func TestStartSlowRest(t *testing.T) {
	tree, motions := rubbed(t, map[int]float64{viscous: 0.5, coulomb: 2, stribeck: 1.5, logSlow: math.Log(0.12)})
	m := motions[0]
	for _, row := range m.rows {
		if m.turned[0][row] {
			m.torque[0][row] += 20 * math.Copysign(math.Exp(-math.Pow(m.rate[0][row]/0.03, 2)), m.rate[0][row])
		}
	}
	f, err := begun(context.Background(), tree, motions, []string{"viscous", "coulomb", stribeckTerm}, 1, nil)
	require.NoError(t, err)
	require.InDelta(t, 0.1, math.Exp(f.constants[f.of(0, logSlow)]), 1e-9)
}

// TestCurves: friction that falls with the rate is the Stribeck effect, without the cube root, and
// friction over the cube root is that.
func TestCurves(t *testing.T) {
	for _, c := range []struct {
		own       map[int]float64
		has, lack string
	}{
		{map[int]float64{viscous: 0.5, coulomb: 2, stribeck: 1.5, logSlow: math.Log(0.12)}, stribeckTerm, rootTerm},
		{map[int]float64{viscous: 0.5, coulomb: 0.2, root: 2}, rootTerm, stribeckTerm},
	} {
		tree, motions := rubbed(t, c.own)
		learn, f, err := choose(context.Background(), tree, motions, 1)
		require.NoError(t, err)
		require.Contains(t, learn, c.has)
		require.NotContains(t, learn, c.lack)
		require.NotContains(t, learn, memoryTerm)
		require.True(t, f.sure, "rows with unknown friction are left out, since it has no memory")
	}
}

// ending is a context that is canceled after so many calls of Err.
type ending struct {
	context.Context
	calls, last int
}

func (e *ending) Err() error {
	if e.calls++; e.calls > e.last {
		return context.Canceled
	}
	return nil
}

// TestChooseCanceled: an error in the fit of any term ends the choice, also of the last one.
func TestChooseCanceled(t *testing.T) {
	tree, motions := rubbed(t, map[int]float64{viscous: 0.5, coulomb: 2})
	whole := &ending{Context: t.Context(), last: math.MaxInt}
	_, _, err := choose(whole, tree, motions, 1)
	require.NoError(t, err)
	for _, last := range []int{0, whole.calls / 3, whole.calls - 1} {
		learn, f, err := choose(&ending{Context: t.Context(), last: last}, tree, motions, 1)
		require.ErrorIs(t, err, context.Canceled, "%d of %d", last, whole.calls)
		require.Nil(t, f)
		require.Nil(t, learn)
	}
}

// TestLeftOut: rows that the fit leaves out are in no block's squares, and the constants of a law with
// more terms go only to terms that a law has.
func TestLeftOut(t *testing.T) {
	tree, motions := rubbed(t, map[int]float64{coulomb: 2, root: 2})
	more, err := fitted(context.Background(), tree, motions, []string{"coulomb", rootTerm}, 1, true, 1, nil)
	require.NoError(t, err)
	require.InDelta(t, 2, more.constants[more.of(0, root)], 0.1)
	f, err := begun(context.Background(), tree, motions, []string{"coulomb"}, 1, more)
	require.NoError(t, err)
	require.Zero(t, f.constants[f.of(0, root)])
	require.Equal(t, more.constants[f.of(0, coulomb)], f.constants[f.of(0, coulomb)])

	m := motions[0]
	before := more.squares(m, []float64{1})
	for _, row := range m.rows {
		if m.turned[0][row] {
			m.torque[0][row] += 100
		}
	}
	require.Equal(t, before, more.squares(m, []float64{1}))
	more.sure = false
	require.NotEqual(t, before, more.squares(m, []float64{1}))
}

// TestUntried: recordings of 8 s or less have no part that is held out, which is said.
func TestUntried(t *testing.T) {
	for rows, untried := range map[int]bool{820: true, 1000: false} {
		tree, r := hinge(rows)
		tree.Links[0].Links = []string{"arm"}
		for i, time := range r.Time {
			r.Angle[0][i], r.Rate[0][i], r.Torque[0][i] = math.Sin(3*time), 3*math.Cos(3*time), 4*math.Cos(3*time)
		}
		m, err := Identify(context.Background(), tree, []jointlog.Recording{*r}, Options{Trust: 1, Half: 0.2})
		require.NoError(t, err)
		require.Equal(t, untried, m.Untried() != "", "%d rows", rows)
	}
	require.Contains(t, (&Model{untried: true}).Untried(), "last 8 s or less")
}
