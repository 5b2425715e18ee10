package pages

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets/md17"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/run"
)

// TestNumbersOfPages: a figure has three decimals, or one digit below a thousandth; a difference has its sign.
func TestNumbersOfPages(t *testing.T) {
	m := &markdown{}
	for value, want := range map[float64]string{math.NaN(): "", 0: "0.000", 0.001: "0.001", 0.00099: "1e-03", -0.0004: "-4e-04", 12.3456: "12.346", -2: "-2.000"} {
		require.Equal(t, want, m.number(value))
	}
	require.Equal(t, []string{"", "", "+1.25", "-0.5", "+0"}, []string{signed(math.NaN(), 1), signed(math.Inf(-1), 1), signed(1.25, 2), signed(-0.5, 1), signed(0, 0)})
	m.line("a|b", "c")
	require.Equal(t, "| a\\|b | c |\n", m.text.String())
}

// TestShortTexts: a cell has our number before the paper's in brackets, or only one of them.
func TestShortTexts(t *testing.T) {
	m := &markdown{TableReport: sized()}
	p := m.Comparisons[0]
	require.Equal(t, "2.000", m.short(p))
	p.Published = &Published{Text: "1.5"}
	require.Equal(t, "2.000 (1.5)", m.short(p))
	p.Measured = nil
	require.Equal(t, "(1.5)", m.short(p))
	p.Measured = []Measured{{Errors: &protocol.Errors{Mean: 1}}, {Overflow: "in epoch 1"}}
	require.Equal(t, "O.F. (1.5)", m.short(p))
}

// TestTrainedModels: all models, all except for a few, or the few; what is not trained does not count.
func TestTrainedModels(t *testing.T) {
	named := func(reversed string) string {
		var table TableReport
		for i, letter := range reversed {
			row := protocol.Row{Name: string(rune('a' + i)), Model: config.Config{Model: "gmn"}}
			row.Training.Reverse = letter == 'r'
			if letter == '-' {
				row.Model.Model = ""
			}
			table.Rows = append(table.Rows, row)
		}
		return table.trained(func(o run.Options) bool { return o.Reverse })
	}
	for reversed, want := range map[string]string{
		"": "", "x": "", "r": "a", "r-": "a", "rr": "all", "rr-": "all", "rrx": "a; b", "rrrx": "all except for d", "rrrrxx": "all except for e; f", "rrrxx": "a; b; c",
	} {
		require.Equal(t, want, named(reversed), reversed)
	}
	table := TableReport{}
	for _, patience := range []int{0, 5, 5, 7} {
		table.Rows = append(table.Rows, protocol.Row{Name: strings.Repeat("p", patience+1), Model: config.Config{Model: "gmn"}, Training: run.Options{Patience: patience}})
	}
	m := &markdown{TableReport: table}
	m.trainings()
	require.Equal(t, "- Ended 5 epochs after the lowest validation error: pppppp; pppppp\n- Ended 7 epochs after the lowest validation error: pppppppp\n", m.text.String())
}

// TestOverview: a table of one training size has its columns and the cells of its rows.
func TestOverview(t *testing.T) {
	m := &markdown{TableReport: sized()}
	m.overview(1000)
	require.Equal(t, "\n## 1000 training samples\n\n|  | a | b |\n| --- | ---: | ---: |\n| one | 4.000 |\n| two | 50.000 |\n| three |\n", m.text.String())
}

// TestDetails: a line has means, medians and trimmed means over seeds, the paper's figure, and counts if the table has them.
func TestDetails(t *testing.T) {
	table := sized()
	table.Comparisons[2].Measured = []Measured{{Blank: "no time"}}
	p := &table.Comparisons[1]
	p.Measured[0].Errors.Median, p.Measured[1].Errors.Median = 0.01, 0.02
	p.Measured[0].Errors.TrimmedMean, p.Measured[1].Errors.TrimmedMean = 0.03, 0.04
	p.Measured[1].Errors.OverBound = 3
	p.Measured = append(p.Measured, Measured{Overflow: "in epoch 1"})
	p.Published = &Published{Text: "3.0", Value: 3, Deviation: 0.5}
	table.Metric.Count, table.Metric.CountName = protocol.LargestError.Count, "over"
	m := &markdown{TableReport: table}
	m.details()
	page := m.text.String()
	require.Contains(t, page, "\n## In detail\n\nDeviations are over seeds, each with data of its own. Medians and 1 %-trimmed means are over test samples (squared error x100).\n")
	require.Contains(t, page, " | overflows | over |\n| ---: | --- | --- | ---: |")
	require.Contains(t, page, "\n| 1000 | a | one | 2 | 4.000 | 2.828 | 1.500 | 3.500 | 3.0 ± 0.50 | +1.000 | +0.4 | +2.0 | 1 | 0, 3 |\n")
	require.Contains(t, page, "\n| 100 | a | one | 2 | 2.000 | 1.414 | 0.000 | 0.000 |  |  |  |  | 0 | 0, 0 |\n")
	require.NotContains(t, page, "| 100 | a | two |")
	require.Less(t, strings.Index(page, "| 100 | a | one"), strings.Index(page, "| 1000 | a | one"), "by size")
}

