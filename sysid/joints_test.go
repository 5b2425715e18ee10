package sysid

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/internal/test/allclose"
	"gmnc/sysid/rigid"
)

// twoJoints returns a fit of these terms to a motion of two hinges, of which the second hangs on the first. The torques are
// sines with noise.
func twoJoints(t *testing.T, terms ...string) (*fit, *motion) {
	tree, r := hinge(300)
	second := tree.Links[0]
	second.Joint, second.Parent, second.Origin, second.Mass = "second", 0, [3]float64{0, 0, -0.4}, 3
	tree.Links[0].Links, second.Links = []string{"upper"}, []string{"lower"}
	tree.Links = append(tree.Links, second)
	r.Angle, r.Rate, r.Torque = matrix(2, 300), matrix(2, 300), matrix(2, 300)
	for i, time := range r.Time {
		for j, w := range []float64{3, 5} {
			r.Angle[j][i], r.Rate[j][i] = math.Sin(w*time), w*math.Cos(w*time)
			r.Torque[j][i] = 7*w*math.Sin(w*time+1) + w/10*float64(1-2*(i%2))
		}
	}
	m := smoothed(tree, r, []float64{0.01, 0.02}, 0.05)
	l, err := newLaw(tree, terms)
	require.NoError(t, err)
	return newFit(l, newPrior(l, 1, []float64{5, 5}, []float64{5, 5}), []*motion{m}), m
}

// TestUnsmoothedJoints: what a law leaves of the measured torques is the mean over joints of the logarithms of mean squares,
// from the first row on at which a joint moves.
func TestUnsmoothedJoints(t *testing.T) {
	f, m := twoJoints(t, "viscous")
	for j := range m.rate {
		clear(m.rate[j][:7]) // they begin to move in the eighth row
	}
	whole := m.from(f.tree, 7)
	require.Equal(t, 7, m.starts())
	var want float64
	for j, left := range f.residuals(whole) {
		var squares float64
		for k, row := range whole.rows {
			squares += math.Pow(left[k]+m.raw[j][row]-m.torque[j][row], 2)
		}
		want += math.Log(squares/float64(len(whole.rows))) / 2
	}
	require.InDelta(t, want, f.unsmoothed([]*motion{m}), 1e-9)
	require.InDelta(t, want, f.unsmoothed([]*motion{m, m}), 1e-9)
}

// TestNormalOfTwo: the cost, the gradient and the curvature of two joints are those of the residuals by weights, and of the
// derivatives of torques.
func TestNormalOfTwo(t *testing.T) {
	f, m := twoJoints(t, Inertia, "rotor", "viscous")
	f.weights = []float64{2, 0.5}
	n := len(f.free)
	gradient, curvature := make([]float64, n), mat.NewSymDense(n, nil)
	cost := f.normal(m, gradient, curvature, nil)
	frictions, full := f.frictions(m, f.constants, true), make([]float64, len(f.constants))
	wantGradient, want := make([]float64, n), mat.NewDense(n, n, nil)
	var squares float64
	for k, row := range m.rows {
		for j, w := range f.weights {
			clear(full)
			left := m.torque[j][row] - f.torque(m, &frictions[j], j, k, f.constants, full)
			squares += w * left * left / 2
			for a, c := range f.free {
				wantGradient[a] -= w * left * full[c]
				for b, d := range f.free {
					want.Set(a, b, want.At(a, b)+w*full[c]*full[d])
				}
			}
		}
	}
	require.InEpsilon(t, squares, cost, 1e-12)
	require.InEpsilon(t, squares, f.normal(m, nil, nil, nil), 1e-12)
	for a := range n {
		require.InDelta(t, wantGradient[a], gradient[a], 1e-9*(1+math.Abs(wantGradient[a])), "constant %d", f.free[a])
		for b := range n {
			require.InDelta(t, want.At(a, b), curvature.At(a, b), 1e-9*(1+math.Abs(want.At(a, b))), "constants %d and %d", f.free[a], f.free[b])
		}
	}
	require.NotZero(t, want.At(3, rigid.Constants+3), "first moments of both links act on the first joint")
}

// TestReportedLinks: each link and each joint has its own constants, from its own part of the robot's file.
func TestReportedLinks(t *testing.T) {
	f, _ := twoJoints(t, "rotor")
	f.constants[0], f.constants[rigid.Constants] = 2.5, 3.5
	m := &Model{fit: f}
	m.name(&uncertainty{before: []float64{1, 1}, covariance: mat.NewSymDense(2, []float64{0.04, 0, 0, 0.25})})
	require.Len(t, m.Constants, 2*rigid.Constants+2)
	require.Equal(t, Constant{Of: "upper", Name: "mass", Unit: "kg", Start: 2, Value: 2.5}, m.Constants[0])
	require.Equal(t, Constant{Of: "lower", Name: "mass", Unit: "kg", Start: 3, Value: 3.5}, m.Constants[rigid.Constants])
	for j, want := range []string{"hinge", "second"} {
		c := m.Constants[2*rigid.Constants+j]
		require.Equal(t, []any{want, "rotor inertia", []float64{0.2, 0.5}[j]}, []any{c.Of, c.Name, c.Error})
		require.InDelta(t, f.constants[f.of(j, rotor)], c.Value, 1e-12)
	}
}

