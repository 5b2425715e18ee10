package sysid

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/internal/test/allclose"
	"gmnc/sysid/jointlog"
	"gmnc/sysid/rigid"
)

// leaving returns a fit of viscous friction and of an offset to a motion of 4 s, which leaves these residuals at the
// rows of the fit. The rows are a 32nd of a second apart, 16 of them in each block.
func leaving(t *testing.T, residual func(k int) float64) (*fit, *motion) {
	return leavingOf(t, 4, []string{"viscous", "offset"}, residual)
}

// leavingOf is leaving for a motion of another length and other terms.
func leavingOf(t *testing.T, seconds int, terms []string, residual func(k int) float64) (*fit, *motion) {
	tree, r := hinge(64 * seconds)
	for i := range r.Time {
		r.Time[i] = float64(i) / 64
		r.Angle[0][i], r.Rate[0][i], r.Torque[0][i] = math.Sin(3*r.Time[i]), 3*math.Cos(3*r.Time[i]), 6*math.Cos(3*r.Time[i])
	}
	m := smoothed(tree, r, []float64{0}, 1./16)
	l, err := newLaw(tree, terms)
	require.NoError(t, err)
	f := newFit(l, newPrior(l, 1, []float64{5}, []float64{5}), []*motion{m})
	f.constants[l.of(0, viscous)], f.constants[l.of(0, offset)] = 1.5, -2
	for k, left := range f.residuals(m)[0] {
		m.torque[0][m.rows[k]] += residual(k) - left
	}
	return f, m
}

// TestRowsOfFilter: rows are half of the half-width from the ends or farther, and every second stands in the fit.
func TestRowsOfFilter(t *testing.T) {
	_, m := leaving(t, func(int) float64 { return 0 })
	require.Equal(t, []float64{2. / 64, 253. / 64}, []float64{m.time[0], m.time[len(m.time)-1]})
	require.Equal(t, []int{1, 3, 251}, []int{m.rows[0], m.rows[1], m.rows[len(m.rows)-1]})
	require.Equal(t, 2, m.first)
}

// TestDeviations: the covariance is that of Huber and White over blocks of half a second, and at least that of noise.
func TestDeviations(t *testing.T) {
	const weight, prior = 0.5, 1 / 25.
	sizes := []float64{1, -2, 3, -1, 2, -3, 1, -1}
	for name, residual := range map[string]func(k int) float64{
		"blocks": func(k int) float64 { return sizes[k/16] },
		"noise":  func(k int) float64 { return 0.1 * float64(1-2*(k%2)) },
	} {
		f, m := leaving(t, residual)
		f.weights[0] = weight
		u, err := f.deviations()
		require.NoError(t, err)
		var all, meat [2][2]float64
		var block [2]float64
		for k, row := range m.rows {
			by := [2]float64{m.rate[0][row], 1}
			for i := range by {
				block[i] -= weight * residual(k) * by[i]
				for j := range by {
					all[i][j] += weight * by[i] * by[j]
				}
			}
			if k%16 == 15 || k == len(m.rows)-1 {
				for i := range by {
					for j := range by {
						meat[i][j] += 8. / 7 * block[i] * block[j]
					}
				}
				block = [2]float64{}
			}
		}
		for i := range 2 {
			all[i][i] += prior
			meat[i][i] += prior
		}
		det := all[0][0]*all[1][1] - all[0][1]*all[0][1]
		inverse := [2][2]float64{{all[1][1] / det, -all[0][1] / det}, {-all[0][1] / det, all[0][0] / det}}
		var want [2][2]float64
		for i := range 2 {
			for j := range 2 {
				for k := range 2 {
					for l := range 2 {
						want[i][j] += inverse[i][k] * meat[k][l] * inverse[l][j]
					}
				}
			}
			require.Equal(t, name == "blocks", want[i][i] > inverse[i][i], name)
			want[i][i] = max(want[i][i], inverse[i][i])
		}
		require.InEpsilonSlice(t, []float64{want[0][0], want[0][1], want[1][1]}, []float64{u.covariance.At(0, 0), u.covariance.At(0, 1), u.covariance.At(1, 1)}, 1e-9, name)
		allclose.Within(t, []float64{5, 5}, u.before, 1e-12)
		require.Equal(t, 2, u.determined)
	}
}

// TestDeviationOfRotor: before any data, a rotor that was found below its start is as uncertain as there.
func TestDeviationOfRotor(t *testing.T) {
	f, _ := leavingOf(t, 4, []string{"rotor"}, func(int) float64 { return 0 })
	c := f.of(0, rotor)
	for share, want := range map[float64]float64{0.5: 1, 1: 1, 2: 2} {
		f.constants[c] = share * f.start[c]
		u, err := f.deviations()
		require.NoError(t, err)
		require.InEpsilon(t, want*f.start[c], u.before[0], 1e-9, "%g", share)
	}
}