// TestSeedsData: what differs between seeds, by the data.
func TestSeedsData(t *testing.T) {
	m := &markdown{TableReport: sized()}
	require.Equal(t, "each with data of its own", m.seedsData())
	m.Comparisons[0].Measured[0].Result = &protocol.Result{Source: md17.AsGiven}
	require.Equal(t, "each with data of its own, but over weights and order alone where the data are "+md17.AsGiven, m.seedsData())
	m.Columns[0].Data.Kind = corpus.Forest
	require.Equal(t, "which draw weights, order and how trees are taken apart, on the same data", m.seedsData())
}

// TestSources: each note is there once; recomputed molecules have one line, and a constant's note is with the laws.
func TestSources(t *testing.T) {
	table := sized()
	noted := func(i int, source, note string) {
		table.Comparisons[i].Measured = []Measured{{Errors: &protocol.Errors{}, Result: &protocol.Result{Source: source, Note: note}}}
	}
	noted(0, "a source", "a note")
	noted(1, "a source", "")
	noted(2, corpus.Reconstructed+"x", "")
	noted(3, "of laws", "not here")
	table.Comparisons[3].Column.Sought = &protocol.Sought{}
	require.Equal(t, []string{"| a | a source |\n", "| a | a note |\n", "| reconstructed MD17 a | " + corpus.Reconstructed + "x |\n", "| a | of laws |\n"}, (&markdown{TableReport: table}).sources())
}

// TestReasons: a table for each reason, in the order in which they come, with a line for each model and size.
func TestReasons(t *testing.T) {
	m := &markdown{TableReport: sized()}
	m.reasons()
	require.Empty(t, m.text.String())
	m.Comparisons[0].Measured = []Measured{{Seed: 1, Blank: "no data"}}
	m.Comparisons[1].Measured = []Measured{{Seed: 1, Blank: "no time"}, {Seed: 2}}
	m.Comparisons[2].Measured = []Measured{{Seed: 1, Blank: "no time"}}
	m.reasons()
	require.Equal(t, "\n## Blank\n\n| model | samples | no data |\n| --- | ---: | --- |\n| one | 100 | a |\n"+
		"\n| model | samples | no time |\n| --- | ---: | --- |\n| one | 1000 | a (seed 1) |\n| two | 100 | a |\n", m.text.String())
}

// TestBuildLetters: the letters of builds are explained if there are several.
func TestBuildLetters(t *testing.T) {
	m := &markdown{}
	m.letters([]string{"1.0"})
	require.Empty(t, m.text.String())
	m.letters([]string{"1.0", "2.0"})
	require.Equal(t, "\n## Builds\n\nOptions are in the CSV file.\n\n| letter | build |\n| --- | --- |\n| a | 1.0 |\n| b | 2.0 |\n", m.text.String())
	table := sized()
	version := func(i int, build string) { table.Comparisons[i].Measured[0].Result = &protocol.Result{Version: build} }
	version(0, "2.0")
	version(1, "2.0")
	require.Empty(t, table.marks(table.Comparisons[0]), "one build")
	version(3, "1.0")
	require.Equal(t, []string{"1.0", "2.0"}, table.builds())
	require.Equal(t, "b", table.marks(table.Comparisons[0]))
	m = &markdown{TableReport: table}
	require.Equal(t, "x <sup>a</sup>", m.marked("x", table.Comparisons[3]))
	require.Empty(t, m.marked("", table.Comparisons[3]))
}

// TestKnowingPage: places with radii are in the first part, and constants with the notes of their laws in the second.
func TestKnowingPage(t *testing.T) {
	radii := placeOf(protocol.Column{System: "a"}, &protocol.Errors{RadiusMeasures: protocol.RadiusMeasures{Particles: 0.9, Systems: 0.9, Sharpness: 1, Rank: 0.9}})
	blank := placeOf(protocol.Column{System: "b"}, nil)
	blank.Measured[0] = Measured{Seed: 1, Blank: "no time"}
	sought := placeOf(protocol.Column{System: "c", TrainSize: 5, Sought: &protocol.Sought{Truth: 2, Off: 0.1}}, &protocol.Errors{FoundConstant: protocol.FoundConstant{Found: 2}}, &protocol.Errors{FoundConstant: protocol.FoundConstant{Found: 2}})
	sought.Measured[0].Result, sought.Measured[1].Result = &protocol.Result{Note: "2/r"}, &protocol.Result{}
	soughtBlank := blank
	soughtBlank.Column.Sought = sought.Column.Sought
	m := &markdown{TableReport: TableReport{Comparisons: []Comparison{radii, blank, sought, soughtBlank, sought}}}
	m.knowing()
	first, second, found := strings.Cut(m.text.String(), "\n## Laws\n")
	require.True(t, found)
	require.Contains(t, first, "- Radii of 90 %, calibrated")
	require.True(t, strings.HasSuffix(first, "| a | model | 90.0 | 90.0 | 1.00 | 0.90 |  |  |\n"), first)
	require.NotContains(t, first, "| b |")
	require.NotContains(t, first, "| c |")
	require.Equal(t, 2, strings.Count(second, "| c | 5 | model | 2 | 2 | 2 | within 0.1 | yes |\n"))
	require.NotContains(t, second, "| b |")
	require.True(t, strings.HasSuffix(second, "\n\n- model, seed 1: 2/r\n\n"), second)
}

