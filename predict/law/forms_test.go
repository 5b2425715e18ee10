package law

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/allclose"
	"gmnc/internal/uncertainty"
	"gmnc/system"
)

// TestFindOfSprings: what a law says of its data, and that a curve whose form is found has the form
// alone from then on.
func TestFindOfSprings(t *testing.T) {
	s := springs(t)
	law := &Law{Curves: make([]Curve, 1)}
	require.NoError(t, s.fill(law))
	require.InDelta(t, 1, law.Explained, 1e-6)
	require.Equal(t, "spring", law.Curves[0].Forms[0].Name)
	require.Len(t, s.known[0], 2)
	for i := 2; i < len(law.Curves[0].Forms); i++ {
		require.GreaterOrEqual(t, law.Curves[0].Forms[i].Left, law.Curves[0].Forms[i-1].Left)
	}
	s.curves[0].constrained = true
	require.NoError(t, s.fill(law))
	require.Empty(t, law.Curves[0].Forms)
	s.curves = append(s.curves, curveOf{kind: 0, knots: []float64{math.NaN()}})
	s.known[0] = []basis{{0, func(float64) float64 { return math.NaN() }}}
	law.Curves = make([]Curve, 2)
	require.ErrorContains(t, s.fill(law), "the forces on the data's particles do not tell its curves apart: take more samples")
}

// TestFitOfAForm: a fit has the coefficients and parameters that leave the least, and a form
// without finite constants is no fit.
func TestFitOfAForm(t *testing.T) {
	s := springs(t)
	f := &search{s, 0, 2, s.gram(nil, nil)}
	best, ok := f.fit(forms[2])
	require.True(t, ok)
	allclose.Within(t, []float64{6, -4}, best.c, 1e-6)
	require.InDelta(t, 0, best.left, 1e-6)
	described := f.described(best, 0, 1)
	require.Equal(t, "-2 (r - 3)", described.Text)
	best.left = 0.5
	require.InDelta(t, 0.2, f.described(best, 0.42, 2).Left, 1e-12)
	require.Zero(t, f.described(best, 0.6, 2).Left)

	infinite := form{functions: forms[0].functions, starts: noParameters, constants: func(c, p []float64, _ float64) []Constant {
		return []Constant{{Value: math.Inf(1)}}
	}}
	_, ok = f.fit(infinite)
	require.False(t, ok)
	none := form{starts: noParameters, constants: forms[0].constants, functions: func([]float64) []func(float64) float64 {
		return []func(float64) float64{func(float64) float64 { return math.NaN() }}
	}}
	_, ok = f.fit(none)
	require.False(t, ok)
	require.True(t, finite([]Constant{{Value: 1}}))
	require.False(t, finite([]Constant{{Value: 1}, {Value: math.NaN()}}))
}

// TestSimplest: the first form with the fewest constants is taken of those that leave up to a
// ten-thousandth of all squares beyond the best.
func TestSimplest(t *testing.T) {
	f := &search{linear: &linear{forces: []float64{10}}} // a ten-thousandth is 0.01
	of := func(left float64, c, p int) fitted {
		return fitted{left: left, c: make([]float64, c), p: make([]float64, p)}
	}
	for want, all := range [][]fitted{
		{of(1.009, 1, 0), of(1, 1, 1)},
		{of(1.011, 1, 0), of(1, 1, 1)},
		{of(1, 2, 1), of(1, 3, 0), of(1, 1, 1), of(1, 2, 0)},
		{of(1, 2, 2), of(1, 2, 2), of(1, 4, 1), of(1.005, 2, 1)},
	} {
		require.Equal(t, want, f.simplest(all))
	}
}

// TestSomeOf: samples are taken up to 15,000 numbers of positions, and at least one.
func TestSomeOf(t *testing.T) {
	of := func(sizes ...int) (samples []system.Sample) {
		for _, n := range sizes {
			samples = append(samples, system.Sample{Position: make([]float32, n)})
		}
		return samples
	}
	require.Len(t, someOf(of(9000, 6000)), 2)
	require.Len(t, someOf(of(9000, 6003, 3)), 1)
	require.Len(t, someOf(of(15003, 3)), 1)
	require.Len(t, someOf(of(15003)), 1)
	require.Empty(t, someOf(nil))
}

// TestKnots: there are five distances in geometric progression up to the first eleventh of the
// distances, and the elevenths from there; equal ones count once.
func TestKnots(t *testing.T) {
	var distances []float64
	for i := range 23 {
		distances = append(distances, float64(24-i)) // in any order
	}
	want := []float64{2, 2 * math.Pow(2, 0.2), 2 * math.Pow(2, 0.4), 2 * math.Pow(2, 0.6), 2 * math.Pow(2, 0.8), 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24}
	allclose.Within(t, want, knotsOf(distances), 1e-12)
	require.Equal(t, []float64{3}, knotsOf([]float64{3, 3, 3}))
}

