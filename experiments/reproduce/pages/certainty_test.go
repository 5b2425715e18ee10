package pages

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/experiments/reproduce/corpus"
	"gmnc/experiments/reproduce/protocol"
)

// TestCertaintyPage: the page counts what models lack apart, and lists what is not covered.
func TestCertaintyPage(t *testing.T) {
	place := func(system, missed string, c protocol.ErrorCoverage) Comparison {
		p := placeOf(protocol.Column{System: system, Missed: missed}, &protocol.Errors{ErrorCoverage: c})
		p.Measured[0].Result = &protocol.Result{Note: "one of " + system + " (true: 1); other of " + system + " (true: 1, 2.5 errors away)"}
		return p
	}
	m := &markdown{TableReport: TableReport{Comparisons: []Comparison{
		place("a", "", protocol.ErrorCoverage{WithErrors: 4, Covered: 3, Farthest: 2.5}),
		place("b", "", protocol.ErrorCoverage{WithErrors: 4, Covered: 4, Farthest: 1}),
		place("c", "", protocol.ErrorCoverage{Without: 2}),
		place("d", corpus.HalfFrame, protocol.ErrorCoverage{WithErrors: 2, Covered: 1, Farthest: 3}),
	}}}
	m.certainty()
	page := m.text.String()
	for _, line := range []string{"| a | 1 | 4 | 3 | 75.0 | 2.5 | 0 |", "| c | 1 | 0 | 0 |  | 0.0 | 2 |", "| all | 3 | 8 | 7 | 87.5 | 2.5 | 2 |", "| all | 1 | 2 | 1 | 50.0 | 3.0 | 0 |", "| a | 1 | other of a (true: 1, 2.5 errors away) |"} {
		require.Contains(t, page, line)
	}
	require.NotContains(t, page, "one of ")
}
