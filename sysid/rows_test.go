package sysid

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
)

// stamped is a motion with rows of the fit at these times.
func stamped(times ...float64) *motion {
	m := &motion{time: times}
	for row := range times {
		m.rows = append(m.rows, row)
	}
	return m
}

// TestCut: a block ends with the row before the one that is its length later, and the last block
// with the rows.
func TestCut(t *testing.T) {
	m := stamped(1, 1.5, 2.4, 2.5, 3, 4, 5)
	m.cut(1.5)
	require.Equal(t, []int{0, 3, 5, 7}, m.blocks)
	m.rows = m.rows[1:]
	m.cut(1.5)
	require.Equal(t, []int{0, 3, 5, 6}, m.blocks, "from the first row of the fit")
	m.cut(9)
	require.Equal(t, []int{0, 6}, m.blocks)
}

// TestNeighbors: a row next to a gap of more than three times the other distance stands in for the row
// beyond it.
func TestNeighbors(t *testing.T) {
	for _, c := range []struct {
		times         []float64
		before, after int
	}{
		{[]float64{0, 1, 2}, 0, 2},
		{[]float64{0, 2.9, 3.9}, 0, 2}, {[]float64{0, 3.1, 4.1}, 1, 2},
		{[]float64{0, 2, 7.9}, 0, 2}, {[]float64{0, 2, 8.1}, 0, 1}, {[]float64{0, 5.9, 7.9}, 0, 2}, {[]float64{0, 6.1, 8.1}, 1, 2},
		{[]float64{0, 1, 3.9}, 0, 2}, {[]float64{0, 1, 4.1}, 0, 1}, {[]float64{0, 1, 4}, 0, 2}, {[]float64{0, 3, 4}, 0, 2},
	} {
		before, after := stamped(c.times...).neighbors(1)
		require.Equal(t, []int{c.before, c.after}, []int{before, after}, c.times)
	}
	ends := stamped(0, 1, 2)
	before, after := ends.neighbors(0)
	require.Equal(t, []int{0, 1}, []int{before, after})
	before, after = ends.neighbors(2)
	require.Equal(t, []int{1, 2}, []int{before, after})
}

// TestSlopesOfRows: the derivative is exact for quartics at even rows, and that of a line elsewhere.
func TestSlopesOfRows(t *testing.T) {
	quartic := func(x float64) float64 { return x*x*x*x - 2*x*x*x + x }
	values := func(times []float64, of func(x float64) float64) (all []float64) {
		for _, x := range times {
			all = append(all, of(x))
		}
		return all
	}
	even := []float64{0, 0.5, 1, 1.5, 2}
	require.InDelta(t, 4-6+1, stamped(even...).slope(values(even, quartic), 2), 1e-12)
	line := func(x float64) float64 { return 3 * x }
	for _, k := range []int{0, 1, 2, 3, 4} {
		require.InDelta(t, 3, stamped(even...).slope(values(even, line), k), 1e-12, k)
	}
	// A step that differs by 0.9 % counts as even, and by 1.1 % no longer.
	for off, isQuartic := range map[float64]bool{0.0045: true, 0.0055: false, -0.0045: true, -0.0055: false} {
		times := []float64{0, 0.5, 1 + off, 1.5, 2}
		kink := []float64{5, 0, 0, 0, 0}
		require.Equal(t, isQuartic, stamped(times...).slope(kink, 2) != 0, off)
	}
	require.Zero(t, stamped(1).slope([]float64{4}, 0))
}

// TestParts: a part has the rows that are kept by their time from the first, with their regressors.
func TestParts(t *testing.T) {
	m := stamped(5, 6, 7)
	m.regressor = [][][]float64{{{1}}, {{2}}, {{3}}}
	p := m.part(func(seconds float64) bool { return seconds > 0 && seconds < 1.5 })
	require.Equal(t, []int{1}, p.rows)
	require.Equal(t, [][][]float64{{{2}}}, p.regressor)
	require.Len(t, m.rows, 3)
}

