package law_test

import (
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/internal/uncertainty"
	"gmnc/predict/law"
	"gmnc/run"
	"gmnc/system"
)

// formulas are the forces that a model computes for each form, and constants.
var formulas = map[string]struct {
	constants map[string]float64
	force     func(r float64) float64
}{
	"constant": {map[string]float64{"F": 0.3}, func(float64) float64 { return 0.3 }},
	"power":    {map[string]float64{"A": 0.7, "n": 1.5}, func(r float64) float64 { return 0.7 / math.Pow(r, 1.5) }},
	"spring":   {map[string]float64{"k": 2, "l": 1.2}, func(r float64) float64 { return -2 * (r - 1.2) }},
	"Yukawa":   {map[string]float64{"A": 0.7, "L": 1.5}, func(r float64) float64 { return 0.7 * math.Exp(-r/1.5) * (1/(r*r) + 1/(1.5*r)) }},
	"Lennard-Jones": {map[string]float64{"epsilon": 0.2, "sigma": 0.9}, func(r float64) float64 {
		return 24 * 0.2 * (2*math.Pow(0.9, 12)/math.Pow(r, 13) - math.Pow(0.9, 6)/math.Pow(r, 7))
	}},
	"Morse": {map[string]float64{"D": 0.5, "a": 1.1, "r0": 0.8}, func(r float64) float64 {
		return 2 * 0.5 * 1.1 * (math.Exp(-2*1.1*(r-0.8)) - math.Exp(-1.1*(r-0.8)))
	}},
	"power with a core":  {map[string]float64{"A": 0.7, "n": 2, "c": 1.1}, func(r float64) float64 { return 0.7 / math.Pow(max(r, 1.1), 2) }},
	"power and constant": {map[string]float64{"A": 0.7, "n": 2, "F": -0.1}, func(r float64) float64 { return 0.7/(r*r) - 0.1 }},
	"power and spring":   {map[string]float64{"A": 0.7, "n": 2, "k": 0.5, "l": 1}, func(r float64) float64 { return 0.7/(r*r) - 0.5*(r-1) }},
	"two powers":         {map[string]float64{"A": 0.7, "n": 1, "B": -0.2, "m": 3}, func(r float64) float64 { return 0.7/r - 0.2/(r*r*r) }},
}

// pairs are systems of two particles at several distances.
func pairs() (samples []system.Sample) {
	for k := range 8 {
		r := float32(0.7 + 0.3*float64(k))
		samples = append(samples, system.Sample{Position: []float32{0, 0, 0, 0, r, 0}, Velocity: make([]float32, 6), Charge: []float32{1, -2}})
	}
	return samples
}

// TestFormulas: a model has the force of every form, times charges or not, in the units of
// the data.
func TestFormulas(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(formulas)) {
		f := formulas[name]
		for _, charges := range []bool{false, true} {
			written := config.PairFormula{Charges: charges, Form: name, Constants: f.constants}
			c := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 3, Hidden: 4, Messages: config.NoMessages,
				Time: 0.5, Length: 2, Scale: config.Scale{Length: 3, Velocity: 2}, Law: []config.PairFormula{written}}
			model, err := builder.New(c, false)
			require.NoError(t, err)
			trained, err := run.New(run.Config{Version: run.Version(), Model: c}, run.WithShapes(model, model.Draw(1)))
			require.NoError(t, err)
			require.Equal(t, []config.PairFormula{written}, trained.Model.Config.Formulas(trained.Floats()))
			forces, err := artifact.FromRun(trained).PairForces(pairs())
			require.NoError(t, err)
			for k, s := range pairs() {
				want := -f.force(float64(s.Position[4]))
				if charges {
					want *= -2
				}
				require.InDelta(t, want, forces[6*k+1], 1e-4*(1+math.Abs(want)), "%s at %g", name, s.Position[4])
			}
		}
	}
}

