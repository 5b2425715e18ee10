package train

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/internal/test/allclose"
)

// slopes is a parabola about 0 that goes down only at the given number of the comparisons, or never,
// or always.
type slopes struct {
	down, tried int
	always      bool
	at          []float64 // where it was compared
}

func (s *slopes) equations(at []float64) (*mat.SymDense, *mat.VecDense, error) {
	return mat.NewSymDense(1, []float64{1}), mat.NewVecDense(1, []float64{at[0]}), nil
}

func (s *slopes) lower(at []float64) (bool, error) {
	s.tried++
	s.at = append(s.at, at[0])
	return s.always || s.tried == s.down, nil
}

// TestTries: an iteration tries six dampings at least, from 1e-2 to 1e3, and ends the fit if none of
// them goes down. After one that does, the next iteration begins with a tenth of its damping, and
// tries more than six until it exceeds 10.
func TestTries(t *testing.T) {
	never := &slopes{}
	at, err := marquardt(never, []float64{1}, reach{iterations: 3, most: 1})
	require.NoError(t, err)
	require.Equal(t, []float64{1}, at)
	require.Equal(t, 6, never.tried)
	for i, damping := range []float64{1e-2, 1e-1, 1, 10, 100, 1000} {
		require.InDelta(t, 1-1/(1+damping), never.at[i], 1e-12)
	}
	first := &slopes{down: 1}
	at, err = marquardt(first, []float64{1}, reach{iterations: 2, most: 1})
	require.NoError(t, err)
	require.InDelta(t, 1-1/1.01, at[0], 1e-12)
	require.Equal(t, 1+6, first.tried, "from 1e-3 to 100")
	second := &slopes{down: 2}
	at, err = marquardt(second, []float64{1}, reach{iterations: 1, most: 0.5})
	require.NoError(t, err)
	require.Equal(t, []float64{0.5}, at, "by the most that is allowed")
}

// TestEndOfFit: a fit ends after an iteration that moves parameters by less than 1e-4.
func TestEndOfFit(t *testing.T) {
	for move, iterations := range map[float64]int{0.99e-4: 1, 1.01e-4: 2} {
		all := &slopes{always: true}
		_, err := marquardt(all, []float64{1.01 * move}, reach{iterations: 5, most: 1})
		require.NoError(t, err)
		require.Equal(t, iterations, all.tried)
	}
}

// TestDamped: a step is shortened to the most that is allowed, and ends at the least values.
func TestDamped(t *testing.T) {
	curvature, slope := mat.NewSymDense(2, []float64{1, 0, 0, 0}), mat.NewVecDense(2, []float64{4, 1})
	next, most := reach{most: 10}.damped([]float64{1, 1}, curvature, slope, 1)
	allclose.Within(t, []float64{1 - 2, 0}, next, 1e-12, "a curvature of 0 counts as 1")
	require.InDelta(t, 2, most, 1e-12)
	next, most = reach{most: 1, least: []float64{0.75, 0}}.damped([]float64{1, 1}, curvature, slope, 1)
	allclose.Within(t, []float64{0.75, 0.5}, next, 1e-12)
	require.Equal(t, 1., most)
	next, most = reach{most: 1}.damped([]float64{1, 1}, mat.NewSymDense(2, []float64{1, 9, 9, 1}), slope, 0.01)
	require.Equal(t, []float64{1, 1}, next, "no minimum")
	require.Zero(t, most)
}
