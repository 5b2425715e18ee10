package config

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestValueAt: parameters are logarithms of positive constants, shares of a unit of others.
func TestValueAt(t *testing.T) {
	mass := Constant{Name: LearnedMass, Start: []float64{2, 3}, Fixed: []string{"", "no motion tells it"}}
	require.InDelta(t, 2*math.E, mass.ValueAt(0, 1), 1e-15)
	require.Equal(t, 3., mass.ValueAt(1, 1), "a held one stays")
	require.Zero(t, mass.ValueAt(0, Vanished))
	require.Positive(t, mass.ValueAt(0, Vanished+0.1))
	gravity := Constant{Name: LearnedGravity, Start: []float64{0, 0, 1}, Unit: 4}
	require.Equal(t, []float64{0, 4, 9}, gravity.Values([]float32{0, 1, 2}))
	require.Equal(t, "gravity of z", gravity.Title(2))
	require.Equal(t, "mass of particle 7", Constant{Name: LearnedMass, By: ByParticle, Labels: []string{"7"}, Start: []float64{1}}.Title(0))
	require.Equal(t, "damping", Constant{Name: LearnedDamping, Start: []float64{1}}.Title(0))
	require.Equal(t, []float64{0, 0, 0}, Constant{Name: LearnedGravity}.Starts())
	require.Equal(t, []float64{1}, Constant{Name: LearnedMass}.Starts())
}

// TestInModelUnits: times and lengths are those that the networks see.
func TestInModelUnits(t *testing.T) {
	c := Config{Time: 6, Length: 8, Deflection: 4, Scale: Scale{Length: 2, Velocity: 5}}
	seen := c.InModelUnits()
	require.Equal(t, [3]float64{15, 4, 2}, [3]float64{seen.Time, seen.Length, seen.Deflection})
	require.Equal(t, [2]float64{1, 1}, [2]float64{Config{}.Interval(), Config{}.Distance()})
	require.Equal(t, 4., c.Scale.Squared())
	require.InDelta(t, 2/math.Pow(0.4, 2), c.Scale.UnitOf(system.Unit{Length: 1, Time: -2}), 1e-12)
	require.Equal(t, Scale{}, Scale{Length: 1, Velocity: 1}.Ones())
	require.Equal(t, c.Scale, c.Scale.Ones())
	require.NoError(t, c.Scale.validate())
	for _, by := range []float64{-1, math.NaN(), math.Inf(1)} {
		require.ErrorContains(t, Scale{Length: by}.validate(), "divides nothing")
		require.ErrorContains(t, Scale{Velocity: by}.validate(), "divides nothing")
	}
}

// TestBounds: the smallest and the largest numbers of a configuration are taken, and those beyond
// are refused.
func TestBounds(t *testing.T) {
	for _, c := range []struct {
		layers, hidden, depth, runs int
		wrong                       string
	}{
		{1, 1, 0, 0, ""}, {2000, 8192, 2, 2, ""}, {1, 1, 1 << 16, 16, ""},
		{0, 1, 0, 0, "0 layers"}, {2001, 1, 0, 0, "2001 layers"}, {1, 0, 0, 0, "hidden width of 0"}, {1, 8193, 0, 0, "hidden width of 8193"},
		{1, 1, 1, 0, "trees of 2 to 65536 bars"}, {1, 1, 1<<16 + 1, 0, "trees of 2 to 65536 bars"}, {1, 1, 0, 1, "1 runs"}, {1, 1, 0, 17, "17 runs"},
	} {
		config := Config{Model: "gmn", Form: Published, Layers: c.layers, Hidden: c.hidden, Depth: c.depth, Runs: c.runs}
		if err := config.Validate(); c.wrong == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, c.wrong)
		}
	}
	for _, width := range []int{5, 6} {
		err := Config{Model: "tfn", Form: Published, Layers: 1, Hidden: width}.Validate()
		require.Equal(t, width == 6, err == nil, "degrees of one channel are zero")
	}
	require.True(t, Cartesian(Midpoint) && Cartesian(RungeKutta4))
	require.False(t, Cartesian(Verlet) || Cartesian(""))
}

// TestPowers: a radius that was calibrated over steps is a product of powers.
func TestPowers(t *testing.T) {
	require.Equal(t, 3., (*RadiusPowers)(nil).Of(3, 5))
	powers := &RadiusPowers{Offset: 1, Sum: 2, Motion: 0.5}
	require.InDelta(t, math.E*9*2, powers.Of(3, 4), 1e-12)
	require.Positive(t, powers.Of(3, 0), "particles that never move have a radius")
	require.Len(t, Config{Runs: 2}.RadiusFeatures(), len(Config{}.RadiusFeatures())+1)
	require.InDelta(t, 16e-6*25, Config{Length: 5}.RadiusSoftness()[0], 1e-15)
}

// TestFormulasOfWeights: parameters of a law are shares of its constants.
func TestFormulasOfWeights(t *testing.T) {
	c := Config{Law: []PairFormula{{Form: "spring", Constants: map[string]float64{"k": 2, "l": 4}}}}
	found := c.Formulas(map[string][]float32{LawParam(0, "k"): {0.5}, LawParam(0, "l"): {-0.25}})
	require.Equal(t, map[string]float64{"k": 3, "l": 3}, found[0].Constants)
	require.Equal(t, "law/force0/k", LawParam(0, "k"))
	require.Equal(t, "run2/law/force0/k", RunParam(2, LawParam(0, "k")))
	c.Runs = 2
	require.Nil(t, c.Formulas(nil), "several runs have a law each")
}