// typed are systems of particles of two types, of which some are joined by bonds.
func typed() []system.Sample {
	samples := drawn(40, 6)
	for i := range samples {
		s := &samples[i]
		s.Objects, s.Velocity = nil, make([]float32, len(s.Position))
		for k := range s.Particles() {
			s.NodeFeatures = append(s.NodeFeatures, float32(k%2), 0.1)
			for other := range s.Particles() {
				if other == k {
					continue
				}
				bond := float32(0)
				if k/2 == other/2 {
					bond = 1
				}
				s.Neighbors, s.EdgeFeatures = append(s.Neighbors, int64(other)), append(s.EdgeFeatures, bond)
			}
		}
	}
	return samples
}

// TestKindsOfPairs: forces between pairs that features tell apart are found as formulas of
// these pairs, which a model has.
func TestKindsOfPairs(t *testing.T) {
	of := func(one, other, bond float32) *config.PairKind {
		return &config.PairKind{Ends: []map[string]float32{{"type": one, "more": 0.1}, {"type": other, "more": 0.1}}, Edge: map[string]float32{"bond": bond}}
	}
	written := []config.PairFormula{
		{Pairs: of(0, 1, 1), Form: "spring", Constants: map[string]float64{"k": 2, "l": 1}},
		{Pairs: of(0, 0, 0), Charges: true, Form: "power", Constants: map[string]float64{"A": 0.5, "n": 2}},
	}
	c := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 3, Hidden: 4, Messages: config.NoMessages,
		Sparse: true, NodeFeatures: []string{"type", "more"}, EdgeFeatures: []string{"bond"}, Law: written}
	model, err := builder.New(c, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{Version: run.Version(), Model: c}, run.WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	samples := typed()
	forces, err := artifact.FromRun(trained).PairForces(samples)
	require.NoError(t, err)
	found, err := law.Find(samples, forces, c.NodeFeatures, c.EdgeFeatures)
	require.NoError(t, err)
	formulas, err := found.Formulas()
	require.NoError(t, err)
	require.Len(t, formulas, len(written))
	for _, want := range written {
		at := slices.IndexFunc(formulas, func(f config.PairFormula) bool { return reflect.DeepEqual(f.Pairs, want.Pairs) })
		require.GreaterOrEqual(t, at, 0, "%v of %v", want, formulas)
		require.Equal(t, want.Charges, formulas[at].Charges)
		require.Equal(t, want.Form, formulas[at].Form)
		for name, value := range want.Constants {
			require.InDelta(t, value, formulas[at].Constants[name], 1e-3)
		}
	}
	require.NoError(t, found.Known(written, make([]map[string]uncertainty.Error, len(written))))
	require.Len(t, found.Curves, len(written), "only the curves that the model has")
}

// TestRead: a law that was written comes back.
func TestRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "law.json")
	written := law.Written{LengthUnit: "m", Forces: []config.PairFormula{{Form: "power", Constants: map[string]float64{"A": 1, "n": 2}}}}
	text, err := written.Text()
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, text, 0o644))
	read, err := law.Read(path)
	require.NoError(t, err)
	require.Equal(t, written, read)
	twice := `{"forces":[{"form":"power","constants":{"A":1,"n":2}},{"form":"power","constants":{"A":1,"n":3}}]}` // with another exponent
	require.NoError(t, os.WriteFile(path, []byte(twice), 0o644))
	_, err = law.Read(path)
	require.NoError(t, err)
}