// TestConstrainedPairs: bars and bodies constrain pairs in both orders, and nothing else does.
func TestConstrainedPairs(t *testing.T) {
	got := constrainedPairs(&system.Sample{Objects: system.Objects{system.Stick.Of(0, 1), system.Body.Of(2, 3, 4)}})
	want := map[[2]int]bool{}
	for _, p := range [][2]int{{0, 1}, {2, 3}, {2, 4}, {3, 4}} {
		want[p], want[[2]int{p[1], p[0]}] = true, true
	}
	require.Equal(t, want, got)
}

// TestPairsOf: particles of all samples are counted on, slots without a neighbor are skipped, and a
// pair has its direction, distance and charges.
func TestPairsOf(t *testing.T) {
	samples := []system.Sample{
		{Position: make([]float32, 3)},
		{Position: []float32{0, 0, 0, 0, 3, 4, 1, 0, 0}, Charge: []float32{2, -3, 1}, Neighbors: []int64{1, -1, 0, -1, -1, -1}},
	}
	p, err := pairsOf(samples, nil, nil)
	require.NoError(t, err)
	require.Equal(t, 4, p.particles)
	require.Equal(t, []pair{
		{particle: 1, distance: 5, direction: [3]float64{0, -0.6, -0.8}, charges: -6},
		{particle: 2, distance: 5, direction: [3]float64{0, 0.6, 0.8}, charges: -6},
	}, p.all)
	require.Len(t, p.curves, 1)
	samples[1].Position[3] = float32(math.NaN())
	_, err = pairsOf(samples, nil, nil)
	require.EqualError(t, err, "sample 1: particles 0 and 1 are at one place, and the force between them has no direction")
	_, err = pairsOf(samples[:1], nil, nil)
	require.ErrorIs(t, err, errNoPairs)
	samples[1].Position[3] = 0
	_, err = Find(samples, []float64{1}, nil, nil)
	require.ErrorContains(t, err, "1 numbers are the forces on 4 particles")
	law, err := Find(samples, []float64{0, 0, 0, 0, 3, 4, 0, 0, 0, 0, 0, 0}, nil, nil)
	require.NoError(t, err)
	require.Equal(t, 2, law.Samples)
	require.Equal(t, 4, law.Particles)
	require.Equal(t, 2.5, law.Force)
	require.NotNil(t, law.found)
}

// TestDropErrors: a form that fits keeps the errors of its constants, and one that misses loses all.
func TestDropErrors(t *testing.T) {
	for left, want := range map[float64]float64{0.1: 5, 0.11: 0} {
		curve := Curve{Forms: []Form{{Left: left, Constants: make([]Constant, 2)}, {Constants: make([]Constant, 1)}}}
		for _, f := range curve.Forms {
			for i := range f.Constants {
				f.Constants[i].StandardError = 5
			}
		}
		curve.dropErrors()
		for _, f := range curve.Forms {
			for _, c := range f.Constants {
				require.Equal(t, want, c.StandardError)
			}
		}
	}
}

// power2 is a power with an exponent and no error of its own.
func power2(charges bool, n float64) config.PairFormula {
	return config.PairFormula{Charges: charges, Form: "power", Constants: map[string]float64{"A": 1, "n": n}}
}

// TestTakeOfFormulas: the formulas of a law are the forms of their curves with what these left, and
// the other curves have none.
func TestTakeOfFormulas(t *testing.T) {
	two := func() *Law {
		return &Law{Curves: []Curve{
			{Forms: []Form{{Name: "constant", Left: 0.5}, {Name: "power", Left: 0.2}, {Name: "spring", Left: 0.3}}},
			{Forms: []Form{{Name: "constant"}}},
			{Charges: true, Forms: []Form{{Name: "Morse", Left: 0.7}}},
		}}
	}
	law := two()
	require.NoError(t, law.take([]int{2, 0}, []config.PairFormula{power2(true, 3), power2(false, 2)}))
	var names []string
	for _, f := range law.Curves[0].Forms {
		names = append(names, f.Name)
	}
	require.Equal(t, []string{"power", "constant", "spring"}, names)
	require.Equal(t, 0.2, law.Curves[0].Forms[0].Left)
	require.Equal(t, "1 / r^2", law.Curves[0].Forms[0].Text)
	require.Nil(t, law.Curves[1].Forms)
	require.Equal(t, "1 / r^3", law.Curves[2].Forms[0].Text)
	require.Zero(t, law.Curves[2].Forms[0].Left)
	require.ErrorContains(t, two().take([]int{0}, []config.PairFormula{{Form: "gravity"}}), "gravity")
	require.ErrorContains(t, two().Settle([]config.PairFormula{{Form: "gravity"}}, make([]map[string]uncertainty.Error, 1), false), "gravity")
	require.ErrorContains(t, two().Known([]config.PairFormula{{Form: "gravity"}}, make([]map[string]uncertainty.Error, 1)), "gravity")

	law = two()
	law.Curves[0].Constrained = true
	require.NoError(t, law.Settle([]config.PairFormula{power2(false, 2), power2(true, 3)}, make([]map[string]uncertainty.Error, 2), true))
	require.Equal(t, "constant", law.Curves[0].Forms[0].Name)
	require.False(t, law.Curves[0].Fitted)
	require.Equal(t, "1 / r^2", law.Curves[1].Forms[0].Text)
	require.Equal(t, "1 / r^3", law.Curves[2].Forms[0].Text)
	require.Equal(t, 0.7, law.Curves[2].Forms[0].Left)
	require.True(t, law.Curves[2].Fitted)
	formulas, err := law.Formulas()
	require.NoError(t, err)
	require.Len(t, formulas, 2)
	law.Silence()
	_, err = law.Formulas()
	require.EqualError(t, err, "there is no force between particles that could be written")
	require.EqualError(t, law.Take("power"), "no curve has the form power; the forms of the curves: none")
}

