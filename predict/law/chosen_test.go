package law

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/allclose"
	"gmnc/internal/uncertainty"
	"gmnc/system"
)

// TestChooseKeepsTheBetterTraining: a law that is trained on without a force replaces the chosen one if it predicts better,
// and not if it predicts worse.
func TestChooseKeepsTheBetterTraining(t *testing.T) {
	for err, want := range map[float64]float64{0.08: 7, 0.11: 1} {
		found := Law{Curves: []Curve{
			{Forms: []Form{{Name: "constant", Constants: []Constant{{Name: "F", Value: 1}}}}},
			{Charges: true, Forms: []Form{{Name: "constant", Constants: []Constant{{Name: "F", Value: 2}}}}},
		}}
		tries := 0
		require.NoError(t, found.Choose(func(f []config.PairFormula) ([]config.PairFormula, float64, error) {
			tries++
			if tries == 4 { // the first force, after it was trained beside the other
				f[0].Constants = map[string]float64{"F": 7}
				return f, err, nil
			}
			return f, []float64{0.1, 0.5, 0.06}[tries-1], nil
		}))
		require.Equal(t, 4, tries)
		formulas, failed := found.Formulas()
		require.NoError(t, failed)
		if err == 0.11 { // the second force is needed: 1.5 * 0.06 < 0.11
			require.Len(t, formulas, 2)
		} else {
			require.Len(t, formulas, 1)
		}
		require.Equal(t, want, formulas[0].Constants["F"], "%g", err)
	}
}

// TestFormsThatAreTried: of seven forms the one that leaves the most is not tried, wherever it is in the list.
func TestFormsThatAreTried(t *testing.T) {
	var curve Curve
	for _, left := range []float64{0.03, 0.9, 0.01, 0.02, 0.05, 0.04, 0.06} {
		curve.Forms = append(curve.Forms, Form{Name: "constant", Left: left, Constants: []Constant{{Name: "F", Value: left}}})
	}
	var tried []float64
	require.NoError(t, (&Law{Curves: []Curve{curve}}).Choose(func(f []config.PairFormula) ([]config.PairFormula, float64, error) {
		tried = append(tried, f[0].Constants["F"])
		return f, 1, nil
	}))
	require.Equal(t, []float64{0.01, 0.02, 0.03, 0.04, 0.05, 0.06}, tried)
}

// TestTakeByName: the named form comes first and the others keep their order; names are told once.
func TestTakeByName(t *testing.T) {
	of := func(names ...string) (c Curve) {
		for _, name := range names {
			c.Forms = append(c.Forms, Form{Name: name})
		}
		return c
	}
	law := &Law{Curves: []Curve{of("constant", "power", "spring", "Morse"), of("constant", "Yukawa")}}
	require.EqualError(t, law.Take("gravity"), "no curve has the form gravity; the forms of the curves: constant, power, spring, Morse, Yukawa")
	require.NoError(t, law.Take("spring"))
	require.NoError(t, law.Take("spring"), "it is the first already")
	require.Equal(t, []Curve{of("spring", "constant", "power", "Morse"), of("constant", "Yukawa")}, law.Curves)
}

// TestLeftBesideOthers: what the other curves explain, a formula does not leave.
func TestLeftBesideOthers(t *testing.T) {
	s := springs(t)
	constants := []Constant{{Name: "k", Value: 2}, {Name: "l", Value: 4}}
	law := &Law{found: s, Explained: 1}
	alone, ok := law.left(0, formula(Curve{}, Form{Name: "spring", Constants: constants}))
	require.True(t, ok)
	s.curves = append(s.curves, curveOf{kind: 1, knots: []float64{1}})
	s.all = append(s.all, pair{particle: 0, kind: 1, distance: 1, direction: [3]float64{1, 0, 0}, charges: 1})
	beside, ok := law.left(0, formula(Curve{}, Form{Name: "spring", Constants: constants}))
	require.True(t, ok)
	off := 2 * s.weights[0]
	require.InDelta(t, math.Sqrt(alone*alone-off*off/s.squares()), beside, 1e-6)
}