// TestLawsRefused: a file that is no law is named with what is wrong in it, and where.
func TestLawsRefused(t *testing.T) {
	for text, message := range map[string]string{"{}": "has no forces", "[1": "is not a law", `{"forces":[],"more":1}`: "is not a law",
		`{"forces":[{"form":"power","constants":{"A":null}}]}`:                                               "forces[0].constants.A is null: expected a number",
		`{"forces":[{"form":"power","charges":0}]}`:                                                          "forces[0].charges is 0: expected true or false",
		`{"forces":[{"form":"power","constants":{"A":1e400,"n":2}}]}`:                                        "forces[0].constants.A is 1e400: expected a number",
		`{"forces":[{"form":"power","constants":{"A":1,"n":2}},{}]}`:                                         `force 1 of the law has the form ""; known: `,
		`{"forces":[{"form":"power","constants":{"A":1}}]}`:                                                  `force 0 of the law, power, has the constants ["A"]; expected ["A" "n"]`,
		`{"forces":[{"form":"power","constants":{"A":1e39,"n":2}}]}`:                                         "the constant A of force 0 of the law is 1e+39: expected a finite number of float32",
		`{"forces":[{"form":"Yukawa","constants":{"A":1,"L":-2}}]}`:                                          "the constant L of force 0 of the law, Yukawa, is -2: expected a number above 0",
		`{"forces":[{"form":"power","constants":{"A":1,"n":2}},{"form":"power","constants":{"A":1,"n":2}}]}`: "forces 0 and 1 of the law are the same",
	} {
		t.Run(message, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "law.json")
			require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
			_, err := law.Read(path)
			require.ErrorContains(t, err, path)
			require.ErrorContains(t, err, message)
		})
	}
}

// TestNoFormulas: a model refuses laws that it does not have.
func TestNoFormulas(t *testing.T) {
	good := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 3, Hidden: 4, Messages: config.NoMessages,
		Law: []config.PairFormula{{Charges: true, Form: "power", Constants: map[string]float64{"A": 1, "n": 2}}}}
	require.NoError(t, good.Validate())
	for message, change := range map[string]func(c *config.Config){
		"does not go with":         func(c *config.Config) { c.Model = "gmn" },
		"it needs":                 func(c *config.Config) { c.Messages = "" },
		"does not say which pairs": func(c *config.Config) { c.NodeFeatures = []string{"type"} },
		"the features of 1 particles": func(c *config.Config) {
			c.NodeFeatures = []string{"type"}
			c.Law = []config.PairFormula{{Pairs: &config.PairKind{Ends: []map[string]float32{{"type": 1}}}, Form: "constant"}}
		},
		`particles of its pairs have the features ["kind"]`: func(c *config.Config) {
			c.NodeFeatures = []string{"type"}
			c.Law = []config.PairFormula{{Pairs: &config.PairKind{Ends: []map[string]float32{{"kind": 1}, {"kind": 1}}}, Form: "constant"}}
		},
		`leave "pairs" out`: func(c *config.Config) {
			c.Law = []config.PairFormula{{Pairs: &config.PairKind{}, Form: "constant"}}
		},
		`edges of its pairs have the features ["bond"]`: func(c *config.Config) {
			c.EdgeFeatures = []string{"spring"}
			c.Law = []config.PairFormula{{Pairs: &config.PairKind{Edge: map[string]float32{"bond": 1}}, Form: "constant"}}
		},
		`has the form "cubic"`:       func(c *config.Config) { c.Law = []config.PairFormula{{Form: "cubic"}} },
		"which the data do not have": func(c *config.Config) { c.NoCharge = true },
		"has the constants":          func(c *config.Config) { c.Law = []config.PairFormula{{Form: "power"}} },
	} {
		config := good
		change(&config)
		require.ErrorContains(t, config.Validate(), message)
	}
}

// TestUnitsOfALaw: data in other units than the law's are refused.
func TestUnitsOfALaw(t *testing.T) {
	written := law.Written{LengthUnit: "nm", ForceUnit: "nm/ps^2 times mass"}
	require.NoError(t, written.CheckUnits("law.json", "data.npz", "nm", "nm/ps^2 times mass"))
	require.NoError(t, written.CheckUnits("law.json", "data.npz", "", ""))
	require.NoError(t, law.Written{}.CheckUnits("", "data.npz", "m", "m/s^2 times mass"))
	require.EqualError(t, written.CheckUnits("law.json", "data.npz", "m", "m/ps^2 times mass"),
		"law.json is in nm, and data.npz is in m: find the law on data in the same unit")
	require.EqualError(t, written.CheckUnits("law.json", "data.npz", "nm", "nm/fs^2 times mass"),
		"law.json is in nm/ps^2 times mass, and data.npz is in nm/fs^2 times mass: find the law on data in the same unit")
}
