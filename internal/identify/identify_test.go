package identify_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/internal/identify"
	"gmnc/internal/test/allclose"
)

// TestHold: of directions without information one parameter each is held, of the lowest rank, and
// words say with which others it goes.
func TestHold(t *testing.T) {
	names := []string{"mass of 0", "mass of 1", "stiffness", "gravity of y"}
	factors := []bool{true, true, true, false}
	// masses and the stiffness grow together; nothing depends on gravity.
	ratio := mat.NewSymDense(4, nil)
	ratio.SymRankOne(ratio, 9, mat.NewVecDense(4, []float64{1, -1, 0, 0}))
	ratio.SymRankOne(ratio, 4, mat.NewVecDense(4, []float64{1, 0, -1, 0}))
	basis := identify.Undetermined(ratio, 1e-9)
	require.Len(t, basis, 2)
	held := identify.Fix(basis, []int{0, 0, 1, 2})
	require.Len(t, held, 2)
	require.Equal(t, 0, held[0].Fixed)
	allclose.Within(t, []float64{1, 1, 1, 0}, held[0].Along, 1e-9)
	require.Equal(t, "the data hold only ratios, and it sets the scale of mass of 1 and stiffness", held[0].Words(names, factors))
	require.Equal(t, 3, held[1].Fixed)
	require.Equal(t, "nothing in the data depends on it", held[1].Words(names, factors))

	held = identify.Fix(basis, []int{1, 1, 0, 2})
	require.Equal(t, 2, held[0].Fixed, "a lower rank is held first")
	require.Equal(t, "the data do not tell it apart from mass of 0", identify.Direction{Fixed: 2, Along: []float64{-1, 0.04, 1, 0}}.Words(names, factors))
	require.Equal(t, "the data do not tell it apart from gravity of y", identify.Direction{Fixed: 0, Along: []float64{1, 0, 0, 1}}.Words(names, factors), "a vector is no ratio")
	require.Equal(t, "the data hold only ratios, and it sets the scale of mass of 1", identify.Direction{Fixed: 0, Along: []float64{1, 1.04, 0, 0}}.Words(names, factors))
	require.Equal(t, "the data do not tell it apart from mass of 1", identify.Direction{Fixed: 0, Along: []float64{1, 1.051, 0, 0}}.Words(names, factors))
	require.Equal(t, "the data do not tell it apart from stiffness", identify.Direction{Fixed: 0, Along: []float64{1, -0.049, 0.051, 0}}.Words(names, factors))
}

// TestUndetermined: information counts as none below the level, and where it is no number nothing
// is said.
func TestUndetermined(t *testing.T) {
	of := mat.NewSymDense(2, []float64{2, 0, 0, 1})
	require.Empty(t, identify.Undetermined(of, 1))
	require.Equal(t, [][]float64{{0, 1}}, identify.Undetermined(of, 1.01))
	require.Empty(t, identify.Fix([][]float64{{0, 0}}, []int{0, 0}))
	require.Equal(t, 1, identify.Fix([][]float64{{0.09, 1}}, []int{0, 1})[0].Fixed, "a small component does not stand for a direction")
	require.Equal(t, 0, identify.Fix([][]float64{{0.11, 1}}, []int{0, 1})[0].Fixed)
}

