package law

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
)

// along are pairs of two particles on the first axis, one curve of each kind.
func along(curves int, all ...pair) *pairs {
	p := &pairs{all: all, particles: 2}
	for kind := range curves {
		p.curves = append(p.curves, curveOf{kind: kind, knots: []float64{1, 2, 4}})
	}
	for i := range p.all {
		p.all[i].direction[0] = 1 - 2*float64(p.all[i].particle)
	}
	return p
}

// TestWeights: a particle has the weight 1 / sqrt(F^2 + m^2), where m is the median of the sizes
// of forces, but at least a thousandth of their root mean square.
func TestWeights(t *testing.T) {
	p := &pairs{particles: 3}
	s, err := newSystem(p, []float64{0, 3, 4, 0, 0, -12, 1, 0, 0})
	require.NoError(t, err)
	require.InDelta(t, math.Sqrt((25+144+1)/3.), s.mean, 1e-12)
	want := []float64{1 / math.Sqrt(50), 1. / 13, 1 / math.Sqrt(26)}
	allclose.Within(t, want, s.weights, 1e-12)
	allclose.Within(t, []float64{0, 3 * want[0], 4 * want[0], 0, 0, -12 * want[1], want[2], 0, 0}, s.forces, 1e-12)
	require.InDelta(t, 25./50+144./169+1./26, s.squares(), 1e-12)

	s, err = newSystem(p, []float64{0, 0, 0, 0, 0, 0, 3, 0, 0})
	require.NoError(t, err)
	require.InDelta(t, 1000/math.Sqrt(3), s.weights[0], 1e-9)
}

// TestForcesRefused: there are three finite numbers for each particle, and not all are 0.
func TestForcesRefused(t *testing.T) {
	p := &pairs{particles: 2}
	for message, forces := range map[string][]float64{
		"5 numbers are the forces on 2 particles":              {1, 2, 3, 4, 5},
		"the force on particle 1 of all samples is not finite": {1, 2, 3, 4, 5, math.Inf(-1)},
		"the force on particle 0 of all samples is not finite": {math.NaN(), 2, 3, 4, 5, 6},
		"the model has no force on any particle":               {0, 0, 0, 0, 0, 0},
	} {
		_, err := newSystem(p, forces)
		require.ErrorContains(t, err, message)
	}
	_, err := newSystem(p, []float64{1, 0, 0, 0, 0, 0})
	require.NoError(t, err)
}

// TestHat: a hat is 1 at its knot, 0 at all others and beyond the first and the last, and straight
// between them.
func TestHat(t *testing.T) {
	at := []float64{1, 2, 4}
	for k, want := range [][]float64{{0, 1, 0.75, 0, 0, 0, 0}, {0, 0, 0.25, 1, 0.25, 0, 0}, {0, 0, 0, 0, 0.75, 1, 0}} {
		for i, r := range []float64{0.5, 1, 1.25, 2, 3.5, 4, 5} {
			require.Equal(t, want[i], hat(at, k)(r), "knot %d at %g", k, r)
		}
	}
}

// TestFunctions: a curve has its hats, or the functions of its known form, and curves that are
// excepted have none.
func TestFunctions(t *testing.T) {
	s := &linear{pairs: along(3), known: map[int][]basis{1: {{1, one}}}}
	curves := func(all []basis) (of []int) {
		for _, b := range all {
			of = append(of, b.curve)
		}
		return of
	}
	require.Equal(t, []int{0, 0, 0, 1, 2, 2, 2}, curves(s.functions()))
	require.Equal(t, []int{1, 2, 2, 2}, curves(s.functions(0)))
	require.Equal(t, []int{0, 0, 0, 2, 2, 2}, curves(s.functions(1)))
	require.Equal(t, []int{2, 2, 2}, curves(s.hats(2)))
	require.Equal(t, 1., s.hats(2)[1].of(2))
}