// TestCost: the cost of other constants is that of the equations at those, and the fit keeps its own.
func TestCost(t *testing.T) {
	f, m := leaving(t, func(k int) float64 { return float64(k % 3) })
	f.motions = append(f.motions, m)
	own := slices.Clone(f.constants)
	cost, _, _ := f.equations()
	require.InEpsilon(t, cost, f.cost(own), 1e-12)
	other := slices.Clone(own)
	other[f.of(0, offset)] += 3
	moved := f.cost(other)
	require.Equal(t, own, f.constants)
	f.constants = other
	cost, _, _ = f.equations()
	require.InEpsilon(t, cost, moved, 1e-12)
	other[0] = -1
	require.True(t, math.IsInf(f.cost(other), 1), "a negative mass")
}

// TestReported: a model lists the constants of links, which stay if they are not learned, and those of joints that are learned,
// with their errors.
func TestReported(t *testing.T) {
	f, _ := leaving(t, func(int) float64 { return 0 })
	f.tree.Links[0].Links = []string{"rod"}
	f.constants[3], f.start[f.of(0, viscous)] = -0.7, 0.25
	m := &Model{fit: f}
	m.name(&uncertainty{before: []float64{5, 5}, covariance: mat.NewSymDense(2, []float64{0.25, 0, 0, 9}), off: 3})
	require.Len(t, m.Constants, rigid.Constants+2)
	require.Equal(t, Constant{Of: "rod", Name: "mass*z", Unit: "kg m", Start: -0.5, Value: -0.7}, m.Constants[3])
	require.Equal(t, Constant{Of: "hinge", Name: "viscous friction", Unit: "N m s/rad", Start: 0.25, Value: 1.5, Error: 0.5, Most: 1.5, Determined: true}, m.Constants[10])
	require.Equal(t, Constant{Of: "hinge", Name: "offset of the torque", Unit: "N m", Value: -2, Error: 3, Most: 9}, m.Constants[11])
}

// TestDirections: a log of a hinge about y determines its first moments along x and z, the inertia about y, its friction and its offset, of all constants.
func TestDirections(t *testing.T) {
	tree, r := hinge(256)
	tree.Links[0].Links = []string{"rod"}
	regressor, y := rigid.NewRegressor(tree), matrix(1, rigid.Constants)
	for i, time := range r.Time {
		r.Angle[0][i], r.Rate[0][i] = math.Sin(3*time)+0.5*math.Sin(7*time), 3*math.Cos(3*time)+3.5*math.Cos(7*time)
		regressor.Rows([]float64{r.Angle[0][i]}, []float64{r.Rate[0][i]}, []float64{-9*math.Sin(3*time) - 24.5*math.Sin(7*time)}, y)
		r.Torque[0][i] = 1.5*r.Rate[0][i] + 0.01*float64(1-2*(i%2))
		for k, c := range rigid.Of(tree.Links[0]) {
			r.Torque[0][i] += y[0][k] * c
		}
	}
	m, err := Identify(t.Context(), tree, []jointlog.Recording{*r}, Options{Trust: 1, Half: 0.05, Learn: []string{Inertia, "viscous", "offset"}})
	require.NoError(t, err)
	require.Equal(t, []int{5, rigid.Constants + 2}, []int{m.Directions, m.Free})
}

// TestLost: what the filter removes of an acceleration is the difference to that of a second smoothing, and nothing where that lacks rows.
func TestLost(t *testing.T) {
	_, m := leaving(t, func(int) float64 { return 0 })
	require.Zero(t, m.lost(0, 0))
	again, known := m.filters[100].Inside(m.accelerates[0], m.first)
	require.True(t, known)
	require.NotZero(t, m.lost(0, 100))
	require.InDelta(t, again-m.accelerates[0][100], m.lost(0, 100), 1e-12)
}

// TestCorrelatedRows: rows count as one up to the first lag at which their correlation is at most a twentieth.
func TestCorrelatedRows(t *testing.T) {
	for correlation, same := range map[float64]float64{0.048: 1, 0.052: 1 + 2*0.052, 0.5: 2} {
		// Pairs of rows with one sign, far from the next, of which a part is followed by a row of the other sign.
		f, m := leaving(t, func(k int) float64 {
			switch k {
			case 20:
				return 1
			case 21:
				return correlation
			}
			return 0
		})
		f.weigh()
		squares := 1 + correlation*correlation
		if correlation == 0.5 {
			same = 1 + 2*0.5/squares
		}
		require.InEpsilon(t, float64(len(m.rows))/squares/same, f.weights[0], 0.01, "%g", correlation)
	}
}
