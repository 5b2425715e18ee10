package commandline

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/sysid"
)

// TestTablesOfConstants: each link or joint has its constants below it, with an error, a bound, or the
// reason why there is none.
func TestTablesOfConstants(t *testing.T) {
	r := identifyReport{Model: &sysid.Model{Constants: []sysid.Constant{
		{Of: "link", Name: "mass", Start: 1, Value: 2.5, Error: 0.25, Unit: "kg", Determined: true},
		{Of: "link", Name: "bound", Start: 1, Value: 3, Error: 9, Most: 0.5, Determined: true},
		{Of: "joint", Name: "rough", Value: 4, Rough: true},
		{Of: "joint", Name: "free", Value: 5},
	}}}
	text := r.constantTable(80)
	for _, line := range []string{`  link`, `    mass +1 +2\.5 +0\.25  kg`, `    bound +1 +3 +off by at most 0\.5`, `  joint`, `    rough +0 +4 +no error`, `    free +0 +5 +undetermined`} {
		require.Regexp(t, `(?m)^`+line+`$`, text)
	}
	require.Equal(t, 7, strings.Count(text, "\n"), "a head, two names and four constants")
	r.Doubts = []string{"units"}
	text = r.constantTable(80)
	require.Contains(t, text, "withheld")
	require.Contains(t, text, "no error")
	require.NotContains(t, text, "0.25")
}

// TestUndeterminedLines: constants of one link are in one line, with or without combinations.
func TestUndeterminedLines(t *testing.T) {
	all := []sysid.Undetermined{{Of: "a", Name: "x"}, {Of: "a", Name: "y", Combined: true}, {Of: "a", Name: "z"}, {Of: "b", Name: "x"}, {Of: "a", Name: "w"}}
	require.Equal(t, []string{"a: x, z", "b: x", "a: w"}, undeterminedLines(all, false))
	require.Equal(t, []string{"a: y"}, undeterminedLines(all, true))
	require.Nil(t, undeterminedLines(nil, true))
}

// TestErrorTables: a network adds a column.
func TestErrorTables(t *testing.T) {
	e := sysid.Errors{Joints: []string{"hip"}, Error: []float64{1}, Raw: []float64{2}, Noise: []float64{3}, Size: []float64{4}}
	plain := errorTable(80, "train", e)
	require.Contains(t, plain, "train: root mean squares of torques, N m, or N where a joint slides\n")
	require.Regexp(t, `\n  hip +1 +2 +3 +4\n$`, plain)
	require.NotContains(t, plain, "network")
	e.WithResidual = []float64{0.5}
	with := errorTable(80, "train", e)
	require.Regexp(t, `\n  hip +1 +2 +3 +4 +0.5\n$`, with)
	require.Contains(t, with, "network")
}

// TestWordsOnNetworks: a network of residuals is better at all joints, at some or at none, and the
// largest share of its torque is told.
func TestWordsOnNetworks(t *testing.T) {
	for want, with := range map[string][]float64{
		"it makes errors smaller at all joints.":                 {0.5, 0.9},
		"it makes errors smaller at hip, and not at knee.":       {0.5, 1},
		"it makes errors smaller at knee, and not at hip.":       {1.5, 0.5},
		"it makes errors smaller at no joint: leave it out. The": {1, 2},
	} {
		r := identifyReport{Model: &sysid.Model{
			Train:    sysid.Errors{Joints: []string{"hip", "knee"}},
			Residual: &sysid.Residual{HeldOut: with, HeldOutWithout: []float64{1, 1}, Fraction: []float64{0.01, 0.05}},
		}}
		text := r.networkText(1000)
		require.Contains(t, text, want)
		require.Contains(t, text, "gives 5 % of the squares of a joint's torque or less.")
	}
}

// TestTextOfIdentification: the text has what was learned, errors of each split, how the test log differs,
// what residuals depend on, the network, combinations, and what is not a measurement, in this order.
func TestTextOfIdentification(t *testing.T) {
	errorsOf := func(size float64) sysid.Errors {
		one := []float64{size}
		return sysid.Errors{Joints: []string{"hip"}, Error: one, Raw: one, Noise: []float64{0.5}, Passed: []float64{0.25}, Trembling: []float64{0}, Filtered: []float64{0}, Size: []float64{10}, Fitted: one}
	}
	r := identifyReport{
		Errors: map[string]sysid.Errors{"train": errorsOf(1), "valid": errorsOf(2), "test": errorsOf(50)},
		Model: &sysid.Model{
			Learned: []string{"links", "friction"}, Half: 0.25, Directions: 7, Free: 9, Train: errorsOf(1),
			Depends:      []sysid.Dependence{{Joint: "hip", On: "its rate", Fraction: 0.25}, {Joint: "hip", On: "its torque", Fraction: 0.125}},
			Residual:     &sysid.Residual{HeldOut: []float64{1}, HeldOutWithout: []float64{2}, Fraction: []float64{0.5}},
			Combinations: []sysid.Combination{{Value: 3, Unit: "kg", Words: "mass of a + mass of b"}},
			Undetermined: []sysid.Undetermined{{Of: "a", Name: "Izz"}, {Of: "a", Name: "mass", Combined: true}},
		},
	}
	text := r.text(1000)
	at := 0
	for _, want := range []string{
		"learned: links, friction\nsmoothed by local cubic fits of half-width 0.25 s; the recordings determine 7 combinations of 9 constants\n",
		"\ntrain: root mean squares", "\nvalid: root mean squares", "\ntest: root mean squares",
		"\n" + r.Verdict() + "\n", "On the test log it is worse: the error of the smoothed torque at hip is 50 times",
		"The residuals of the torques depend on:\n  25 % at hip on its rate\n  12 % at hip on its torque\n",
		"\nThe network of residuals gives 50 %", "\nConstants. \"start\":", r.Errs() + "\n",
		"\nCombinations that the recordings determine, although not their parts:\n  3 kg: mass of a + mass of b\n",
		"\nThese are determined only as parts of the combinations, and their values are not measurements:\n  a: mass\n",
		"\nThese have no effect on the recorded torques, and their values are not measurements:\n  a: Izz\n",
	} {
		found := strings.Index(text[at:], want)
		require.GreaterOrEqual(t, found, 0, "%q in %s", want, text[at:])
		at += found
	}
	require.Equal(t, 1, strings.Count(text, "depend on:"))
	require.Equal(t, 1, strings.Count(text, "On the test log"))
	delete(r.Errors, "test")
	r.Depends, r.Residual, r.Combinations, r.Undetermined = nil, nil, nil, nil
	for _, part := range []string{"test log", "depend on:", "network", "Combinations", "These"} {
		require.NotContains(t, r.text(1000), part)
	}
}
