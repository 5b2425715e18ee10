package conformal

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/allclose"
)

// TestLeastSquares: the line through the selected points is found, but for the penalty of a ten thousandth. What hardly
// varies has the weight 0.
func TestLeastSquares(t *testing.T) {
	x := [][]float64{{1, 5, 1e-7}, {2, 5, -1e-7}, {4, 5, 1e-7}, {100, 9, 3}}
	targets := []float64{3 + 2*1, 3 + 2*2, 3 + 2*4, -50}
	selected := func(i int) bool { return i < 3 }
	mean, deviation, n := moments(x, selected)
	require.Equal(t, 3., n)
	allclose.Within(t, []float64{7. / 3, 5}, mean[:2], 1e-12)
	allclose.Within(t, []float64{math.Sqrt(21./3 - 49./9), 0}, deviation[:2], 1e-6)
	fitted, err := leastSquares(x, targets, selected)
	require.NoError(t, err)
	weight := 2 / (1 + 1e-4)
	allclose.Within(t, []float64{weight, 0, 0}, fitted.Weights, 1e-12)
	require.InDelta(t, 3+2*7./3-weight*7/3, fitted.Offset, 1e-12)
	require.Equal(t, 11., dot([]float64{1, 2}, []float64{3, 4}))
}

// TestFeatures: a feature is half the logarithm of its square, softened by a hundredth of the median, or of the largest if
// the median is 0, or by 1. Its range contains all values.
func TestFeatures(t *testing.T) {
	r := &config.Radius{}
	e := Errors{Names: []string{"a", "b", "c", "d"}, Least: []float64{0, 0, 0, 5}, Squares: []float32{1, 0, 0, 1, 100, 0, 0, 2, 400, 9, 0, 3}}
	x, err := features(r, e)
	require.NoError(t, err)
	soft := []float64{1, 0.09, 1, 5}
	for k, f := range r.Features {
		require.Equal(t, e.Names[k], f.Name)
		require.InDelta(t, soft[k], f.Soft, 1e-12)
		least, most := math.Inf(1), math.Inf(-1)
		for i := range 3 {
			require.InDelta(t, math.Log(float64(e.Squares[4*i+k])+soft[k])/2, x[i][k], 1e-12)
			least, most = min(least, x[i][k]), max(most, x[i][k])
		}
		require.Equal(t, []float64{least, most}, []float64{f.Low, f.High})
	}
	e.Squares[5] = float32(math.NaN())
	_, err = features(r, e)
	require.EqualError(t, err, "particle 1 of all samples: the square of its b is NaN")
}

// TestQuantiles: of nine numbers, the fifth is not exceeded by another with a probability of a half.
func TestQuantiles(t *testing.T) {
	values := []float64{9, 8, 7, 6, 5, 4, 3, 2, 1}
	for level, want := range map[float64]float64{0.1: 1, 0.5: 5, 0.51: 6, 0.9: 9, 0.99: 9} {
		require.Equal(t, want, quantile(values, level), "%g", level)
	}
	fold, ofParticle := foldsOf([]int{1, 2, 1, 1, 1, 1, 1, 1, 1, 1})
	require.Equal(t, []int{0, 0, 1, 1, 2, 2, 3, 3, 4, 4}, fold)
	require.Equal(t, []int{0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4}, ofParticle)
	require.Equal(t, 1., coveredOf(make([]float64, 10), fold, 0.9), "a score of the quantile is covered")
	require.Equal(t, 0.9, coveredOf([]float64{9, 1, 1, 1, 1, 1, 1, 1, 1, 1}, fold, 0.9))
}

// TestSteps: factors are the quantiles of errors over radii, of positions, systems and velocities.
func TestSteps(t *testing.T) {
	var r Radii
	var e Errors
	for i := range 10 {
		r.Position, r.Velocity, r.System = append(r.Position, 2), append(r.Velocity, 4), append(r.System, 1)
		e.Position, e.Velocity, e.Sizes = append(e.Position, float64(i+1)), append(e.Velocity, float64(i+1)), append(e.Sizes, 1)
	}
	f, c := stepOf(0.5, 1, r, e)
	require.Equal(t, config.RadiusStep{Position: 3, Velocity: 1.5, System: 6}, f)
	require.Equal(t, []int{10, 10}, []int{c.Samples, c.Particles})
	require.Equal(t, c.Position, c.System)
	require.Equal(t, c.Position, *c.Velocity)
	require.InDelta(t, 0.5, c.Position, 0.2)
	r.Velocity = nil
	f, c = stepOf(0.5, 1, r, e)
	require.Zero(t, f.Velocity)
	require.Nil(t, c.Velocity)
}

// TestTells: a number that is 0, negative or lost has no logarithm.
func TestTells(t *testing.T) {
	for _, c := range []struct {
		sum       float32
		motion, e float64
		tells     bool
	}{{1, 1, 1, true}, {0, 1, 1, false}, {1, 0, 1, false}, {1, 1, 0, false}, {1, 1, math.MaxFloat32, false}, {1, 1, math.Nextafter(math.MaxFloat32, 0), true}} {
		require.Equal(t, c.tells, tells(c.sum, c.motion, c.e), "%v", c)
	}
}

// TestCalibratedVelocities: a radius has velocities and their coverage where their errors are known.
func TestCalibratedVelocities(t *testing.T) {
	e := drawn(50, 1)
	e.Velocity = nil
	r, covered, err := Calibrate(0.9, 2, e)
	require.NoError(t, err)
	require.Nil(t, r.Velocity)
	require.Nil(t, covered.Velocity)
	e.Velocity = e.Position
	r, covered, err = Calibrate(0.9, 2, e)
	require.NoError(t, err)
	require.Equal(t, r.Position, r.Velocity)
	require.Equal(t, covered.Position, *covered.Velocity)
	require.Equal(t, []float64{0.9, 2}, []float64{r.Level, r.Time})
	e.Velocity = append([]float64{math.NaN()}, e.Velocity[1:]...)
	_, _, err = Calibrate(0.9, 2, e)
	require.ErrorContains(t, err, "velocities: some predictions are not finite")
}
