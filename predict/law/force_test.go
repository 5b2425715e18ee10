package law

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/uncertainty"
	"gmnc/system"
)

// TestForce: a formula is the sum of the functions that its form is fitted by, at any distance and
// in any unit.
func TestForce(t *testing.T) {
	for _, form := range forms {
		for _, start := range form.starts {
			functions := form.functions(start)
			coefficients := []float64{1.5, -0.75, 0.5}[:len(functions)]
			const unit = 2
			constants := map[string]float64{}
			for _, c := range form.constants(coefficients, start, unit) {
				constants[c.Name] = c.Value
			}
			of, ok := force(config.PairFormula{Form: form.name, Constants: constants})
			require.True(t, ok, form.name)
			for _, r := range []float64{0.3, 1, 2.5, 4} {
				want := 0.
				for i, f := range functions {
					want += coefficients[i] * f(r/unit)
				}
				require.InDelta(t, want, of(r), 1e-9*max(1, math.Abs(want)), "%s %v at %g", form.name, start, r)
			}
		}
	}
	_, ok := force(config.PairFormula{Form: "cubic"})
	require.False(t, ok)
}

// pairsWith are pairs of particles with a force over their distance.
func pairsWith(of func(r float64) float64) (samples []system.Sample, forces []float64) {
	for i := range 40 {
		r := 0.5 + 0.05*float64(i)
		samples = append(samples, system.Sample{Position: []float32{0, 0, 0, float32(r), 0, 0}})
		forces = append(forces, -of(r), 0, 0, of(r), 0, 0)
	}
	return samples, forces
}

// TestNoCurve: forces that do not tell curves apart have none.
func TestNoCurve(t *testing.T) {
	samples, forces := pairsWith(func(r float64) float64 { return r })
	pairs, err := pairsOf(samples, nil, nil)
	require.NoError(t, err)
	s, err := newSystem(pairs, forces)
	require.NoError(t, err)
	_, _, err = s.curve(0)
	require.NoError(t, err)
	s.weights[0] = math.NaN()
	_, _, err = s.curve(0)
	require.EqualError(t, err, "the forces on the data's particles do not tell its curves apart: take more samples")
}

// TestLeft: the right formula leaves nothing, one that is off leaves what it is off by, and where no
// form of the list is the force, constants of a last training do not make it one.
func TestLeft(t *testing.T) {
	samples, forces := pairsWith(func(r float64) float64 { return 0.7 * math.Pow(r, -1.5) })
	found, err := Find(samples, forces, nil, nil)
	require.NoError(t, err)
	for a, want := range map[float64]float64{0.7: 0, 0.76: 0.0857, 0.78: 0.114, 1.4: 1} {
		require.NoError(t, found.Take("power"))
		formulas, err := found.Formulas()
		require.NoError(t, err)
		formulas[0].Constants = map[string]float64{"A": a, "n": 1.5}
		errors := []map[string]uncertainty.Error{{"A": {StandardError: 0.01}}}
		require.NoError(t, found.Settle(formulas, errors, false))
		require.InDelta(t, want, found.Curves[0].Forms[0].Left, 0.01, "%g", a)
		require.Equal(t, a < 0.77, found.Curves[0].Forms[0].Constants[0].StandardError == 0.01, "%g", a)
	}

	samples, forces = pairsWith(func(r float64) float64 { return math.Cos(6 * r) })
	found, err = Find(samples, forces, nil, nil)
	require.NoError(t, err)
	before := found.Curves[0].Forms[0].Left
	require.False(t, found.Curves[0].Fits())
	formulas, err := found.Formulas()
	require.NoError(t, err)
	errors := []map[string]uncertainty.Error{{}}
	for name := range formulas[0].Constants {
		formulas[0].Constants[name] *= 1.01
		errors[0][name] = uncertainty.Error{StandardError: 1}
	}
	require.NoError(t, found.Settle(formulas, make([]map[string]uncertainty.Error, 1), false))
	require.GreaterOrEqual(t, found.Curves[0].Forms[0].Left, before)
	require.False(t, found.Curves[0].Fits())
	require.NoError(t, found.Settle(formulas, errors, true))
	require.True(t, found.Curves[0].Fits())
	require.Equal(t, 1., found.Curves[0].Forms[0].Constants[0].StandardError)
	found.Curves[0].Fitted = false

	require.NoError(t, found.Known([]config.PairFormula{formulas[0]}, errors))
	require.Zero(t, found.Curves[0].Forms[0].Constants[0].StandardError)
	require.False(t, found.Curves[0].Fits(), "a law that is known leaves what it leaves")
}