// TestColumns: a function acts on the particles of its curve's pairs, times their charges or not,
// times the weight of the particle.
func TestColumns(t *testing.T) {
	p := along(2, pair{particle: 0, distance: 2, charges: -3}, pair{particle: 1, distance: 2, charges: -3}, pair{particle: 1, kind: 1, distance: 4, charges: 1})
	s := &linear{pairs: p, forces: make([]float64, 6), weights: []float64{0.5, 2}}
	double := func(r float64) float64 { return 2 * r }
	require.Equal(t, [][]float64{{2, 0, 0, -8, 0, 0}, {0, 0, 0, -16, 0, 0}}, s.columns([]basis{{0, double}, {1, double}}))
	p.curves[0].charges = true
	require.Equal(t, [][]float64{{-6, 0, 0, 24, 0, 0}}, s.columns([]basis{{0, double}}))
	p.all = append(p.all, pair{particle: 0, distance: 1, charges: 1, direction: [3]float64{0, 0.6, -0.8}})
	require.Equal(t, [][]float64{{-6, 0.6, -0.8, 24, 0, 0}}, s.columns([]basis{{0, double}}))
}

// TestGram: products with more columns are those of all columns at once.
func TestGram(t *testing.T) {
	s := &linear{forces: []float64{1, 2, -1}}
	columns := [][]float64{{1, 0, 2}, {3, 1, 0}, {0, 5, 1}}
	whole := s.gram(nil, columns)
	require.Equal(t, 6., whole.squares)
	require.Equal(t, []float64{-1, 5, 9}, whole.right)
	for a, row := range [][]float64{{5, 3, 2}, {3, 10, 5}, {2, 5, 26}} {
		for b, want := range row {
			require.Equal(t, want, whole.products.At(a, b))
		}
	}
	first := s.gram(nil, columns[:2])
	first.products.SetSym(0, 1, 7) // it is taken, and not computed again
	first.right[0], first.squares = 11, 13
	more := s.gram(first, columns[2:])
	require.Equal(t, columns, more.columns)
	require.Equal(t, []float64{11, 5, 9}, more.right)
	require.Equal(t, 13., more.squares)
	for a, row := range [][]float64{{5, 7, 2}, {7, 10, 5}, {2, 5, 26}} {
		for b, want := range row {
			require.Equal(t, want, more.products.At(a, b))
		}
	}
	require.Len(t, first.right, 2)
	none := s.gram(nil, nil)
	require.Nil(t, none.products)
	require.Equal(t, 6., none.squares)
}

// TestSolve: coefficients are those of the least squares, whatever the lengths of columns, a column
// of zeros has none, and the squares that are left are never below 0.
func TestSolve(t *testing.T) {
	s := &linear{forces: []float64{2, 3, 5}}
	solved, err := s.solve(s.gram(nil, [][]float64{{1e-3, 0, 0}, {0, 0, 0}, {0, 200, 0}}))
	require.NoError(t, err)
	allclose.Within(t, []float64{2000, 0, 0.015}, solved.coefficients, 1e-6)
	require.InDelta(t, 25, solved.left, 1e-6)
	solved, err = s.solve(s.gram(nil, [][]float64{{1, 1, 0}, {0, 1, 1}}))
	require.NoError(t, err)
	allclose.Within(t, []float64{2. / 3, 11. / 3}, solved.coefficients, 1e-6)
	require.InDelta(t, 38-(10./3+88./3), solved.left, 1e-6)
	solved, err = s.solve(&gram{columns: [][]float64{{1}}, products: s.gram(nil, [][]float64{{1}}).products, right: []float64{2}, squares: 3})
	require.NoError(t, err)
	require.Zero(t, solved.left)
	_, err = s.solve(s.gram(nil, [][]float64{{1, 1, 0}, {2, 2, 0}}))
	require.NoError(t, err, "columns that are alike")
	_, err = s.solve(s.gram(nil, [][]float64{{math.NaN(), 0, 0}}))
	require.EqualError(t, err, "the forces on the data's particles do not tell its curves apart: take more samples")
}