// TestRanks: masses are fixed before first moments, these before inertias, and friction last.
func TestRanks(t *testing.T) {
	tree, _ := hinge(1)
	tree.Links = append(tree.Links, tree.Links[0])
	l, err := newLaw(tree, []string{Inertia, "rotor", "viscous", "coulomb"})
	require.NoError(t, err)
	f := &fit{law: l}
	ranks := map[int]int{}
	for i, rank := range f.ranks() {
		ranks[f.free[i]] = rank
	}
	for link := range 2 {
		for k, want := range []int{0, 1, 1, 1, 2, 2, 2, 2, 2, 2} {
			require.Equal(t, want, ranks[10*link+k], k)
		}
		require.Equal(t, []int{3, 4, 4}, []int{ranks[f.of(link, rotor)], ranks[f.of(link, viscous)], ranks[f.of(link, coulomb)]})
	}
}

// TestBlocksOfEquations: normal calls back at the end of each block, when its rows are in the gradient
// and no others.
func TestBlocksOfEquations(t *testing.T) {
	tree, r := hinge(300)
	for i := range r.Time {
		r.Rate[0][i], r.Torque[0][i] = 1, 2
	}
	m := smoothed(tree, r, []float64{0}, 0.05)
	m.path[0].Friction(m.steps, 1, 0, false)
	l, err := newLaw(tree, []string{"offset"})
	require.NoError(t, err)
	f := newFit(l, newPrior(l, 1, []float64{5}, []float64{5}), []*motion{m})
	m.blocks = []int{0, 10, 30, len(m.rows)}
	whole, gradient := make([]float64, len(f.free)), make([]float64, len(f.free))
	f.normal(m, whole, nil, nil)
	var shares []float64
	f.normal(m, gradient, nil, func() { shares = append(shares, gradient[0]/whole[0]) })
	rows := float64(len(m.rows))
	require.Len(t, shares, 3)
	allclose.Within(t, []float64{10 / rows, 30 / rows, 1}, shares, 1e-3)
}

// TestWeights: a weight is 1 over the variance of the residuals, and over the number of rows that
// count as one, which is 1 for residuals in pairs, and 2 for residuals in fours.
func TestWeights(t *testing.T) {
	tree, r := hinge(400)
	m := smoothed(tree, r, []float64{0}, 0.05)
	m.rows = nil
	for row := range 320 {
		m.rows = append(m.rows, row)
	}
	m.regress(tree)
	l, err := newLaw(tree, []string{"offset"})
	require.NoError(t, err)
	f := newFit(l, newPrior(l, 1, []float64{5}, []float64{5}), []*motion{m})
	still := f.residuals(m)[0]
	for run, same := range map[int]float64{2: 1, 4: 2} {
		for k := range m.rows {
			m.torque[0][k] += 3*float64(1-2*(k/run%2)) - still[k]
		}
		f.weigh()
		require.InEpsilon(t, 1/(9*same), f.weights[0], 0.02, run)
		still = f.residuals(m)[0]
	}
}

// TestLeastResidual: residuals below a hundred-thousandth of a joint's torque count as that.
func TestLeastResidual(t *testing.T) {
	tree, r := hinge(400)
	m := smoothed(tree, r, []float64{0}, 0.05)
	m.rows = nil
	for row := range 320 {
		m.rows = append(m.rows, row)
	}
	m.regress(tree)
	l, err := newLaw(tree, []string{"offset"})
	require.NoError(t, err)
	f := newFit(l, newPrior(l, 1, []float64{5}, []float64{5}), []*motion{m})
	f.constants[l.of(0, offset)] = 5
	change := func(by func(k int) float64) {
		for k, left := range f.residuals(m)[0] {
			m.torque[0][m.rows[k]] += by(k) - left
		}
	}
	change(func(int) float64 { return 0 })
	size := math.Sqrt(squared(m.torque[0]))
	for share, want := range map[float64]float64{0: 1e-5, 0.9e-5: 1e-5, 1.1e-5: 1.1e-5, 4e-5: 4e-5} {
		change(func(k int) float64 { return share * size * float64(1-2*(k/2%2)) })
		f.weigh()
		require.InEpsilon(t, 1/math.Pow(want*size, 2), f.weights[0], 0.02, share)
	}
}
