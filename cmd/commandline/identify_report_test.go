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
