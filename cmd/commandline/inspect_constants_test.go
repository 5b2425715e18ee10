package commandline

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/uncertainty"
	"gmnc/run"
)

// TestAboutConstants: the values' errors are mentioned where there are any, and numbers where
// values have numbers.
func TestAboutConstants(t *testing.T) {
	for want, constants := range map[string][]run.FoundConstant{
		"learned values":                       {{Value: 1}},
		"learned values +- one standard error": {{Value: 1}, {Value: 1, Error: uncertainty.Error{StandardError: 0.1}}},
		"learned values; their errors come from rounding or time steps more than from noise, and have a bound instead of a standard error": {{Value: 1}, {Value: 1, Error: uncertainty.Error{Most: 0.1}}},
		"learned values; bodies have the numbers of the input bodies, so the model is of the trained mechanism alone":                      {{OfBody: true, Of: "0"}},
		"learned values; they are those of the trained mechanism alone":                                                                    {{OfBody: true, Of: "0", Joint: "elbow"}},
		"learned values; particles have their numbers in the system, from 0 on, so the model is of the trained system alone":               {{Of: "particle 0"}},
	} {
		require.Equal(t, want, aboutConstants(constants))
	}
}

// TestGraphsOfModels are printed as text and as diagrams, beside the object of a model, too.
func TestGraphsOfModels(t *testing.T) {
	s := getSession(t)
	require.Contains(t, gmnc(t, "inspect", s.run, "--diagram").out, "flowchart")
	object := gmnc(t, "inspect", s.run, "--ir", "--json").out
	require.True(t, strings.HasPrefix(object, `{"report":"description",`))
	require.Contains(t, object, "func @")
	_, text, found := strings.Cut(gmnc(t, "inspect", s.run, "--ir").out, "\n\n")
	require.True(t, found)
	graph := write(t, "model.ir", []byte(text))
	require.NotContains(t, gmnc(t, "inspect", graph).out, "func @")
	require.Contains(t, gmnc(t, "inspect", graph, "--ir").out, "func @")
	require.Contains(t, gmnc(t, "inspect", graph, "--diagram").out, "flowchart")
	requireFailure(t, "absent.ir", "inspect", "absent.ir")
	requireFailure(t, "absent.npz does not exist", "inspect", "absent.npz")
	requireFailure(t, "a data set is an .npz file, a graph an .ir file", "inspect", "absent")
}
