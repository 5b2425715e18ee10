package verify

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/system"
)

// function predicts each number of a position by a function of it.
type function func(x float64) float64

func (f function) Outputs(samples []system.Sample) (map[string][]float32, error) {
	outputs := map[string][]float32{}
	for _, s := range samples {
		for _, x := range s.Position {
			outputs["position"] = append(outputs["position"], float32(f(float64(x))))
		}
	}
	return outputs, nil
}

func (f function) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	outputs, err := f.Outputs(samples)
	return outputs["position"], nil, err
}

func (f function) Close() error { return nil }

// TestMagnified: differences that are no larger than what roundings change in the trusted
// model are told and allowed, others are broken promises.
func TestMagnified(t *testing.T) {
	group := Group{Name: "(2,0,0)", Samples: []system.Sample{{Position: []float32{0.3, 1, 2, -1, 0.7, 3}, Velocity: make([]float32, 6)}}}
	wild := func(by float64) function { return func(x float64) float64 { return math.Sin(1e4 * x * (1 + by)) } }
	for name, c := range map[string]struct {
		trusted, candidate function
		told, holds        bool
	}{
		"rounds":                  {wild(0), wild(1e-10), false, true},
		"magnifies roundings":     {wild(0), wild(1e-7), true, true},
		"is off by more":          {wild(0), wild(1e-4), false, false},
		"is off, and rounds well": {func(x float64) float64 { return x }, func(x float64) float64 { return 1.001 * x }, false, false},
	} {
		references, err := Reference([]Group{group}, c.trusted)
		require.NoError(t, err)
		report := Trusted{Predictor: c.trusted}.Compare([]Group{group}, references, c.candidate)
		require.Equal(t, c.holds, report.Err() == nil, "%s: %v", name, report.Err())
		if c.holds {
			require.Equal(t, c.told, report.Findings[0].Magnified > Tolerance, name)
			require.Equal(t, c.told, report.Findings[0].MagnifiedIn != "", name)
			require.Equal(t, c.told, report.Findings[0].MagnifiedSystems == 1, name)
			if c.told {
				require.Contains(t, report.Findings[0].MagnifiedIn, "position of system 0, (2,0,0) (it has: particles 2")
			}
			require.Equal(t, c.told, report.Findings[0].Largest == 0, "%s: it is of the other systems", name)
		}
		require.Equal(t, c.holds && !c.told, Compare([]Group{group}, references, c.candidate).Err() == nil, "%s: nothing is trusted", name)
	}
	// A model of which nothing turns, as if by rounding, and one that magnifies it.
	promised := config.Description{Symmetry: "translations"}
	steep := function(func(x float64) float64 { return x + 1e-5*math.Sin(1e9*x) })
	require.ErrorContains(t, Symmetries(promised, []Group{group}, function(func(x float64) float64 { return 2 * x })).Err(), "translations: off by 0.75 at position of particle 1 in system 0 of composition (2,0,0)")
	require.ErrorContains(t, Trusted{Predictor: function(func(x float64) float64 { return 2 * x })}.Symmetries(promised, []Group{group}, function(func(x float64) float64 { return 2 * x })).Err(), "translations: off by 0.75 at position of particle 1 in system 0 of composition (2,0,0)")
	require.NoError(t, Trusted{Predictor: steep}.Symmetries(promised, []Group{group}, steep).Err())
}

// TestWithIsWorse: of two findings of one promise the worse is kept, with the larger rounding.
func TestWithIsWorse(t *testing.T) {
	a := Finding{Promise: "p", Largest: 1e-6, Where: "a", Magnified: 0.3, MagnifiedIn: "there"}
	b := Finding{Promise: "p", Largest: 1e-5, Where: "b"}
	want := Finding{Promise: "p", Largest: 1e-5, Where: "b", Magnified: 0.3, MagnifiedIn: "there"}
	require.Equal(t, want, a.With(b))
	require.Equal(t, want, b.With(a))
	one, other := new(system.Sample), new(system.Sample)
	for _, sample := range []*system.Sample{one, other, one} {
		a.magnifies(0.1, sample, "elsewhere")
	}
	b.magnifies(0.4, other, "here")
	b.magnifies(0.2, new(system.Sample), "there")
	both := a.With(b)
	require.Equal(t, 2, a.MagnifiedSystems)
	require.Equal(t, 3, both.MagnifiedSystems, "a system counts once")
	require.Equal(t, 3, both.With(a).MagnifiedSystems)
	require.Equal(t, []any{0.4, "here"}, []any{both.Magnified, both.MagnifiedIn})
	require.True(t, math.IsNaN(a.With(Finding{Largest: math.NaN()}).Largest))
}