// TestFiguresOfThePaper: a figure has half of its last digit as rounding; what is no number is an error of the program.
func TestFiguresOfThePaper(t *testing.T) {
	require.Equal(t, Published{Text: "2.5", Value: 2.5, Rounding: 0.05, Deviation: 0.25}, parseFigure("2.5", "0.25"))
	overflowed := parseFigure(protocol.Overflowed, "")
	require.True(t, math.IsNaN(overflowed.Value) && math.IsNaN(overflowed.Deviation))
	require.Zero(t, overflowed.Rounding)
	require.Equal(t, 0.5, parseFigure("12", "").Rounding)
	require.PanicsWithValue(t, `paper.csv: strconv.ParseFloat: parsing "x": invalid syntax`, func() { Parse("x") })
}

// TestMeasuredCells: averages do not count, overflows do, and the cells of a table are those of its entries.
func TestMeasuredCells(t *testing.T) {
	table := sized()
	require.Equal(t, 5, table.measured())
	table.Comparisons[0].Measured[0] = Measured{Overflow: "in epoch 1"}
	table.Comparisons[0].Measured[1] = Measured{Blank: "no time"}
	require.Equal(t, 4, table.measured())
	table.Comparisons[1].Column.Average = true
	require.Equal(t, 2, table.measured())
	table.Seeds = []uint64{1, 2}
	require.Equal(t, 2*9, table.cells())
	table.Columns[0].Average = true
	require.Equal(t, 2*6, table.cells())
}

// TestNotCoveredSkipsAverages: an average has no note, and a place without errors does not count.
func TestNotCoveredSkipsAverages(t *testing.T) {
	p := placeOf(protocol.Column{System: "a"}, &protocol.Errors{ErrorCoverage: protocol.ErrorCoverage{WithErrors: 1}}, nil, &protocol.Errors{ErrorCoverage: protocol.ErrorCoverage{WithErrors: 2}})
	all, seeds := p.certain()
	require.Equal(t, 3., all.WithErrors)
	require.Equal(t, 2, seeds)
	m := &markdown{TableReport: TableReport{Comparisons: []Comparison{p}}}
	m.notCovered()
	require.True(t, strings.HasSuffix(m.text.String(), "| --- | ---: | --- |\n"))
}

// TestMergedSeeds: a settled place has one seed: the first with a result from now, else from earlier, else the first.
func TestMergedSeeds(t *testing.T) {
	at := entryKey{"t", "s", "1", "m"}
	cell := func(seed uint64, blank string) CellMap {
		return CellMap{CellKey{at, seed}: Measured{Seed: seed, Blank: blank}}
	}
	seeds := []uint64{3, 5, 7}
	for _, c := range []struct {
		now, before CellMap
		want        uint64
	}{
		{nil, nil, 3}, {cell(5, ""), cell(3, ""), 5}, {cell(5, "no time"), cell(7, ""), 7}, {cell(5, "no time"), cell(7, "no time"), 3}, {cell(9, ""), nil, 3},
	} {
		require.Equal(t, []uint64{c.want}, settledBy(at, seeds, c.now, c.before))
	}
}

// TestPagesOfTheirOwn: a table with goals, radii, constants or torques has a page of its own, without the paper's form, and
// leaves out models without a result.
func TestPagesOfTheirOwn(t *testing.T) {
	page := func(change func(m *protocol.Metric)) string {
		table := sized()
		change(&table.Metric)
		var text strings.Builder
		require.NoError(t, table.WriteMarkdown(&text, []string{"About it."}))
		return text.String()
	}
	plain := page(func(*protocol.Metric) {})
	require.True(t, strings.HasPrefix(plain, "# sizes: A table\n\n- About it.\n- In each cell: mean squared error x100, mean over seeds []."), plain)
	require.Contains(t, plain, "\n## In detail\n")
	require.Contains(t, plain, "- 5 of 0 cells were measured.\n")
	for name, change := range map[string]func(m *protocol.Metric){
		"goals": func(m *protocol.Metric) { m.Goals = true }, "knowing": func(m *protocol.Metric) { m.Knowing = true },
		"robots": func(m *protocol.Metric) { m.Robots = true }, "certainty": func(m *protocol.Metric) { m.Certainty = true },
	} {
		own := page(change)
		require.NotContains(t, own, "In each cell: mean squared", name)
		require.NotContains(t, own, "## In detail", name)
	}
}
