package pages

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/experiments/reproduce/protocol"
	"gmnc/plot"
	"gmnc/run"
)

// sized is a table of two models in two columns: the first model has two seeds in each, and the second one in the
// second column alone.
func sized() TableReport {
	errs := func(x float64) *protocol.Errors { return &protocol.Errors{Mean: x} }
	t := TableReport{Table: protocol.Table{Name: "sizes", Title: "A table", Metric: protocol.PositionError, Rows: []protocol.Row{{Name: "one"}, {Name: "two"}, {Name: "three"}},
		Columns: []protocol.Column{{System: "a", TrainSize: 100, Width: 16}, {System: "a", TrainSize: 1000, Width: 64}, {System: "b", TrainSize: 1000}}}}
	for i, row := range t.Rows[:2] {
		for k, column := range t.Columns[:2] {
			var all []*protocol.Errors
			switch {
			case i == 0:
				all = []*protocol.Errors{errs(0.01 * float64(k+1)), errs(0.03 * float64(k+1))}
			case k == 1:
				all = []*protocol.Errors{errs(0.5)}
			}
			p := placeOf(column, all...)
			p.Row = row
			t.Comparisons = append(t.Comparisons, p)
		}
	}
	return t
}

// TestLinesOfRows: a line has the means of a row in the unit of the metric, where they and X are known.
func TestLinesOfRows(t *testing.T) {
	table := sized()
	at := func(p Comparison) (float64, bool) { return float64(p.Column.TrainSize), true }
	require.Equal(t, []plot.Series{{Name: "one", X: []float64{100, 1000}, Y: []float64{2, 4}}, {Name: "two", X: []float64{1000}, Y: []float64{50}}}, table.lines(at))
	large := func(p Comparison) (float64, bool) {
		return float64(p.Column.TrainSize), p.Column.TrainSize > 100 && p.Row.Name == "one"
	}
	require.Equal(t, []plot.Series{{Name: "one", X: []float64{1000}, Y: []float64{4}}}, table.lines(large))
	require.Nil(t, table.lines(func(Comparison) (float64, bool) { return 1, false }))
}

// TestShownPlaces: a figure has the rows and columns with a measurement; a column of one of several sizes has the size.
func TestShownPlaces(t *testing.T) {
	table := sized()
	columns, rows := table.shown()
	require.Equal(t, []string{"a · 100", "a · 1000"}, columns)
	require.Equal(t, []string{"one", "two"}, rows)
	require.Equal(t, []int{100, 1000}, table.sizes())
	table.Columns = table.Columns[1:]
	require.Equal(t, "a", table.columnName(table.Columns[0]))
	require.Equal(t, "A table\nup to 2 seeds per cell", table.title())
	table.Comparisons = table.Comparisons[2:]
	require.Equal(t, "A table\none seed per cell", table.title())
}

// TestNumbersOfPlaces: the seeds are in the unit of the metric, and the paper's figure is NaN where it has none.
func TestNumbersOfPlaces(t *testing.T) {
	table := sized()
	measured, paper := table.numbers(table.Comparisons[1])
	require.Equal(t, []float64{2, 6}, measured)
	require.True(t, math.IsNaN(paper.Value) && math.IsNaN(paper.Deviation))
	table.Comparisons[1].Published = &Published{Value: 3, Deviation: 0.5}
	_, paper = table.numbers(table.Comparisons[1])
	require.Equal(t, plot.Estimate{Value: 3, Deviation: 0.5}, paper)
}

// drawnAs returns the text of a drawing that a table's figure makes.
func drawnAs(t *testing.T, table TableReport, figure protocol.Figure) string {
	path := filepath.Join(t.TempDir(), "figure.svg")
	table.Figure = figure
	require.NoError(t, table.draw("", path))
	drawing, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(drawing)
}

// TestFiguresOfTables: each figure has its axis, and a table without one, or without measurements, has no picture.
func TestFiguresOfTables(t *testing.T) {
	require.Contains(t, drawnAs(t, sized(), protocol.OverSizes), ">training samples<")
	widths := drawnAs(t, sized(), protocol.OverWidths)
	require.Contains(t, widths, ">width<")
	require.Contains(t, widths, ">mean squared error x100<")
	for _, name := range []string{">a · 100<", ">a · 1000<", ">one<", ">two<"} {
		require.Contains(t, drawnAs(t, sized(), protocol.DotPlots), name)
	}
	sought := sized()
	sought.Comparisons[0].Column.Sought = &protocol.Sought{}
	require.NotContains(t, drawnAs(t, sought, protocol.AtRadii), ">a · 100<")
	require.Contains(t, drawnAs(t, sought, protocol.DotPlots), ">a · 100<")
	require.Len(t, sought.Comparisons, 4)

	empty := sized()
	empty.Comparisons = nil
	for _, figure := range []protocol.Figure{protocol.DotPlots, protocol.AtRadii, protocol.OverSizes, protocol.OverWidths, protocol.TrainingAndTest} {
		empty.Figure = figure
		require.Equal(t, errNothing, empty.draw("", "a.svg"))
	}
	none := sized()
	require.Equal(t, errNothing, none.draw("", "a.svg"))
}