// TestLeftWithoutSolution: what a formula leaves is not known where the other curves have no
// solution, and where the law was not found in forces, or the form is unknown.
func TestLeftWithoutSolution(t *testing.T) {
	s := springs(t)
	s.curves = append(s.curves, curveOf{kind: 1, knots: []float64{1}})
	law := &Law{found: s, Explained: 1}
	formula := formula(Curve{}, Form{Name: "spring", Constants: []Constant{{Name: "k", Value: 2}, {Name: "l", Value: 3}}})
	left, ok := law.left(0, formula)
	require.True(t, ok)
	require.InDelta(t, 0, left, 1e-5)
	formula.Constants["l"] = 4
	left, ok = law.left(0, formula)
	require.True(t, ok)
	wrong := left
	require.Greater(t, wrong, 0.3)
	law.Explained = 0.98
	left, _ = law.left(0, formula)
	require.InDelta(t, math.Sqrt(wrong*wrong-0.02), left, 1e-9)

	s.known[1] = []basis{{0, func(float64) float64 { return math.NaN() }}}
	_, ok = law.left(0, formula)
	require.False(t, ok)
	delete(s.known, 1)
	formula.Form = "gravity"
	_, ok = law.left(0, formula)
	require.False(t, ok)
	formula.Form = "spring"
	_, ok = (&Law{}).left(0, formula)
	require.False(t, ok)
}

// springs are two particles with three pairs at the distances 1, 2 and 4 on the three axes, and
// the force -2 (r - 3) in each.
func springs(t *testing.T) *linear {
	p := &pairs{particles: 6, curves: []curveOf{{name: "free", knots: []float64{1, 2, 4}}}}
	var forces []float64
	for i, r := range []float64{1, 2, 4} {
		for end := range 2 {
			one := pair{particle: 2*i + end, distance: r, charges: 1}
			one.direction[i] = 1 - 2*float64(end)
			p.all = append(p.all, one)
			force := [3]float64{}
			force[i] = -2 * (r - 3) * one.direction[i]
			forces = append(forces, force[:]...)
		}
	}
	s, err := newSystem(p, forces)
	require.NoError(t, err)
	return s
}

// TestCurve: a curve has the forces at its knots with the number of its pairs that are nearest, and
// its share of all forces.
func TestCurve(t *testing.T) {
	s := springs(t)
	s.all = append(s.all, pair{kind: 1, distance: 4})
	s.curves[0].charges, s.curves[0].constrained = true, true
	curve, left, err := s.curve(0)
	require.NoError(t, err)
	require.InDelta(t, 0, left, 1e-6)
	require.InDelta(t, 1, curve.Share, 1e-6)
	require.True(t, curve.Charges)
	require.True(t, curve.Constrained)
	require.Equal(t, "free", curve.Pairs)
	for k, want := range []Point{{1, 4, 2}, {2, 2, 2}, {4, -2, 2}} {
		require.Equal(t, want.Distance, curve.Points[k].Distance)
		require.InDelta(t, want.Force, curve.Points[k].Force, 1e-6)
		require.Equal(t, want.Pairs, curve.Points[k].Pairs)
	}
	for i := range 6 { // of the nearest pair nothing is explained
		s.all[i].kind = 1
		if i > 1 {
			s.all[i].kind = 0
		}
	}
	whole := s.squares()
	curve, left, err = s.curve(0)
	require.NoError(t, err)
	require.InDelta(t, math.Sqrt(1-left/whole), curve.Share, 1e-6)
	require.Zero(t, curve.Points[0].Pairs)
	s.known[0] = []basis{{0, func(float64) float64 { return math.NaN() }}}
	s.curves = append(s.curves, s.curves[0])
	_, _, err = s.curve(1)
	require.ErrorContains(t, err, "do not tell its curves apart")
}

// TestNearest: a distance belongs to the nearest knot, and half way to the farther one.
func TestNearest(t *testing.T) {
	for r, want := range map[float64]int{0.5: 0, 1: 0, 1.4: 0, 1.5: 1, 1.6: 1, 2: 1, 2.9: 1, 3: 2, 4: 2, 9: 2} {
		require.Equal(t, want, nearest([]float64{1, 2, 4}, r), "%g", r)
	}
}