// TestKnownOfCurves: a curve has the formulas of its pairs and charges, a constrained one has none,
// and a curve without a formula goes.
func TestKnownOfCurves(t *testing.T) {
	first := &config.PairKind{Edge: map[string]float32{"bond": 1}}
	second := &config.PairKind{Edge: map[string]float32{"bond": 2}}
	s := springs(t)
	law := &Law{found: s, Curves: []Curve{{pairs: first}, {pairs: first, Charges: true}, {pairs: second}, {pairs: second, Constrained: true}}}
	s.curves = append(s.curves, s.curves[0], s.curves[0], s.curves[0])
	bonded := power2(false, 2)
	bonded.Pairs = &config.PairKind{Edge: map[string]float32{"bond": 2}}
	charged := power2(true, 3)
	charged.Pairs = first
	require.NoError(t, law.Known([]config.PairFormula{bonded, charged, charged}, []map[string]uncertainty.Error{{}, {"A": {StandardError: 7}}, {}}))
	require.Len(t, law.Curves, 3)
	require.True(t, law.Curves[0].Charges)
	require.Len(t, law.Curves[0].Forms, 2)
	require.Equal(t, []int{1, 0}, []int{len(law.Curves[1].Forms), len(law.Curves[2].Forms)})
	require.Equal(t, "1 / r^2", law.Curves[1].Forms[0].Text)
	require.Nil(t, law.found)
}

// TestTexts: formulas are written as a sum, times charges or not, and an unknown one by its name.
func TestTexts(t *testing.T) {
	require.Equal(t, "1 / r^2 + q q (1 / r^3) + gravity", Texts([]config.PairFormula{power2(false, 2), power2(true, 3), {Form: "gravity"}}))
	require.Len(t, FormNames(), len(forms))
	require.Equal(t, "constant", FormNames()[0])
}

// TestChooseFails: a training that fails ends the choice, at each place that trains.
func TestChooseFails(t *testing.T) {
	failed := errors.New("it fails")
	for at := range 3 { // each curve alone
		law := &Law{Curves: []Curve{{}, {Forms: []Form{{Name: "constant"}}}, {Forms: []Form{{Name: "power"}}}}}
		tries := 0
		err := law.Choose(func(f []config.PairFormula) ([]config.PairFormula, float64, error) {
			tries++
			if tries > at+1 {
				return nil, 0, failed
			}
			return f, math.Pow(0.1, float64(tries)), nil
		})
		require.ErrorIs(t, err, failed, "%d", at)
		require.Equal(t, at+2, tries)
	}
}

// TestStarts: a search begins at each of these parameters.
func TestStarts(t *testing.T) {
	starts := map[string][][]float64{}
	for _, f := range forms {
		if len(f.starts[0]) > 0 {
			starts[f.name] = f.starts
		}
	}
	require.Equal(t, map[string][][]float64{
		"power":              {{1}, {2}, {4}, {7}, {-1}},
		"Yukawa":             {{-1}, {0}, {1}},
		"Morse":              {{0}, {1}, {2}},
		"power with a core":  {{1, -1}, {2, -1}, {2, -3}, {4, -1}},
		"power and constant": {{1}, {2}, {4}},
		"power and spring":   {{1}, {2}, {4}},
		"two powers":         {{1, 3}, {2, 6}, {7, 13}},
	}, starts)
}

// TestChooseFailsAlone: a training of the first curve that fails ends the choice at once.
func TestChooseFailsAlone(t *testing.T) {
	law := &Law{Curves: []Curve{{Forms: []Form{{Name: "constant"}}}, {Forms: []Form{{Name: "power"}}}}}
	tries := 0
	err := law.Choose(func(f []config.PairFormula) ([]config.PairFormula, float64, error) {
		tries++
		return f, 1, errors.New("it fails")
	})
	require.EqualError(t, err, "it fails")
	require.Equal(t, 1, tries)
}