// TestPanelsOfPlaces: more than sixty numbers at twelve places or fewer have a panel for each place.
func TestPanelsOfPlaces(t *testing.T) {
	grid := func(places, kinds int) string {
		table := TableReport{Table: protocol.Table{Metric: protocol.PositionError}}
		for k := range places {
			table.Columns = append(table.Columns, protocol.Column{System: strings.Repeat("s", k+1)})
		}
		for i := range kinds {
			row := protocol.Row{Name: strings.Repeat("r", i+1)}
			table.Rows = append(table.Rows, row)
			for _, column := range table.Columns {
				p := placeOf(column, &protocol.Errors{Mean: 1})
				p.Row = row
				table.Comparisons = append(table.Comparisons, p)
			}
		}
		return drawnAs(t, table, protocol.DotPlots)
	}
	width := func(drawing string) string {
		_, rest, _ := strings.Cut(drawing, `width="`)
		number, _, _ := strings.Cut(rest, `"`)
		return number
	}
	one := width(grid(10, 6))
	require.NotEqual(t, one, width(grid(8, 8)), "64 numbers have panels")
	require.Equal(t, one, width(grid(12, 5)), "60 have none")
	require.NotEqual(t, one, width(grid(12, 6)))
	require.Equal(t, width(grid(13, 2)), width(grid(13, 6)), "of more places there are no panels")
}

// TestTrainingsOfTables: the lines of a run are its training loss and its test error in the unit of the metric; a run that
// was removed has no panel, and one that cannot be read is an error.
func TestTrainingsOfTables(t *testing.T) {
	runs := t.TempDir()
	table := sized()
	folder := filepath.Join(runs, "first")
	require.NoError(t, os.Mkdir(folder, 0o755))
	require.NoError(t, run.WriteMetrics(run.Folder(folder), []run.Epoch{{Epoch: 1, Train: 0.5, Valid: 0.25}, {Epoch: 2, Train: 0.125, Valid: 0.25}}))
	require.NoError(t, run.Folder(folder).Write(TestCurveFile, []byte("epoch,test_mse\n2,0.75\n")))
	lines, err := table.LinesOf(folder)
	require.NoError(t, err)
	require.Equal(t, []plot.Series{{Name: "training loss", X: []float64{1, 2}, Y: []float64{50, 12.5}}, {Name: "test error", Role: plot.Prediction, X: []float64{2}, Y: []float64{75}}}, lines)

	path := filepath.Join(runs, "figure.svg")
	table.Comparisons[0].Measured[0].Result = &protocol.Result{Run: "first"}
	table.Comparisons[0].Row.Training.Velocity = 2
	table.Comparisons[1].Measured[0].Result = &protocol.Result{Run: "removed"}
	table.Comparisons[2].Measured = []Measured{{Overflow: "in epoch 1", Result: &protocol.Result{Run: "first"}}}
	require.NoError(t, DrawTrainings(table, runs, path))
	drawing, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, text := range []string{">one; loss adds velocities times 2<", ">training loss<", ">test error<", ">epoch<"} {
		require.Contains(t, string(drawing), text)
	}
	require.NotContains(t, string(drawing), ">two")
	table.Comparisons[0].Measured[0].Result.Run = "removed"
	require.Equal(t, errNothing, DrawTrainings(table, runs, path))
	table.Comparisons[0].Measured[0].Result.Run = "first"
	require.NoError(t, run.Folder(folder).Write(TestCurveFile, nil))
	require.ErrorContains(t, DrawTrainings(table, runs, path), "has no test errors")
	require.NoError(t, run.Folder(folder).Write(run.MetricsName, nil))
	require.ErrorContains(t, DrawTrainings(table, runs, path), "metrics.csv is no run's metrics: its first line is not epoch,train_loss,valid_mse,seconds,note")
	_, err = table.LinesOf(filepath.Join(runs, "removed"))
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestWrite: the files are the tables, and figures of what can be drawn; a figure that fails does not keep the others from
// being drawn.
func TestWrite(t *testing.T) {
	folder := t.TempDir()
	good, bad := sized(), sized()
	good.Figure, bad.Name, bad.Figure = protocol.OverSizes, "bad", protocol.DotPlots
	bad.OtherRows = []protocol.OtherRow{{Table: "laws", Row: "one"}}
	require.NoError(t, os.WriteFile(filepath.Join(folder, "laws.csv"), nil, 0o644))
	files, err := (&Report{Tables: []TableReport{bad, good}}).Write(folder, "gmnc reproduce")
	require.ErrorContains(t, err, "laws.csv is not a table")
	var names []string
	for _, file := range files {
		require.FileExists(t, file)
		names = append(names, filepath.Base(file))
	}
	require.Equal(t, []string{"bad.csv", "bad.md", "sizes.csv", "sizes.md", "sizes.png", "sizes.svg"}, names)
	page, err := os.ReadFile(filepath.Join(folder, "sizes.md"))
	require.NoError(t, err)
	require.Contains(t, string(page), "- Made by `gmnc reproduce`, ")
	require.NotContains(t, string(page), "Other cells are of earlier calls.")

	// A later call without measurements changes no table, and one with others says that some are of earlier calls.
	empty := good
	empty.Comparisons = nil
	files, err = (&Report{Tables: []TableReport{empty}}).WriteText(folder, "gmnc reproduce again")
	require.NoError(t, err)
	require.Empty(t, files)
	fewer := good
	fewer.Comparisons = good.Comparisons[:1]
	_, err = (&Report{Tables: []TableReport{fewer}}).WriteText(folder, "gmnc reproduce again")
	require.NoError(t, err)
	page, err = os.ReadFile(filepath.Join(folder, "sizes.md"))
	require.NoError(t, err)
	require.Contains(t, string(page), "Other cells are of earlier calls.")

	require.NoError(t, os.WriteFile(filepath.Join(folder, "sizes.csv"), nil, 0o644))
	_, err = (&Report{Tables: []TableReport{good}}).Write(folder, "gmnc reproduce")
	require.ErrorContains(t, err, "sizes.csv is not a table")
	_, err = (&Report{Tables: []TableReport{good}}).Write(filepath.Join(folder, "absent"), "gmnc reproduce")
	require.ErrorContains(t, err, "(is the folder there, and may you write to it?)")
	require.False(t, errors.Is(err, errNothing))
}
