package pages

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"

	"gmnc/experiments/reproduce/protocol"
)

// resultsFolder has the tables that were made, and the pages about them.
var resultsFolder = filepath.Join("..", "..", "..", "docs", "results")

// block is a part of a page that follows from the tables: what is between two
// comments.
var block = regexp.MustCompile(`(?s)<!-- from the tables: (.*?) -->\n.*?<!-- until here -->`)

// TestResultsPages: every figure in a block of a page in docs/results is one of the
// tables beside it, and every block is on one page.
func TestResultsPages(t *testing.T) {
	tables := made(t)
	paths, err := filepath.Glob(filepath.Join(resultsFolder, "*.md"))
	require.NoError(t, err)
	on := map[string]string{}
	for _, path := range paths {
		page, err := os.ReadFile(path)
		require.NoError(t, err)
		renewed := block.ReplaceAllStringFunc(string(page), func(old string) string {
			name := block.FindStringSubmatch(old)[1]
			write, known := resultsBlocks[name]
			require.True(t, known, "%s: there is no part %q", path, name)
			require.Empty(t, on[name], "%s: part %q is on another page", path, name)
			on[name] = path
			return fmt.Sprintf("<!-- from the tables: %s -->\n%s<!-- until here -->", name, write(tables))
		})
		if *update {
			require.NoError(t, os.WriteFile(path, []byte(renewed), 0o644))
			continue
		}
		require.Equal(t, renewed, string(page), "%s: the tables say otherwise: go test ./experiments/reproduce/pages -run ResultsPages -update", path)
	}
	require.Len(t, on, len(resultsBlocks), "a part is on no page")
	if *update {
		drawResults(t, tables)
	}
}

// drawResults renews the pictures; where they need the folders of runs they stay.
func drawResults(t *testing.T, tables results) {
	for name, table := range tables {
		if err := table.draw("", filepath.Join(resultsFolder, name+".png")); !errors.Is(err, errNothing) {
			require.NoError(t, err)
		}
	}
}

// TestResultsLayout: all tables have the columns that a call writes now, in its order.
func TestResultsLayout(t *testing.T) {
	for name, table := range made(t) {
		page, err := os.ReadFile(filepath.Join(resultsFolder, name+".csv"))
		require.NoError(t, err)
		header, _, _ := strings.Cut(string(page), "\n")
		require.Equal(t, strings.Join(table.csvHeader(), ","), header, "%s.csv", name)
	}
}

// results are the tables that were made, by name.
type results map[string]TableReport

func made(t *testing.T) results {
	all := results{}
	for _, table := range protocol.Tables {
		cells, err := ReadEarlier(filepath.Join(resultsFolder, table.Name+".csv"))
		require.NoError(t, err)
		if cells != nil {
			all[table.Name] = TableReport{Table: table}.With(cells)
		}
	}
	return all
}

// resultsBlocks are the parts of the pages.
var resultsBlocks = map[string]func(results) string{
	"what there is":             results.overview,
	"GMN is not ahead":          results.notAhead,
	"options that are no worse": results.optionsNoWorse,
	"worse than the paper":      results.worse,
	"ours over the paper's":     results.ratios,
	"GMN-ODE":                   results.law,
	"parts of GMN-ODE":          results.lawParts,
	"GMN-ODE's training":        results.lawTraining,
	"GMN-ODE elsewhere":         results.elsewhere,
	"GMN-ODE is not ahead":      results.lawNotAhead,
	"regressions":               results.regressions,
	"runaways":                  results.runaways,
}

// rows are the lines of a table in Markdown; with none but the head there is
// nothing to show.
func rowsOf(head string, lines []string) string {
	if len(lines) == 0 {
		return "\nNothing that the tables hold.\n\n"
	}
	columns := strings.Split(head, "|")
	rule := strings.Repeat("---|", len(columns))
	return fmt.Sprintf("\n|%s|\n|%s\n%s\n\n", head, rule, strings.Join(lines, "\n"))
}

func line(cells ...string) string { return "| " + strings.Join(cells, " | ") + " |" }

// measuredPlaces are those with a mean, averages left out.
func (t TableReport) measuredPlaces() (places []Comparison) {
	for _, p := range t.Comparisons {
		if !p.Column.Average && len(p.values(t.Metric.Of)) > 0 {
			places = append(places, p)
		}
	}
	return places
}

// at is the place of a row in a column; without errors if nothing was measured.
func (t TableReport) at(row string, column protocol.Column) Comparison {
	for _, p := range t.Comparisons {
		if p.Row.Name == row && p.Column.System == column.System && p.Column.TrainSize == column.TrainSize {
			return p
		}
	}
	return Comparison{}
}

func (t TableReport) mean(p Comparison) float64 { return t.summarize(p).value }

// text is a place's mean with its deviation.
func (t TableReport) text(p Comparison) string {
	s := t.summarize(p)
	switch {
	case math.IsNaN(s.value):
		return ""
	case math.IsNaN(s.deviation):
		return figure3(s.value)
	}
	return fmt.Sprintf("%s ± %.2g", figure3(s.value), s.deviation)
}

// square is the mean of a squared error over a place's seeds, as tables have it.
func (t TableReport) square(p Comparison, what func(protocol.Errors) float64) float64 {
	return t.Metric.SquareScale * stat.Mean(p.values(what), nil)
}

func (t TableReport) of(p Comparison, what func(protocol.Errors) float64) string {
	return figure3(t.square(p, what))
}

func figure3(value float64) string {
	if math.IsNaN(value) {
		return ""
	}
	return fmt.Sprintf("%.3g", value)
}

func printed(p Comparison) string {
	switch {
	case p.Published == nil:
		return ""
	case math.IsNaN(p.Published.Deviation):
		return p.Published.Text
	}
	return fmt.Sprintf("%s ± %.2f", p.Published.Text, p.Published.Deviation)
}

func column(c protocol.Column) string { return fmt.Sprintf("%s, %d samples", c.System, c.TrainSize) }

func mean(e protocol.Errors) float64    { return e.Mean }
func median(e protocol.Errors) float64  { return e.Median }
func trimmed(e protocol.Errors) float64 { return e.TrimmedMean }
