package pages

import (
	"bytes"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/experiments/reproduce/protocol"
)

var update = flag.Bool("update", false, "renew testdata/reproduce")

// reported is the table of the paper with figures made up: (1,2,0) with two
// seeds, (2,0,1) with one and an overflow, (3,2,1) blank.
func reported(t *testing.T) TableReport {
	t.Helper()
	tables, err := protocol.Select(protocol.Tables[:1], []string{"GMN", "egnn"}, []string{"1,2,0", "2,0,1", "3,2,1"})
	require.NoError(t, err)
	report := TableReport{Table: tables[0], Seeds: []uint64{1, 2}}
	report.Columns = report.Columns[:3]
	for _, e := range report.Entries() {
		p := Comparison{Row: e.Row, Column: e.Column}
		figure, found := PublishedAt(report.Table, e.Column, e.Row)
		require.True(t, found)
		p.Published = &figure
		for i, seed := range report.Seeds {
			m := Measured{Seed: seed}
			value := (figure.Value + 0.1 + 0.2*float64(i)) / 100
			switch {
			case e.Column.System == "3,2,1" && (i == 1 || e.Row.Name == "EGNN"):
				m.Blank = "the time was over"
			case e.Column.System == "2,0,1" && i == 1:
				m.Overflow = "the loss is not finite in epoch 3"
			default:
				m.Errors = &protocol.Errors{Mean: value, Median: value / 2, TrimmedMean: value * 0.9, Constraint: 1e-6, ConstraintPerObject: 5e-7}
				m.Result = &protocol.Result{Run: "0123456789abcdef", Seconds: 12.34, Version: "1.0." + string(e.Row.Name[0]), Graph: "fedcba9876543210", Options: `{"model":{}}`}
			}
			p.Measured = append(p.Measured, m)
		}
		report.Comparisons = append(report.Comparisons, p)
	}
	return report
}