// TestFollowed: a law of viscous friction alone changes as the rate does, and all of its changes are friction's.
func TestFollowed(t *testing.T) {
	f, m := twoJoints(t, "viscous", "delay")
	clear(f.constants[:f.of(0, 0)])
	for j := range 2 {
		f.constants[f.of(j, rotor)], f.constants[f.of(j, viscous)] = 0, 2
	}
	f.followDelay(m)
	c := f.changes[m]
	for j, w := range []float64{3, 5} {
		for k, row := range m.rows[2 : len(m.rows)-2] {
			time := m.time[row]
			require.InDelta(t, -2*w*w*math.Sin(w*time), c.first[j][k+2], 0.05*w*w)
			require.InDelta(t, -2*w*w*w*math.Cos(w*time), c.second[j][k+2], 0.1*w*w*w)
		}
		allclose.Within(t, c.first[j], c.friction[j], 1e-9)
	}
	whole := m.whole(f.tree)
	f.constants[f.of(0, delay)] = 0.01
	f.follow(whole, f.constants)
	first := f.changes[whole]
	f.follow(whole, f.constants)
	require.Equal(t, first, f.changes[whole], "what the delay adds does not change how fast the torque changes")
	f.constants[f.of(1, rotor)] = 1
	f.follow(m, f.constants)
	allclose.Within(t, c.friction[1], f.changes[m].friction[1], 1e-9, "a rotor is no friction")
	require.NotEqual(t, c.first[1], f.changes[m].first[1])
	require.Equal(t, c.first[0], f.changes[m].first[0])
}

// TestTremblingOfTwo: noise of each acceleration shakes the torques of both joints, and the squares add up.
func TestTremblingOfTwo(t *testing.T) {
	f, m := twoJoints(t, "viscous")
	inertia := mat.NewDense(2, 2, nil)
	squares := make([]float64, 2)
	for k, row := range m.rows {
		for i := range 2 {
			shaken := *m
			shaken.accelerates = [][]float64{append([]float64{}, m.accelerates[0]...), append([]float64{}, m.accelerates[1]...)}
			shaken.accelerates[i][row]++
			shaken.regress(f.tree)
			frictions := f.frictions(m, f.constants, false)
			for j := range 2 {
				inertia.Set(j, i, f.torque(&shaken, &frictions[j], j, k, f.constants, nil)-f.torque(m, &frictions[j], j, k, f.constants, nil))
				squares[j] += math.Pow(inertia.At(j, i)*m.trembling(i, row), 2) / float64(len(m.rows))
			}
		}
		if k == 3 {
			m.rows = m.rows[:4]
			break
		}
	}
	for j := range squares {
		squares[j] *= float64(len(m.regressor)) / 4
	}
	m.regressor = m.regressor[:4]
	require.InDelta(t, inertia.At(0, 1), inertia.At(1, 0), 1e-9)
	got := f.trembling(m)
	for j := range squares {
		require.InEpsilon(t, squares[j], got[j], 1e-6)
	}
}

// TestAddedTerms: a term of a sum has its sign and its factor, unless that is 1.
func TestAddedTerms(t *testing.T) {
	for factor, want := range map[float64]string{1: " + mass of arm", -1: " - mass of arm", 0.4: " + 0.4 * mass of arm", -12.346: " - 12.3 * mass of arm", 1.0001: " + mass of arm"} {
		require.Equal(t, want, Term{Of: "arm", Name: "mass", Factor: factor}.added())
	}
}

// TestSumsOfTwo: a mass and an inertia are no sums with constants that are fitted as logarithms, and none has a single term.
func TestSumsOfTwo(t *testing.T) {
	f, _ := twoJoints(t, "coulomb", "offset")
	n := len(f.free)
	before, direction := make([]float64, n), make([]float64, n)
	covariance := mat.NewSymDense(n, nil)
	for i, c := range f.free {
		before[i] = 1
		covariance.SetSym(i, i, 100)
		if c == f.of(0, coulomb) || c == f.of(1, logStill) {
			direction[i] = math.Sqrt2 / 2
			covariance.SetSym(i, i, 1)
		}
	}
	sums, undetermined := f.bases(&uncertainty{before: before, covariance: covariance, undetermined: [][]float64{direction}})
	require.Empty(t, sums)
	require.Len(t, undetermined, 1)
}
