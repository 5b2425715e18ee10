package law_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/uncertainty"
	"gmnc/predict/law"
)

// TestChoose: the simplest form that predicts as well as any is taken with its constants, of
// the curve that predicts best alone; a stronger one that makes nothing better has none.
func TestChoose(t *testing.T) {
	form := func(name string, left float64, constants ...string) law.Form {
		f := law.Form{Name: name, Left: left}
		for _, c := range constants {
			f.Constants = append(f.Constants, law.Constant{Name: c, Value: 1})
		}
		return f
	}
	found := law.Law{Curves: []law.Curve{
		{Pairs: "free", Share: 0.95, Forms: []law.Form{form("spring", 0, "k", "l")}},
		{Pairs: "free", Share: 0.6, Charges: true, Forms: []law.Form{form("power and constant", 0.1, "A", "n", "F"), form("power", 0.2, "A", "n"), form("constant", 0.3, "F")}},
	}}
	errs := map[string]float64{"power": 0.1, "power and constant": 0.095, "constant": math.Inf(1), "spring": 0.5}
	var tried int
	require.NoError(t, found.Choose(func(formulas []config.PairFormula) ([]config.PairFormula, float64, error) {
		tried++
		if formulas[0].Form == "power" {
			formulas[0].Constants = map[string]float64{"A": 1, "n": 2}
		}
		return formulas, errs[formulas[0].Form], nil
	}))
	require.Equal(t, 5, tried)
	written, err := found.Formulas()
	require.NoError(t, err)
	require.Equal(t, []config.PairFormula{{Charges: true, Form: "power", Constants: map[string]float64{"A": 1, "n": 2}}}, written)

	none := law.Law{Curves: found.Curves[1:]}
	require.ErrorContains(t, none.Choose(func(f []config.PairFormula) ([]config.PairFormula, float64, error) { return f, math.Inf(1), nil }), "no form of the curves predicts")
}

// TestChooseWithout: a force beside another is kept if training on without it is worse, and
// not for what training on gains by itself. Constants of a longer training take their place.
func TestChooseWithout(t *testing.T) {
	for help, forces := range map[float64]int{0.06: 1, 0.03: 2} {
		found := law.Law{Curves: []law.Curve{
			{Pairs: "free", Forms: []law.Form{{Name: "constant", Constants: []law.Constant{{Name: "F", Value: 1}}}}},
			{Pairs: "free", Charges: true, Forms: []law.Form{{Name: "power", Left: 0.3, Constants: []law.Constant{{Name: "A", Value: 1}, {Name: "n", Value: 2}}}}},
		}}
		trained := map[string]float64{"power": 0.1, "constant": 0.5, "power constant": help}
		require.NoError(t, found.Choose(func(formulas []config.PairFormula) ([]config.PairFormula, float64, error) {
			names := formulas[0].Form
			if len(formulas) > 1 {
				names += " " + formulas[1].Form
			}
			left := trained[names]
			if names == "power" {
				trained[names] = 0.055 // when it is trained on
			}
			return formulas, left, nil
		}))
		formulas, err := found.Formulas()
		require.NoError(t, err)
		require.Len(t, formulas, forces, "%g", help)
		last := len(formulas) - 1
		formulas[last].Constants = map[string]float64{"A": 3, "n": 2}
		errors := make([]map[string]uncertainty.Error, len(formulas))
		errors[last] = map[string]uncertainty.Error{"A": {StandardError: 0.5}}
		require.NoError(t, found.Settle(formulas, errors, false))
		require.Equal(t, law.Constant{Name: "A", Value: 3}, found.Curves[1].Forms[0].Constants[0], "which has no error, as the form does not fit")
		require.Equal(t, "3 / r^2", found.Curves[1].Forms[0].Text)
		require.Equal(t, 0.3, found.Curves[1].Forms[0].Left, "what a form leaves does not go away by its last training")
	}
}

// TestFits: a form that leaves up to a tenth is the curve, and any other only the nearest.
func TestFits(t *testing.T) {
	of := func(left float64) law.Curve { return law.Curve{Forms: []law.Form{{Left: left}}} }
	require.True(t, of(0.1).Fits())
	require.False(t, of(0.101).Fits())
	require.False(t, law.Curve{}.Fits())
	require.False(t, of(0.1).MissesNetwork())
	require.True(t, of(0.101).MissesNetwork())
	fitted := of(0.9)
	fitted.Fitted = true
	require.True(t, fitted.Fits(), "the recordings tell, and not the network")
	require.False(t, law.Curve{Fitted: true}.Fits())
}

// TestNear: forms are near the chosen one if they leave up to twice as much, or have fewer constants and fit; curves
// with one form are not compared.
func TestNear(t *testing.T) {
	form := func(left float64, constants int) law.Form {
		return law.Form{Left: left, Constants: make([]law.Constant, constants)}
	}
	chosen := form(0.02, 3)
	near := func(other law.Form) bool { return law.Curve{Forms: []law.Form{chosen, other}}.Near() != nil }
	require.True(t, near(form(0.04, 3)))
	require.False(t, near(form(0.041, 3)))
	require.True(t, near(form(0.1, 2)))
	require.False(t, near(form(0.101, 2)))
	require.Nil(t, law.Curve{}.Near())
	require.True(t, (&law.Law{Curves: []law.Curve{{}, {Forms: []law.Form{chosen, chosen}}}}).Compared())
	require.False(t, (&law.Law{Curves: []law.Curve{{Forms: []law.Form{chosen}}}}).Compared())
}

// TestChooseAll: where a form is near the network's force, the six nearest are tried, and otherwise all.
func TestChooseAll(t *testing.T) {
	for left, want := range map[float64]int{0.1: 6, 0.101: 7} {
		curve := law.Curve{Pairs: "free"}
		for i := range 7 {
			curve.Forms = append(curve.Forms, law.Form{Name: "constant", Left: left + float64(i), Constants: []law.Constant{{Name: "F", Value: 1}}})
		}
		tried := 0
		require.NoError(t, (&law.Law{Curves: []law.Curve{curve}}).Choose(func(f []config.PairFormula) ([]config.PairFormula, float64, error) {
			tried++
			return f, 1, nil
		}))
		require.Equal(t, want, tried, "%g", left)
	}
}

// TestNeeded: a force beside another is kept if it makes predictions half as bad again, and not
// for less.
func TestNeeded(t *testing.T) {
	for with, forces := range map[float64]int{0.066: 2, 0.067: 1} { // of 0.1 without
		found := law.Law{Curves: []law.Curve{
			{Pairs: "free", Forms: []law.Form{{Name: "constant", Constants: []law.Constant{{Name: "F", Value: 1}}}}},
			{Pairs: "free", Charges: true, Forms: []law.Form{{Name: "power", Constants: []law.Constant{{Name: "A", Value: 1}, {Name: "n", Value: 2}}}}},
		}}
		require.NoError(t, found.Choose(func(formulas []config.PairFormula) ([]config.PairFormula, float64, error) {
			switch {
			case len(formulas) > 1:
				return formulas, with, nil
			case formulas[0].Form == "power":
				return formulas, 0.1, nil
			}
			return formulas, 0.5, nil
		}))
		formulas, err := found.Formulas()
		require.NoError(t, err)
		require.Len(t, formulas, forces, "%g", with)
	}
}
