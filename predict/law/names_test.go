package law

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
)

// TestForms: models have every form that is searched for, with its constants.
func TestForms(t *testing.T) {
	for _, f := range forms {
		law := builder.PairFormula{Form: f.name, Constants: map[string]float64{}}
		functions := len(f.functions(f.starts[0]))
		for _, c := range f.constants(make([]float64, functions), f.starts[0], 1) {
			law.Constants[c.Name] = 1
		}
		config := builder.Config{Model: "gmn-ode", Form: builder.Published, Layers: 1, Hidden: 4, Messages: builder.NoMessages,
			Time: 1, Length: 1, Law: []builder.PairFormula{law}}
		require.NoError(t, config.Validate())
		described, err := formOf(law, nil)
		require.NoError(t, err)
		require.Contains(t, described.Text, "1", "its constants")
	}
	_, err := formOf(builder.PairFormula{Form: "gravity"}, nil)
	require.ErrorContains(t, err, `the form "gravity", which gmnc law does not know`)
}