// TestRoundingsOnTheWay: what the trusted model and its twin are apart, and what roundings do to
// the user's own systems, explains differences as much as roundings of inputs do; on the user's
// own systems no more than a twentieth.
func TestRoundingsOnTheWay(t *testing.T) {
	sample := system.Sample{Position: []float32{0.3, 1, 2}, Velocity: make([]float32, 3)}
	group := Group{Name: "(1)", Samples: []system.Sample{sample}}
	times := func(by float64) function { return func(x float64) float64 { return by * x } }
	off := func(by float64, trusted Trusted) bool {
		trusted.Predictor = times(1)
		references, err := Reference([]Group{group}, times(1))
		require.NoError(t, err)
		report := trusted.Compare([]Group{group}, references, times(1+by))
		return report.Err() != nil
	}
	require.True(t, off(1.5e-4, Trusted{}))
	require.False(t, off(1.5e-4, Trusted{Twin: times(1 + 1e-5)}))
	require.True(t, off(4e-4, Trusted{Twin: times(1 + 1e-5)}))
	other := system.Sample{Position: []float32{5, 6, 7}, Velocity: make([]float32, 3)}
	apart := function(func(x float64) float64 { // of other's numbers alone
		if x > 4 {
			return x * 1.01
		}
		return x
	})
	require.True(t, off(0.1, Trusted{Twin: apart}))
	require.False(t, off(0.1, Trusted{Twin: apart}.WithOwn([]system.Sample{other})))
	require.True(t, off(0.1, Trusted{Twin: times(1.01)}.WithOwn([]system.Sample{sample})))
	require.False(t, off(0.04, Trusted{Twin: times(1.01)}.WithOwn([]system.Sample{sample})))
}

// TestOwnSystemsAreMeasuredOnce: what roundings do to the user's own systems does not depend on the
// system that they are to explain.
func TestOwnSystemsAreMeasuredOnce(t *testing.T) {
	own := system.Sample{Position: []float32{5, 6, 7}, Velocity: make([]float32, 3)}
	measured := 0
	trusted := Trusted{Predictor: function(func(x float64) float64 {
		if x == 6 {
			measured++
		}
		return x
	})}.WithOwn([]system.Sample{own})
	for range 2 {
		sample := system.Sample{Position: []float32{0.3, 1, 2}, Velocity: make([]float32, 3)}
		trusted.explained(0.01, sample, "position", 1)
	}
	once := measured
	require.Positive(t, once)
	trusted.explained(0.01, system.Sample{Position: []float32{0.1, 1, 2}, Velocity: make([]float32, 3)}, "position", 1)
	require.Equal(t, once, measured)
	require.Len(t, trusted.measured, 3*2+1)
}

// TestOverflows: where the squares of what is predicted are beyond float32, a file may have no
// numbers; elsewhere it must.
func TestOverflows(t *testing.T) {
	group := Group{Name: "(1)", Samples: []system.Sample{{Position: []float32{0.3, 1, 2}, Velocity: make([]float32, 3)}}}
	for by, holds := range map[float64]bool{4e18: false, 6e18: true} {
		trusted := Trusted{Predictor: function(func(x float64) float64 { return by * x })}
		report := trusted.Agree([]Group{group}, function(func(float64) float64 { return math.NaN() }))
		require.Equal(t, holds, report.Err() == nil, "%g", by)
	}
}

// TestLengthsByRoundings: a bar that changes is explained by how it changes in the trusted model
// or its twin, if one of the two keeps it.
func TestLengthsByRoundings(t *testing.T) {
	sample := system.Sample{Position: []float32{0, 0, 0, 1, 0, 0}, Velocity: make([]float32, 6), Objects: system.Objects{system.Stick.Of(0, 1)}}
	times := func(by float64) function { return func(x float64) float64 { return by * x } }
	holds := func(trusted Trusted, by float64) bool {
		var found Finding
		trusted.lengths(Group{Name: TrainingInput + " 0", Own: true, Samples: []system.Sample{sample}}, []float32{0, 0, 0, float32(by), 0, 0}, func(f Finding) { found = f })
		require.InDelta(t, by-1, found.Own, 1e-6)
		require.Equal(t, found.Holds() && by > 1+LengthTolerance, found.Magnified > 0)
		return found.Holds()
	}
	require.True(t, holds(Trusted{}, 1.000005))
	require.False(t, holds(Trusted{}, 1.00003))
	require.True(t, holds(Trusted{Predictor: times(1), Twin: times(1.000002)}, 1.00003))
	require.False(t, holds(Trusted{Predictor: times(1), Twin: times(1.000002)}, 1.0001))
	require.False(t, holds(Trusted{Predictor: times(1.001), Twin: times(1.001)}, 1.001), "neither keeps it")
	require.False(t, holds(Trusted{Predictor: times(1)}, 1.00003))
}

// TestSymmetriesByRoundings: a translation that a candidate does not follow is explained by how far the trusted
// model and its twin are apart.
func TestSymmetriesByRoundings(t *testing.T) {
	group := Group{Name: "(2)", Samples: []system.Sample{{Position: []float32{0.3, 1, 2, 2, 1, 0}, Velocity: make([]float32, 6)}}}
	times := func(by float64) function { return func(x float64) float64 { return by * x } }
	off := func(by float64, trusted Trusted) bool {
		return trusted.Symmetries(config.Describe("gmn"), []Group{group}, times(1+by)).Err() != nil
	}
	require.False(t, off(1e-7, Trusted{}))
	require.True(t, off(1e-2, Trusted{}))
	require.True(t, off(1e-2, Trusted{Predictor: times(1)}))
	require.False(t, off(1e-2, Trusted{Predictor: times(1), Twin: times(1.01)}))
	require.True(t, off(1e-2, Trusted{Predictor: times(1), Twin: times(1 + 1e-6)}))
}
