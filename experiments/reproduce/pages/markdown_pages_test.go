package pages

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/experiments/reproduce/corpus"
	"gmnc/experiments/reproduce/protocol"
)

// requireTables requires that each table of a page has a head, a rule below it, and as many cells in every line.
func requireTables(t *testing.T, page string) (heads []string) {
	t.Helper()
	var table []string
	check := func() {
		if table == nil {
			return
		}
		require.GreaterOrEqual(t, len(table), 2, "%q", table)
		for _, line := range table {
			require.Equal(t, strings.Count(table[0], "|"), strings.Count(line, "|"), "%q has the head %q", line, table[0])
		}
		require.NotContains(t, table[0], "---")
		require.Empty(t, strings.Trim(table[1], "|-: "), "the rule below %q", table[0])
		heads, table = append(heads, table[0]), nil
	}
	for line := range strings.Lines(page) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "|") {
			table = append(table, line)
		} else {
			check()
		}
	}
	check()
	return heads
}

// metric returns a metric of mean errors.
func metric(change func(m *protocol.Metric)) protocol.Metric {
	m := protocol.Metric{Name: "error", Of: func(e protocol.Errors) float64 { return e.Mean }}
	change(&m)
	return m
}

// TestPagesOfMetrics: a table of certainty, of radii and of robots has a page of its own, with all of its tables.
func TestPagesOfMetrics(t *testing.T) {
	for name, c := range map[string]struct {
		metric protocol.Metric
		heads  []string
		says   []string
	}{
		"certainty": {metric(func(m *protocol.Metric) { m.Certainty = true }), []string{
			"| data set | seeds | constants with errors | covered | % | farthest, in errors | without errors |",
			"| data set | seeds | constants with errors | covered | % | farthest, in errors | without errors |",
			"| data set | seed | constant |",
		}, []string{"\n## What models have\n", "\n## What models lack\n", "\n## Not covered\n", "Here a model misses something that is in the recordings"}},
		"knowing": {metric(func(m *protocol.Metric) { m.Knowing = true }), []string{
			"| system | model | particles covered, % | systems covered, % | median radius over the error's quantile | rank correlation | time | misses |",
			"| system and constant | samples | model | true | found | seeds | goal | met |",
		}, []string{"- Radii of ", "\n## Laws\n"}},
		"robots": {metric(func(m *protocol.Metric) { m.Robots = true }), []string{
			"| joint | 1 | 2 | 3 | 4 | 5 | 6 |",
			"| data set | seeds | constants with errors | covered | % | farthest, in errors | without errors |",
			"| data set | seed | constant |",
		}, []string{"\n## Standard errors on the twins\n", "\n## Not covered\n"}},
	} {
		place := placeOf(protocol.Column{System: "twin", Missed: corpus.NothingMissed}, &protocol.Errors{ErrorCoverage: protocol.ErrorCoverage{WithErrors: 4, Covered: 3, Farthest: 2.5}})
		place.Measured[0].Result = &protocol.Result{Note: "mass (true: 1, 2.5 errors away)", Version: "1.0"}
		report := TableReport{Table: protocol.Table{Name: "a page of " + name, Title: "a title", Metric: c.metric, Rows: []protocol.Row{place.Row}, Columns: []protocol.Column{place.Column}}, Comparisons: []Comparison{place}, Seeds: []uint64{1}}
		var text bytes.Buffer
		require.NoError(t, report.WriteMarkdown(&text, []string{"Made by hand."}), name)
		heads := requireTables(t, text.String())
		require.GreaterOrEqual(t, len(heads), len(c.heads), name)
		require.Equal(t, c.heads, heads[:len(c.heads)], name)
		for _, part := range append(c.says, "# a page of "+name+": a title\n", "- Made by hand.\n", "- 1 of 1 cells were measured.\n") {
			require.Contains(t, text.String(), part, name)
		}
		require.NotContains(t, text.String(), "- In each cell: "+c.metric.Name+", mean over seeds", name)
	}
}

// TestPagesWithoutMeasurements: a page of a metric of its own says how many cells were measured, and that models without any are left out.
func TestPagesWithoutMeasurements(t *testing.T) {
	measured, blank := placeOf(protocol.Column{System: "a"}, &protocol.Errors{}), placeOf(protocol.Column{System: "a"})
	blank.Row.Name, blank.Measured = "other", []Measured{{Seed: 1, Blank: "not asked for"}}
	report := TableReport{Table: protocol.Table{Name: "a page", Title: "a title", Metric: metric(func(m *protocol.Metric) { m.Knowing = true }), Rows: []protocol.Row{measured.Row, blank.Row}, Columns: []protocol.Column{measured.Column}},
		Comparisons: []Comparison{measured, blank}, Seeds: []uint64{1}}
	var text bytes.Buffer
	require.NoError(t, report.WriteMarkdown(&text, nil))
	require.Contains(t, text.String(), "- 1 of 2 cells were measured; models without any are left out.\n")
	require.Len(t, report.Rows, 2, "of the page alone")
}