// requireGolden compares what is written with a file, or renews the file.
func requireGolden(t *testing.T, name string, write func(io.Writer) error) {
	t.Helper()
	var text bytes.Buffer
	require.NoError(t, write(&text))
	path := filepath.Join("..", "..", "..", "testdata", "reproduce", name)
	if *update {
		require.NoError(t, os.WriteFile(path, text.Bytes(), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), text.String(), "if that is meant, renew it: go test ./experiments/reproduce -update")
}

func TestMarkdown(t *testing.T) {
	requireGolden(t, "table.md", func(w io.Writer) error {
		return reported(t).WriteMarkdown(w, []string{"Made by `gmnc reproduce sota`."})
	})
}

// TestTrainings: a table says which models see velocities of targets, and which
// may end early.
func TestTrainings(t *testing.T) {
	said := func(models ...string) string {
		m := markdown{TableReport: TableReport{}}
		tables, err := protocol.Select(protocol.Tables, models, []string{protocol.All})
		require.NoError(t, err)
		for _, table := range tables {
			if slices.Contains([]string{"sota", "laws", "mocap-long"}, table.Name) {
				m.Table = table
				m.trainings()
			}
		}
		return m.text.String()
	}
	const backwards = "- Trained backwards in time, too, on target velocities, unlike the paper: "
	require.Empty(t, said("Linear"))
	require.Equal(t, backwards+"GMN-ODE\n", said("GMN-ODE", "GMN-ODE w/o reversal"))
	require.Equal(t, backwards+"all except for GMN-ODE w/o reversal\n", said("GMN-ODE", "GMN-ODE w/o reversal", "GMN-ODE, 1 step", "GMN-ODE, 2 steps"))
	require.Equal(t, "- Ended 100 epochs after the lowest validation error: TFN\n- Ended 1000 epochs after the lowest validation error: all\n", said("GNN", "RF", "TFN"))
}

// TestAtPlaces: the picture names systems and models, and has the paper's numbers.
func TestAtPlaces(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.svg")
	require.NoError(t, drawDotPlots(reported(t), "", path))
	drawing, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, name := range []string{">EGNN<", ">GMN<", ">1,2,0<", ">2,0,1<", ">3,2,1<", ">paper<", ">up to 2 seeds per cell<"} {
		require.Contains(t, string(drawing), name)
	}

	report := reported(t) // of two seeds that were asked for, one is known
	for i, p := range report.Comparisons {
		report.Comparisons[i].Measured = p.Measured[:1]
	}
	require.Contains(t, report.title(), "one seed per cell")
}

func TestCSV(t *testing.T) { requireGolden(t, "table.csv", reported(t).WriteCSV) }

// statisticsTolerance covers rounding in float64.
const statisticsTolerance = 1e-12

func TestSummary(t *testing.T) {
	paper := parseFigure("90", "4")
	p := Comparison{Published: &paper, Measured: []Measured{{Errors: &protocol.Errors{Mean: 0.9}}, {Errors: &protocol.Errors{Mean: 1.1}}}}
	table := TableReport{Table: protocol.Table{Metric: protocol.PositionError}}
	s := table.summarize(p)
	require.InDelta(t, 100, s.value, statisticsTolerance)
	require.InDelta(t, 10, s.difference, statisticsTolerance)
	require.InDelta(t, 10*math.Sqrt2, s.deviation, statisticsTolerance)
	require.InDelta(t, 1/math.Sqrt2, ratio(s.difference, s.deviation), statisticsTolerance)

	p.Measured = p.Measured[:1]
	require.True(t, math.IsNaN(ratio(s.difference, table.summarize(p).deviation)), "one seed")
	require.True(t, math.IsNaN(ratio(s.difference, 0)), "a deviation that is printed as 0")
}

func TestPaperFigures(t *testing.T) {
	require.Len(t, paperFigures(), 522)
	gmn := paperFigures()[entryKey{"sota", "3,2,1", "500", "GMN"}]
	require.Equal(t, Published{Text: "2.48", Value: 2.48, Rounding: 0.005, Deviation: 0.04}, gmn)
	require.True(t, math.IsNaN(paperFigures()[entryKey{"ablation", "5,3,3", "500", "w/o Normalization"}].Value))
}

// numbered are the names of the tables that the paper prints numbers of.
func numbered() map[string]bool {
	names := map[string]bool{}
	for figure := range paperFigures() {
		names[figure[0]] = true
	}
	return names
}

// TestTablesAreThoseOfThePaper: every figure of a table has its place, and
// every place has a figure, except the places of rows of our own.
func TestTablesAreThoseOfThePaper(t *testing.T) {
	for _, table := range protocol.Tables {
		places := map[entryKey]bool{}
		for _, e := range table.Entries() {
			if table.Metric.Goals {
				break // figures of others, which TestGoals is about
			}
			_, found := PublishedAt(table, e.Column, e.Row)
			ours := e.Row.Regression != "" || e.Row.Model.Model == "gmn-ode"
			require.Equal(t, numbered()[table.Name] && !ours, found, "%s: %v", table.Name, e)
			places[EntryKeyOf(table, e.Column, e.Row)] = true
		}
		for figure := range paperFigures() {
			if figure[0] == table.Name {
				require.Contains(t, places, figure)
			}
		}
	}
}

// TestDeviationText has no exponent from 1 on.
func TestDeviationText(t *testing.T) {
	for deviation, text := range map[float64]string{0: "", math.NaN(): "", 7.4e-5: " ± 7e-05", 0.97: " ± 1", 1.4: " ± 1", 9.7: " ± 10", 96: " ± 96"} {
		require.Equal(t, text, deviationText(deviation))
	}
}

// TestAveraged: an average has the errors of all its systems, or says why it has none.
func TestAveraged(t *testing.T) {
	of := func(x float64) Measured {
		return Measured{Errors: &protocol.Errors{Mean: x, Median: 2 * x, TrimmedMean: 3 * x, Constraint: 4 * x, ConstraintPerObject: 5 * x}}
	}
	require.Equal(t, Measured{Seed: 7, Errors: of(2).Errors}, averaged(7, []Measured{of(1), of(3)}))
	require.Equal(t, Measured{Seed: 7, Overflow: "in epoch 3"}, averaged(7, []Measured{of(1), {Overflow: "in epoch 3"}}))
	require.Equal(t, Measured{Seed: 7, Blank: "a system of the average is blank"}, averaged(7, []Measured{of(1), {Blank: "not run"}}))
}