// TestCovariance: of many groups the scatter of their scores counts where it is larger than what
// independent noise has, and of few that alone.
func TestCovariance(t *testing.T) {
	information := mat.NewSymDense(2, []float64{4, 0, 0, 100})
	few, many := mat.NewDense(6, 2, nil), mat.NewDense(7, 2, nil)
	for _, scores := range []*mat.Dense{few, many} {
		for i := range scores.RawMatrix().Rows {
			scores.Set(i, 0, 8*math.Pow(-1, float64(i)))
		}
	}
	allclose.Within(t, []float64{1. / 2, 1. / 10}, identify.Deviations(identify.Covariance(information, few)), 1e-12)
	// the scores are 2 along the first, of the variance 7 x 4 by seven groups, of which two are used
	allclose.Within(t, []float64{math.Sqrt(7 * 4 * 7. / 5), 1. / 10}, identify.Deviations(identify.Covariance(information, many)), 1e-12)
	require.Nil(t, identify.Covariance(mat.NewSymDense(1, []float64{0}), mat.NewDense(1, 1, nil)))
	together := identify.Covariance(mat.NewSymDense(2, []float64{2, 1, 1, 2}), mat.NewDense(1, 2, nil))
	require.InDelta(t, -1./3, together.At(0, 1), 1e-12)
	// a variance that grows leaves correlations as they are
	scattered := mat.NewDense(7, 2, nil)
	for i := range 7 {
		scattered.Set(i, 0, 9*math.Pow(-1, float64(i)))
	}
	wider := identify.Covariance(mat.NewSymDense(2, []float64{2, 1, 1, 2}), scattered)
	require.Greater(t, wider.At(0, 0), 10.)
	require.InDelta(t, -1./2, wider.At(0, 1)/math.Sqrt(wider.At(0, 0)*wider.At(1, 1)), 1e-12)
}

// TestWithin: the information along directions, which need not be those of parameters.
func TestWithin(t *testing.T) {
	information := mat.NewSymDense(2, []float64{2, 1, 1, 5})
	columns := mat.NewDense(2, 2, []float64{1, 1, 0, -1})
	along := identify.Within(information, columns)
	require.Equal(t, []float64{2, 1, 5}, []float64{along.At(0, 0), along.At(0, 1), along.At(1, 1)})
	one := identify.Within(information, mat.NewDense(2, 1, []float64{0, 2}))
	require.Equal(t, 1, one.SymmetricDim())
	require.Equal(t, 20., one.At(0, 0))
}

func TestList(t *testing.T) {
	require.Equal(t, "", identify.List(nil))
	require.Equal(t, "a", identify.List([]string{"a"}))
	require.Equal(t, "a, b and c", identify.List([]string{"a", "b", "c"}))
}

// TestFixedOfBases: each direction moves one fixed parameter alone, whatever the order of the basis, and the first of a rank is
// fixed first.
func TestFixedOfBases(t *testing.T) {
	for _, c := range []struct {
		basis [][]float64
		rank  []int
		fixed []int
		along [][]float64
	}{
		{[][]float64{{0, 1, 1}, {1, 0, 1}}, []int{0, 0, 0}, []int{0, 1}, [][]float64{{1, 0, 1}, {0, 1, 1}}},
		{[][]float64{{2, 1, 0}, {2, 3, 0}}, []int{0, 0, 0}, []int{0, 1}, [][]float64{{1, 0, 0}, {0, 1, 0}}},
		{[][]float64{{0, 1, 1}, {1, 0, 1}}, []int{1, 1, 0}, []int{2, 0}, [][]float64{{0, 1, 1}, {1, -1, 0}}},
		{[][]float64{{1, 1}, {2, 2}}, []int{0, 0}, []int{0}, [][]float64{{1, 1}}},
		{[][]float64{{0.5, 4}}, []int{0, 0}, []int{0}, [][]float64{{1, 8}}},
		{nil, nil, nil, nil},
	} {
		fixed := identify.Fix(c.basis, c.rank)
		require.Len(t, fixed, len(c.fixed), "%v", c.basis)
		for i, direction := range fixed {
			require.Equal(t, c.fixed[i], direction.Fixed, "%v", c.basis)
			allclose.Within(t, c.along[i], direction.Along, 1e-12)
		}
	}
	require.Empty(t, identify.Undetermined(&mat.SymDense{}, 1))
}

// TestLists: names are joined as in a sentence.
func TestLists(t *testing.T) {
	for want, names := range map[string][]string{"": nil, "a": {"a"}, "a and b": {"a", "b"}, "a, b and c": {"a", "b", "c"}} {
		require.Equal(t, want, identify.List(names))
	}
	require.Equal(t, "the data do not tell it apart from a and b", identify.Inseparable([]string{"a", "b"}))
}
