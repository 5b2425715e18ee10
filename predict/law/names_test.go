package law

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
)

// TestForms: models have every form that is searched for, with its constants.
func TestForms(t *testing.T) {
	for _, f := range forms {
		law := config.PairFormula{Form: f.name, Constants: map[string]float64{}}
		functions := len(f.functions(f.starts[0]))
		for _, c := range f.constants(make([]float64, functions), f.starts[0], 1) {
			law.Constants[c.Name] = 1
		}
		config := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, Messages: config.NoMessages,
			Time: 1, Length: 1, Law: []config.PairFormula{law}}
		require.NoError(t, config.Validate())
		described, err := formOf(law, nil)
		require.NoError(t, err)
		require.Contains(t, described.Text, "1", "its constants")
	}
	_, err := formOf(config.PairFormula{Form: "gravity"}, nil)
	require.ErrorContains(t, err, `the form "gravity", which gmnc law does not know`)
}

// TestSigns: formulas with negative constants can be read in one way.
func TestSigns(t *testing.T) {
	for _, c := range []struct {
		form        string
		constants   map[string]float64
		text, latex string
	}{
		{"Morse", map[string]float64{"D": -0.5, "a": 2, "r0": -1}, "2 (-0.5) 2 (exp(-2 2 (r + 1)) - exp(-2 (r + 1)))", `2\,(-0.5)\,2\left(e^{-2\,2(r+1)} - e^{-2(r+1)}\right)`},
		{"power and spring", map[string]float64{"A": 2e-7, "n": -1.5, "k": -3, "l": 1}, "2e-07 / r^-1.5 + 3 (r - 1)", `2\cdot 10^{-07}\, r^{+1.5} + 3\,(r - 1)`},
		{"power and constant", map[string]float64{"A": 1, "n": 2, "F": -1}, "1 / r^2 - 1", `1\, r^{-2} - 1`},
	} {
		described, err := formOf(config.PairFormula{Form: c.form, Constants: c.constants}, nil)
		require.NoError(t, err)
		require.Equal(t, c.text, described.Text)
		require.Equal(t, c.latex, described.LaTeX)
	}
}

// TestNames: the chosen form comes first, and of the others those that leave the least, with the fewest constants first.
// A law with two curves of free forms has no such list.
func TestNames(t *testing.T) {
	one, two := []Constant{{}}, []Constant{{}, {}}
	forms := []Form{{Name: "chosen", Left: 9, Constants: two}, {Name: "far", Left: 8}}
	for k, name := range []string{"e", "d", "c", "b", "a"} {
		forms = append(forms, Form{Name: name, Left: float64(k), Constants: two})
	}
	forms[4].Constants = one
	given := slices.Clone(forms)
	want := []string{"chosen", "c", "e", "d", "b", "a"}
	require.Len(t, want, mostTried)
	require.Equal(t, want, (&Law{Curves: []Curve{{Constrained: true, Forms: forms}, {}, {Forms: forms}}}).Names())
	require.Equal(t, given, forms, "the order of the law stays")
	require.Equal(t, []string{"chosen"}, (&Law{Curves: []Curve{{Forms: forms[:1]}}}).Names())
	require.Nil(t, (&Law{Curves: []Curve{{Forms: forms}, {Forms: forms}}}).Names())
	require.Nil(t, new(Law).Names())
}
