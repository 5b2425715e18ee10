package checks

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/internal/test/allclose"
)

// oneJoint returns a recording of a joint with the kinetic energy v^2/2 and the potential energy -cos x.
func oneJoint(positions, rates []float64) *Recording {
	n := len(positions)
	r := &Recording{Elements: 1, Each: 1, Time: 0.5, Starts: []int{0, n}, Positions: positions, Rates: rates, Loads: make([]float64, n), States: make([]float64, n)}
	r.AddEnergies = func(r *Recording) {
		for i, x := range r.Positions {
			r.States = append(r.States, r.Rates[i]*r.Rates[i]/2-math.Cos(x))
			r.Potentials = append(r.Potentials, -math.Cos(x))
		}
	}
	return r
}

// TestTermsOfAJoint: a load is the inertia and the weight in the middle of a frame, the inertia of a rotor,
// and friction.
func TestTermsOfAJoint(t *testing.T) {
	r := oneJoint([]float64{0.3, 0.5, 0.1}, []float64{1, 2, -5})
	allclose.Within(t, []float64{
		2 + (math.Sin(0.3)+math.Sin(0.5))/2, 2, 0.4, 1,
		-14 + (math.Sin(0.5)+math.Sin(0.1))/2, -14, -0.8, -1,
		0, 0, 0, 0,
	}, newLagrangian(r).columns[0], 1e-7)
}

// TestLongMotions: equations of motion are those of the first 4000 frames.
func TestLongMotions(t *testing.T) {
	for frames, compared := range map[int]int{3999: 3999, 4001: 4000} {
		m := oneJoint(make([]float64, frames), make([]float64, frames)).lagrangian()
		require.Equal(t, compared, m.r.frames())
		require.Len(t, m.columns[0], compared*(1+ownColumns))
	}
}

// unitEquations returns equations of a joint, of which each of some columns is 1 in one.
func unitEquations(frames, columns int) *equations {
	terms, products := mat.NewDense(frames, columns, nil), mat.NewSymDense(columns, nil)
	for k := range columns {
		terms.Set(k, k, 1)
	}
	products.SymOuterK(1, terms.T())
	e := &equations{of: &lagrangian{r: &Recording{Elements: 1, Loads: make([]float64, frames)}}, kernel: []float64{1}, states: columns - ownColumns}
	for frame := range frames {
		e.frames = append(e.frames, frame)
	}
	e.terms, e.products = []*mat.Dense{terms}, []*mat.SymDense{products}
	return e
}

// TestRank: of two columns that differ by a small angle, the difference counts if the least eigenvalue is above
// a millionth.
func TestRank(t *testing.T) {
	for least, rank := range map[float64]int{2e-6: 5, 0.5e-6: 4} {
		e := unitEquations(6, 5)
		e.terms[0].Set(0, 1, 1-least)
		e.terms[0].Set(1, 1, math.Sqrt(1-(1-least)*(1-least)))
		e.products[0].SymOuterK(1, e.terms[0].T())
		require.Equal(t, rank, e.normal([]float64{1}).rank(), least)
	}
}

// TestExplain: the weights of joints are the squares of their loads at first, and three times those of what is left.
func TestExplain(t *testing.T) {
	e := logged(240, 0, 0.01).lagrangian().widestKernel()
	a := e.loads(e.of.r.Loads, 0)
	s := e.normal([]float64{sumOfSquares(a.loads[0]), sumOfSquares(a.loads[1])}).solve(a)
	for range 3 {
		s = e.normal(s.squares(a.loads)).solve(a)
	}
	require.Equal(t, s.constants, e.explain(a).constants)
	require.NotEqual(t, s.constants, e.normal(s.squares(a.loads)).solve(a).constants, "a fourth time")
}

// TestSearchedFrames: corrections are compared in the first 600 frames.
func TestSearchedFrames(t *testing.T) {
	for frames, compared := range map[int]int{599: 599, 601: 600} {
		random := slices.Repeat([]float64{0.3, 0.5, 0.1, 0.7, -0.2, -0.4, 0.6}, 86)[:frames]
		r, length := oneJoint(random, random), 0
		copy(r.Loads, random)
		_, ok := r.correctedByEquations(Balance{}, func() []correction {
			return []correction{{loads: func(loads []float64) { length = len(loads) }}}
		})
		require.True(t, ok)
		require.Equal(t, compared, length)
	}
}

// TestDoubted: corrections of positions are tried, though the masses explain the work, if a joint's loads are unexplained
// by more than a hundredth of their squares.
func TestDoubted(t *testing.T) {
	for noise, doubtful := range map[float64]bool{0.09: false, 0.11: true} {
		r, tried := logged(240, 0, noise), false
		_, explained := r.lagrangian().widestKernel().evidence(r.Loads)
		require.Equal(t, doubtful, slices.Max(explained.fractions) > 0.01, explained.fractions)
		_, ok := r.correctedByEquations(Balance{}, func() []correction {
			return []correction{{motion: func([]float64) { tried = true }}}
		})
		require.True(t, ok)
		require.Equal(t, doubtful, tried, noise)
	}
}

// TestKernels: kernels are those of Hann, whose weights have the sum 1.
func TestKernels(t *testing.T) {
	root := math.Sqrt(0.5)
	m := logged(240, 0, 0).lagrangian()
	allclose.Within(t, []float64{(1 - root) / 4, (1 + root) / 4, (1 + root) / 4, (1 - root) / 4}, m.averaged(4, 0).kernel, 1e-12)
	for _, width := range kernels {
		sum := 0.
		for _, weight := range m.averaged(width, 0).kernel {
			sum += weight
		}
		require.InDelta(t, 1, sum, 1e-12)
	}
}

// TestSquaresLeft: what is left of a joint's loads counts from a hundred millionth of their squares on.
func TestSquaresLeft(t *testing.T) {
	s := &solution{left: [][]float64{{0, 0}, {1, 2}, {0, 1e-4}}}
	allclose.Within(t, []float64{25e-8, 5, 25e-8}, s.squares([][]float64{{3, 4}, {3, 4}, {5, 0}}), 1e-12)
}

// TestTermsThatAreZero: a term that is always 0 has only the ridge in the normal equations, and those of the others are scaled to 1.
func TestTermsThatAreZero(t *testing.T) {
	e := unitEquations(6, 5)
	for row := range 6 {
		e.terms[0].Set(row, 2, 0)
	}
	e.products[0].SymOuterK(1, e.terms[0].T())
	n := e.normal([]float64{4})
	right := n.right(averages{products: [][]float64{{1, 2, 0, 4, 5}}})
	for k := range n.lengths {
		for l := range n.lengths {
			want := 0.
			if k == l && k != 2 {
				want = 1
			}
			require.InDelta(t, want, n.matrix.At(k, l), 1e-6, "%d, %d", k, l)
		}
	}
	require.Equal(t, []float64{0, 0}, []float64{n.lengths[2], right.AtVec(2)})
	require.InDelta(t, 0.5, n.lengths[1], 1e-12)
	require.InDelta(t, 2./4/0.5, right.AtVec(1), 1e-12)
}