// TestKnownReplacesForms: a known formula replaces the forms of its curve, with what it leaves; one that misses the force has
// no errors.
func TestKnownReplacesForms(t *testing.T) {
	for l, fits := range map[float64]bool{3: true, 4: false} {
		law := &Law{found: springs(t), Explained: 1, Curves: []Curve{{Forms: []Form{{Name: "power"}}}}}
		given := formula(Curve{}, Form{Name: "spring", Constants: []Constant{{Name: "k", Value: 2}, {Name: "l", Value: l}}})
		require.NoError(t, law.Known([]config.PairFormula{given}, []map[string]uncertainty.Error{{"k": {StandardError: 0.5}}}))
		require.Len(t, law.Curves[0].Forms, 1)
		form := law.Curves[0].Forms[0]
		require.Equal(t, "spring", form.Name)
		require.Equal(t, fits, form.Left < 0.1)
		require.Equal(t, fits, form.Constants[0].StandardError == 0.5)
		law = &Law{found: springs(t), Explained: 1, Curves: []Curve{{Forms: []Form{{Name: "power"}}}}}
		require.NoError(t, law.Settle([]config.PairFormula{given}, []map[string]uncertainty.Error{{"k": {StandardError: 0.5}}}, false))
		require.Equal(t, form, law.Curves[0].Forms[0])
	}
}

// TestSearchOfAPower: the search for an exponent ends at the one of the data, and all forms of a curve are told once.
func TestSearchOfAPower(t *testing.T) {
	s := springs(t)
	for i := range s.all {
		one := s.all[i]
		force := 2 * math.Pow(one.distance, -1.5)
		for axis := range 3 {
			s.forces[3*one.particle+axis] = force * one.direction[axis] * s.weights[one.particle]
		}
	}
	f := &search{s, 0, 2, s.gram(nil, nil)}
	best, ok := f.fit(forms[1])
	require.True(t, ok)
	allclose.Within(t, []float64{1.5}, best.p, 1e-3)
	described := s.forms(0, 0)
	require.Equal(t, "power", described[0].Name)
	names := map[string]bool{}
	for _, form := range described {
		require.False(t, names[form.Name], form.Name)
		names[form.Name] = true
	}
	require.Greater(t, len(names), 5)
	for i := range s.all {
		s.all[i].direction[0] = math.NaN()
	}
	require.Nil(t, s.forms(0, 0))
}

// TestPairsInCells: a pair has the direction and the distance of the nearest image.
func TestPairsInCells(t *testing.T) {
	s := system.Sample{Position: []float32{0.5, 0, 0, 9.5, 0, 0}}
	for axis, f := range []*system.Field{system.CellA, system.CellB, system.CellC} {
		edge := make([]float32, 3)
		edge[axis] = 10
		f.Set(&s, edge)
	}
	direction, distance := between(s.Position, s.Cell(), 0, 1)
	require.InDelta(t, 1, distance, 1e-6)
	require.InDelta(t, 1, direction[0], 1e-6)
	direction, distance = between(s.Position, nil, 0, 1)
	require.Equal(t, 9., distance)
	require.Equal(t, [3]float64{-1, 0, 0}, direction)
}

// TestPairsWithoutCharges: without charges their product is 1.
func TestPairsWithoutCharges(t *testing.T) {
	p, err := pairsOf([]system.Sample{{Position: []float32{0, 0, 0, 2, 0, 0}}}, nil, nil)
	require.NoError(t, err)
	require.Equal(t, []float64{1, 1}, []float64{p.all[0].charges, p.all[1].charges})
}

// TestLawOfManySamples: a law is found in as many samples as have 15,000 numbers.
func TestLawOfManySamples(t *testing.T) {
	const particles = 2000 // in pairs, each on a stick
	var samples []system.Sample
	for range 3 {
		var s system.Sample
		for i := range particles {
			s.Position, s.Neighbors = append(s.Position, float32(i), 0, 0), append(s.Neighbors, int64(i^1))
			if i%2 == 0 {
				s.Objects = append(s.Objects, system.Stick.Of(i, i+1))
			}
		}
		samples = append(samples, s)
	}
	forces := make([]float64, 3*3*particles)
	forces[0] = 1
	law, err := Find(samples, forces, nil, nil)
	require.NoError(t, err)
	require.Equal(t, 2, law.Samples)
	require.Equal(t, 2*particles, law.Particles)
}
