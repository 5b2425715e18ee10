package pages

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"gmnc/internal/numeral"
	"gmnc/plot"
	"gmnc/report/pictures"
	"gmnc/run"
)

// TestCurveFile is the name of the file of a run with its test error after each validation.
const TestCurveFile = "test.csv"

// TestCurveHeader holds the names of its columns.
var TestCurveHeader = []string{"epoch", "test_mse"}

// ReadTestCurve returns the test error over epochs, which is empty if a run has none.
func ReadTestCurve(store run.Store) (curve plot.Series, err error) {
	text, err := store.Read(TestCurveFile)
	if errors.Is(err, fs.ErrNotExist) {
		return curve, nil
	}
	if err != nil {
		return curve, fmt.Errorf("cannot read the test errors of a run: %w", err)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || len(rows) == 0 {
		return curve, fmt.Errorf("%s: %s has no test errors: %v (remove it)", store, TestCurveFile, err)
	}
	for _, row := range rows[1:] {
		x, isX := numeral.CSV.Parse(row[0])
		y, isY := numeral.CSV.Parse(row[1])
		if !isX || !isY {
			return curve, fmt.Errorf("%s: %s: %.80q are no numbers (remove it)", store, TestCurveFile, row)
		}
		curve.X, curve.Y = append(curve.X, x), append(curve.Y, y)
	}
	return curve, nil
}

// DrawTrainings draws a panel for each row, with the training loss and the test error of its
// first run over the training. A heading says what the loss includes besides the error.
func DrawTrainings(t TableReport, runs, path string) error {
	var names []string
	var panels [][]plot.Series
	for _, p := range t.Comparisons {
		if p.Measured[0].Errors == nil || p.Measured[0].Result == nil {
			continue
		}
		lines, err := t.LinesOf(filepath.Join(runs, p.Measured[0].Result.Run))
		if errors.Is(err, fs.ErrNotExist) {
			continue // the run was removed, but not its cell
		}
		if err != nil {
			return err
		}
		name := p.Row.Name
		if more := pictures.LossOf(&p.Row.Training); more != "" {
			name += "; loss adds " + more
		}
		names, panels = append(names, name), append(panels, lines)
	}
	if panels == nil {
		return errNothing
	}
	axes := plot.Axes{Title: t.title(), X: "epoch", Y: t.Metric.Name, WholeX: true, LogY: true}
	return plot.Multiples(axes, names, panels).Save(path)
}

// LinesOf returns the training loss and the test error of a run over its epochs.
func (t TableReport) LinesOf(folder string) ([]plot.Series, error) {
	rows, err := run.ReadMetrics(run.Folder(folder))
	if err != nil {
		return nil, err
	}
	test, err := ReadTestCurve(run.Folder(folder))
	test.Name, test.Role = "test error", plot.Prediction
	lines := []plot.Series{pictures.FromEpochs(rows)[0], test}
	for _, line := range lines {
		for i := range line.Y {
			line.Y[i] *= t.Metric.Scale
		}
	}
	return lines, err
}
